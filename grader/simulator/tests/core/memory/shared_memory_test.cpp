#include "kernel_fixture.hpp"

namespace wgsim::test {

using SharedMemory = KernelTest;

char key_a, key_b;  // their addresses are what a rewritten declaration uses

template <class T>
WGSIM_UNINSTRUMENTED T* shared_array(const char& key, std::size_t n, const char* name) {
  return static_cast<T*>(shared_variable(&key, n * sizeof(T), alignof(T), name, sizeof(T)));
}
template <class T>
WGSIM_UNINSTRUMENTED T* dynamic_array(const char* name) {
  return static_cast<T*>(dynamic_shared(16, name, sizeof(T)));
}

TEST_F(SharedMemory, StartsUninitialisedInEachBlock) {
  int* out = allocate<int>(2);
  run(2, 1, [=] {
    int* s = shared_array<int>(key_a, 32, "s_data");
    if (blockIdx.x == 0) s[3] = 1;  // only the first block writes
    out[blockIdx.x] = s[3];
  });
  const Finding f = only_finding();
  EXPECT_EQ("unwritten_shared", f.problem);
  EXPECT_CONTAINS("s_data[3] (__shared__), which nobody wrote", f.message);
  EXPECT_EQ(1u, (*f.place.block)[0]);
}

TEST_F(SharedMemory, IndicesOutsideAnArrayAreNamed) {
  run(1, 1, [=] {
    float* s = shared_array<float>(key_a, 256, "s_data");
    shared_array<float>(key_b, 256, "other");
    s[256] = 1;
  });
  EXPECT_EQ("s_data[256], outside s_data[0..256) (__shared__)", fact(only_finding(), "memory"));
  reset_device();
  run(1, 1, [=] {
    shared_array<float>(key_a, 256, "before");
    shared_array<float>(key_b, 256, "s_data")[int(threadIdx.x) - 1] = 1;
  });
  const Finding f = only_finding();
  EXPECT_EQ("s_data[-1], outside s_data[0..256) (__shared__)", fact(f, "memory"));
  EXPECT_EQ("shared_index_below_zero", f.problem);
}

TEST_F(SharedMemory, TheNumberOfAThreadInTheGridIsNoneInItsBlock) {
  run(2, 256, [=] { shared_array<float>(key_a, 256, "s_data")[blockIdx.x * 256 + threadIdx.x] = 1; });
  EXPECT_EQ("grid_number_in_shared", only_problem());
}

TEST_F(SharedMemory, WhatLiesBehindTheWrittenElementsMayBeOneTooFar) {
  float* out = allocate<float>(1);
  const auto read = [=](unsigned index) {
    run(1, 1, [=] {
      auto* data = shared_array<float>(key_a, 8, "s_data");
      for (unsigned i = 0; i < 3; ++i) data[i] = 1;
      out[0] = data[index];
    });
    return only_problem();
  };
  EXPECT_EQ("unwritten_behind_shared", read(3));
  EXPECT_EQ("unwritten_shared", read(4));
}

TEST_F(SharedMemory, OneElementPastAnArrayIsToldByItsLastOne) {
  run(1, 1, [=] { shared_array<float>(key_a, 256, "s_data")[threadIdx.x + 256] = 1; });
  const Finding f = only_finding();
  EXPECT_EQ("one_past_shared_array", f.problem);
  EXPECT_EQ("255", fact(f, "last"));
}

TEST_F(SharedMemory, AnIndexFarOutsideIsStillOneIntoSharedMemory) {
  run(1, 1, [=] { shared_array<float>(key_a, 256, "s_data")[int(threadIdx.x) - 100'000] = 1; });
  const Finding f = only_finding();
  EXPECT_EQ("outside_shared_array", f.problem);
  EXPECT_CONTAINS("s_data has 256 elements, and the block 1 thread.", f.remedy);
  for (const int index : {-2'000'000'000, 2'000'000'000}) {
    reset_device();
    run(1, 1, [=] { shared_array<float>(key_a, 256, "s_data")[int(threadIdx.x) + index] = 1; });
    EXPECT_EQ("shared_of_other_block", only_problem());
  }
}

TEST_F(SharedMemory, DynamicMemoryHasTheSizeOfTheLaunch) {
  int* out = allocate<int>(1);
  run(
      1, 64,
      [=] {
        int* s = dynamic_array<int>("cache");
        s[threadIdx.x] = 1;
        barrier(here());
        if (threadIdx.x == 0) *out = s[63];
      },
      64 * sizeof(int));
  EXPECT_EQ(1, download(out, 1)[0]);
  run(
      1, 65, [=] { dynamic_array<int>("cache")[threadIdx.x] = 1; }, 64 * sizeof(int));
  const Finding f = only_finding();
  EXPECT_EQ("outside_dynamic_shared", f.problem);
  EXPECT_CONTAINS(
      "cache[64], outside cache[0..64) (__shared__): it ends at byte 260, and the launch gave 256 bytes",
      f.message);
}

TEST_F(SharedMemory, AForgottenSizeofIsNamed) {
  run(
      1, 64, [=] { dynamic_array<int>("cache")[threadIdx.x] = 1; }, 64);
  const Finding f = only_finding();
  EXPECT_EQ("sizeof_missing", f.problem);
  EXPECT_CONTAINS("it ends at byte 68, and the launch gave 64 bytes of dynamic shared memory", f.message);
}

TEST_F(SharedMemory, ForgottenDynamicSizeIsExplained) {
  run(1, 1, [=] { dynamic_array<int>("cache")[0] = 1; });
  EXPECT_EQ("no_dynamic_shared", only_problem());
}

TEST_F(SharedMemory, MoreThan48KBOfStaticArraysIsRefused) {
  run(1, 1, [=] { shared_array<int>(key_a, 16 * 1024, "huge")[0] = 1; });
  const Finding f = only_finding();
  EXPECT_EQ(FindingKind::launch_error, f.kind);
  EXPECT_CONTAINS("declares 65536 bytes of __shared__ arrays (the last one is `huge`)", f.message);
}

TEST_F(SharedMemory, AnotherBlocksArrayIsOutOfReach) {
  int** published = upload<int*>({nullptr});
  int* flag = upload<int>({0});
  run(2, 1, [=] {
    int* s = shared_array<int>(key_a, 32, "s");
    s[0] = 1;
    if (blockIdx.x == 0) {
      *published = s;
      fence(Scope::device);
      *static_cast<volatile int*>(flag) = 1;
      while (*static_cast<volatile int*>(flag) == 1) {
      }
    } else {
      while (*static_cast<volatile int*>(flag) == 0) {
      }
      fence(Scope::device);
      **published = 3;
    }
  });
  EXPECT_EQ("shared_of_other_block", only_problem());
}

}  // namespace wgsim::test
