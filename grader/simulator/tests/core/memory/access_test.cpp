#include <limits>

#include "kernel_fixture.hpp"
#include "report/errors.hpp"

namespace wgsim::test {

using Access = KernelTest;
using Place = std::array<unsigned, 3>;

TEST_F(Access, WritePastTheEndEndsTheKernelBeforeItHappens) {
  int* out = allocate<int>(100);
  int* reached = upload<int>({0});
  name_allocation(out, "out", sizeof(int));
  run(4, 32, [=] {
    if (blockIdx.x != 3 || threadIdx.x != 4) return;
    out[100] = 1;
    *reached = 1;
  });
  const Finding f = only_finding();
  EXPECT_EQ(FindingKind::out_of_bounds, f.kind);
  EXPECT_CONTAINS("writes 4 bytes at out[100], outside out[0..100)", f.message);
  EXPECT_EQ("access_test.cpp", file_name(f.place));
  EXPECT_EQ((Place{3, 0, 0}), f.place.block);
  EXPECT_EQ((Place{4, 0, 0}), f.place.thread);
  EXPECT_EQ("test_kernel", f.place.kernel);
  EXPECT_EQ(cudaErrorIllegalAddress, cudaGetLastError());
  core::clear_errors();
  EXPECT_EQ(0, download(reached, 1)[0]);
}

TEST_F(Access, ReadBeforeTheStartNamesTheNegativeIndex) {
  const int* in = upload<int>({1, 2, 3});
  int* out = allocate<int>(1);
  name_allocation(in, "in", sizeof(int));
  run(1, 1, [=] { out[0] = in[int(threadIdx.x) - 1]; });
  const Finding f = only_finding();
  EXPECT_EQ("index_below_zero", f.problem);
  EXPECT_EQ("in[-1], outside in[0..3)", fact(f, "memory"));
}

TEST_F(Access, FarBelowZeroTheAdviceIsNotAboutNeighbours) {
  const int* in = upload<int>({1, 2, 3});
  int* out = allocate<int>(1);
  run(1, 1, [=] { out[0] = in[int(threadIdx.x) - 98304]; });
  EXPECT_EQ("index_far_below_zero", only_problem());
}

TEST_F(Access, PastTheEndTheAdviceGoesByTheIndex) {
  int* out = allocate<int>(40);
  const auto problem = [&](auto index) {
    run(2, 32, [=] {
      if (const auto i = index(blockIdx.x * 32 + threadIdx.x); i >= 40) out[i] = 1;
    });
    core::clear_errors();
    return only_problem();
  };
  EXPECT_EQ("own_index_past_end", problem([](unsigned i) { return i; }));
  EXPECT_EQ("own_index_past_end", problem([](unsigned i) { return i == 0 ? 0 : i + 64; }))
      << "of a loop over all strides";
  EXPECT_EQ("first_thread_past_end", problem([](unsigned i) { return i + 64; }));
  EXPECT_EQ("destination_past_end", problem([](unsigned i) { return i + 1; }));
  EXPECT_EQ("wild_index", problem([](unsigned i) { return (1u << 31) - 1 + 0 * i; }));
}

TEST_F(Access, OfABlockThatIsPastTheEndAsAWholeTheLaunchIsToBlame) {
  int* out = allocate<int>(32);
  run(2, 32, [=] { out[blockIdx.x * 32 + threadIdx.x] = 1; });
  EXPECT_EQ("first_of_block_past_end", only_problem());
}

TEST_F(Access, AnArrayWithAnElementForEachBlockIsNotForEachThread) {
  int* out = allocate<int>(2);
  run(2, 32, [=] { out[threadIdx.x] = 1; });
  EXPECT_EQ("one_index_for_each_block", only_problem());
}

TEST_F(Access, AThreadPastTheOnlyElementOfOneBlockIsNoMatterOfBlocks) {
  int* out = allocate<int>(1);
  run(1, 32, [=] { out[threadIdx.x] = 1; });
  EXPECT_EQ("own_index_past_end", only_problem());
}

TEST_F(Access, ANeighbourPastTheEndIsReadByAComputedIndex) {
  const int* in = upload<int>({1, 2, 3});
  int* out = allocate<int>(3);
  run(1, 3, [=] { out[threadIdx.x] = in[threadIdx.x + 1]; });
  EXPECT_EQ("computed_index_past_end", only_problem());
}

TEST_F(Access, AnIndexThatMayComeFromUnwrittenMemoryIsToldAsThat) {
  int* next = allocate<int>(1);
  int* out = allocate<int>(1);
  run(1, 1, [=] { out[*next] = 1; });
  const auto found = take_findings();
  ASSERT_EQ(2u, found.size());
  EXPECT_EQ("unwritten_memory", found[0].problem);
  EXPECT_EQ("index_after_unwritten", found[1].problem);
}

TEST_F(Access, AnAtomicUpdateOfUnwrittenMemoryNeedsItsFirstValue) {
  int* count = allocate<int>(1);
  run(1, 1, [=] { atomicAdd(count, 1); });
  EXPECT_EQ("unwritten_updated", only_problem());
}

TEST_F(Access, AnAccessMayBeginInsideAndReachPastTheEnd) {
  const char* few = upload<char>({1, 2, 3});
  double* out = allocate<double>(1);
  run(1, 1, [=] { *out = *reinterpret_cast<const double*>(few); });
  EXPECT_EQ("reaches_past_end", only_problem());
}

TEST_F(Access, AnUnsignedIndexBelow0NamesItsArray) {
  int* in = upload<int>({1, 2, 3});
  int* out = allocate<int>(1);
  name_allocation(out, "out", sizeof(int));
  run(1, 1, [=] { out[threadIdx.x - 1u] = in[0]; });
  const Finding f = only_finding();
  EXPECT_EQ("wild_index", f.problem);
  EXPECT_EQ("out[4294967295], outside out[0..1)", fact(f, "memory"));
}

TEST_F(Access, TheSmallestIntIsNoNeighbour) {
  int* out = allocate<int>(1);
  run(1, 1, [=] { out[std::numeric_limits<int>::min() + int(threadIdx.x)] = 1; });
  EXPECT_EQ("wild_index", only_problem());
}

TEST_F(Access, AnEmptyArrayHasNoElementThatMayBeAccessed) {
  int* in = allocate<int>(1);
  name_allocation(in, "in", sizeof(int));
  mark_empty(in);
  for (const int index : {0, 5, -1}) {
    run(1, 1, [=] { in[index] = 1; });
    const Finding f = only_finding();
    EXPECT_EQ("in[" + std::to_string(index) + "], but in is empty", fact(f, "memory"));
    EXPECT_EQ("empty_array_accessed", f.problem);
    core::clear_errors();
  }
}

TEST_F(Access, AnAllocationWithoutANameIsNamedByItsPlace) {
  int* out = allocate<int>(4, Site{"/home/ada/scan.cu", 31});
  run(1, 1, [=] { out[4] = 1; });
  EXPECT_EQ("byte 16 of the 16-byte allocation made at scan.cu:31, just past its end",
            fact(only_finding(), "memory"));
}

TEST_F(Access, AWrongIntIndexNeverReachesAnotherAllocation) {
  char* all[8];
  for (char*& p : all) p = reinterpret_cast<char*>(allocate<int>(1 << 20));
  int* middle = reinterpret_cast<int*>(all[4]);
  name_allocation(middle, "middle", sizeof(int));
  run(1, 1, [=] { middle[0x7fffffff] = 1; });
  EXPECT_CONTAINS("middle[2147483647]", only_finding().message);
  reset_device();
}

TEST_F(Access, FreedMemoryIsRecognisedWithBothPlaces) {
  int* p = allocate<int>(4, Site{"a.cu", 7});
  ASSERT_TRUE(core::release(p, Site{"a.cu", 9}));
  allocate<int>(4);
  run(1, 1, [=] { p[1] = 1; });
  const Finding f = only_finding();
  EXPECT_EQ("freed_memory", f.problem);
  EXPECT_CONTAINS("made at a.cu:7, which was freed at a.cu:9", f.message);
}

TEST_F(Access, ANullPointerIsFound) {
  int* p = nullptr;
  run(1, 1, [=] { p[3] = 1; });
  EXPECT_EQ("null_pointer_in_kernel", only_problem());
}

TEST_F(Access, UnwrittenMemoryIsFoundOnceAndTheKernelGoesOn) {
  int* in = allocate<int>(64);
  int* out = allocate<int>(64);
  name_allocation(in, "in", sizeof(int));
  run(1, 64, [=] { out[threadIdx.x] = in[threadIdx.x] / 2 + 5; });
  const Finding f = only_finding();
  EXPECT_EQ(FindingKind::uninitialized_read, f.kind);
  EXPECT_CONTAINS("reads 4 bytes at in[0], which nobody wrote before. (And 63 times more at this line.)",
                  f.message);
  EXPECT_EQ(cudaSuccess, cudaGetLastError());
  EXPECT_EQ(std::vector<int>(64, 5), download(out, 64));
}

TEST_F(Access, MemoryThatAnEarlierThreadWroteIsInitialised) {
  char* p = allocate<char>(32);
  run(1, 32, [=] {
    p[threadIdx.x] = 1;
    barrier(here());
    const char sum = char(p[threadIdx.x] + p[31 - threadIdx.x]);
    barrier(here());
    p[threadIdx.x] = sum;
  });
  EXPECT_EQ(cudaSuccess, cudaGetLastError());
}

TEST_F(Access, PaddingOfACopiedStructIsNotARead) {
  struct Padded {
    char c;
    int i;
    double d;
  };
  Padded* p = allocate<Padded>(2);
  run(1, 1, [=] {
    p[0].c = 1;
    p[0].i = 2;
    p[0].d = 3;
    p[1] = p[0];
  });
  EXPECT_EQ(cudaSuccess, cudaGetLastError());
}

TEST_F(Access, OfAnAtomicAccessEachByteMustBeWritten) {
  int *p = allocate<int>(1), *out = allocate<int>(1);
  core::mark_written(p, 1);
  run(1, 1, [=] { *out = *p; });
  EXPECT_TRUE(take_findings().empty()) << "it may be a struct with padding";
  run(1, 1, [=] { atomic_access(p, sizeof *p, Scope::device, here()); });
  EXPECT_EQ(FindingKind::uninitialized_read, only_finding().kind);
}

TEST_F(Access, MarkedUninitialisedAgainAfterHostWrites) {
  int* p = upload<int>({1, 2});
  mark_uninitialized(p + 1, sizeof(int));
  run(1, 1, [=] { p[0] = p[0] + 1; });
  EXPECT_TRUE(take_findings().empty());
  run(1, 1, [=] { p[0] = p[1]; });
  EXPECT_EQ(FindingKind::uninitialized_read, only_finding().kind);
}

TEST_F(Access, AMisalignedVectorAccessIsFound) {
  alignas(8) char* p = allocate<char>(64);
  cudaMemset(p, 0, 64);
  double* out = allocate<double>(1);
  run(1, 1, [=] { *out = *reinterpret_cast<volatile double*>(p + 4); });
  const Finding f = only_finding();
  EXPECT_EQ("misaligned_access", f.problem);
  EXPECT_EQ("8", fact(f, "size"));
  EXPECT_EQ(cudaErrorMisalignedAddress, cudaGetLastError());
}

TEST_F(Access, AHostPointerInAKernelIsFound) {
  std::vector<int> host(4);
  int* p = host.data();
  run(1, 1, [=] { p[0] = 1; });
  EXPECT_EQ("host_memory_in_kernel", only_problem());
  EXPECT_EQ(0, host[0]);
  EXPECT_EQ(cudaErrorIllegalAddress, cudaGetLastError());
}

TEST_F(Access, AnAddressWithoutMemoryIsNoPointerToTheHost) {
  unsigned* mask = allocate<unsigned>(4);
  const std::size_t index = std::size_t(0) - 3;
  run(1, 1, [=] { mask[index / 32] = 1; });
  EXPECT_EQ("no_memory_there", only_problem());
  EXPECT_EQ(cudaErrorIllegalAddress, cudaGetLastError());
}

int host_variable = 3;

TEST_F(Access, AHostVariableInAKernelIsFound) {
  int* out = allocate<int>(1);
  run(1, 1, [=] { *out = host_variable; });
  EXPECT_EQ(FindingKind::host_device_mixup, only_finding().kind);
}

TEST_F(Access, ConstantTablesAndLiteralsMayBeRead) {
  static constexpr int table[] = {5, 6, 7, 8};
  static const char* const words[] = {"one", "two"};
  int* out = allocate<int>(2);
  run(1, 2, [=] { out[threadIdx.x] = table[threadIdx.x + 1] + words[threadIdx.x][0]; });
  EXPECT_EQ((std::vector<int>{6 + 'o', 7 + 't'}), download(out, 2));
}

TEST_F(Access, DeviceMemoryReadByHostCode) {
  const int* p = upload<int>({41});
  const int value = *static_cast<const volatile int*>(p);
  const int line = __LINE__ - 1;
  EXPECT_EQ(41, value);  // it is recorded, and the host goes on
  const Finding f = only_finding();
  EXPECT_EQ(line, f.place.line);
  EXPECT_EQ("", f.place.kernel);
  EXPECT_FALSE(f.place.block.has_value());
  EXPECT_CONTAINS("Host code reads 4 bytes at byte 0 of the 4-byte allocation", f.message);
}

TEST_F(Access, ManagedMemoryBelongsToBoth) {
  int* p = static_cast<int*>(core::allocate(8, core::AllocationKind::managed, here()));
  p[0] = 4;
  p[1] = 0;
  run(1, 1, [=] { p[1] = p[0] + 1; });
  EXPECT_EQ(5, p[1]);
}

TEST_F(Access, ManagedMemoryEndsForTheHostToo) {
  volatile int* const p = static_cast<int*>(core::allocate(8, core::AllocationKind::managed, here()));
  p[2] = 1;
  const Finding f = only_finding();
  EXPECT_EQ(FindingKind::out_of_bounds, f.kind);
  EXPECT_CONTAINS("Host code writes 4 bytes at byte 8 of the 8-byte allocation", f.message);
}

TEST_F(Access, LocalArraysAreTheThreadsOwn) {
  int* out = allocate<int>(64);
  run(1, 64, [=] {
    volatile int local[16];
    for (int i = 0; i < 16; ++i) local[i] = i;
    barrier(here());
    out[threadIdx.x] = local[threadIdx.x % 16];
  });
  EXPECT_EQ(3, download(out, 64)[35]);
}

TEST_F(Access, ALocalVariableOfAnotherThreadIsFound) {
  int** shared_pointer = allocate<int*>(1);
  run(1, 2, [=] {
    volatile int mine = int(threadIdx.x);
    if (threadIdx.x == 0) *shared_pointer = const_cast<int*>(&mine);
    barrier(here());
    if (threadIdx.x == 1) **shared_pointer = 5;
    barrier(here());
  });
  EXPECT_EQ("local_of_other_thread", only_problem());
}

TEST_F(Access, ReadOnlyInputsReportWritesAndGoOn) {
  int* in = upload<int>({1, 2});
  mark_read_only(in);
  name_allocation(in, "in", sizeof(int));
  run(1, 1, [=] { in[1] = 3; });
  EXPECT_EQ("input_written", only_problem());
  EXPECT_EQ(cudaSuccess, cudaGetLastError());
}

TEST_F(Access, WithoutChecksNothingIsFound) {
  Options options;
  options.check = false;
  set_options(options);
  int* in = allocate<int>(64);
  int* out = allocate<int>(64);
  run(1, 64, [=] { out[threadIdx.x] = in[threadIdx.x]; });
  EXPECT_EQ(std::vector<int>(64, -1), download(out, 64));  // the poison of fresh memory
}

}  // namespace wgsim::test
