#include "kernel_fixture.hpp"

namespace wgsim::test {

using Spin = KernelTest;

WGSIM_UNINSTRUMENTED int compare_and_swap(int* p, int expected, int desired) {
  atomic_access(p, sizeof(int), Scope::device, Site{"lock.cu", 5});
  const int old = *p;
  if (old == expected) *p = desired;
  return old;
}

TEST_F(Spin, AVolatileFlagSetByALaterThreadIsSeen) {
  int* flag = upload<int>({0});
  int* out = allocate<int>(64);
  run(1, 64, [=] {
    if (threadIdx.x == 63) *static_cast<volatile int*>(flag) = 1;
    while (*static_cast<volatile int*>(flag) == 0) {
    }
    out[threadIdx.x] = 1;
  });
  EXPECT_EQ(std::vector<int>(64, 1), download(out, 64));
}

TEST_F(Spin, ALockIsPassedOn) {
  int* lock = upload<int>({0});
  int* count = upload<int>({0});
  run(4, 64, [=] {
    while (compare_and_swap(lock, 0, 1) != 0) {
    }
    fence(Scope::device);
    const int old = *count;
    nanosleep_hint();  // the others find it locked
    *count = old + 1;
    fence(Scope::device);
    *static_cast<volatile int*>(lock) = 0;
  });
  EXPECT_EQ(256, download(count, 1)[0]);
}

TEST_F(Spin, ManyAtomicUpdatesAreNotALivelock) {
  int* bins = upload<int>({0, 0});
  run(8, 256, [=] {
    for (int i = 0; i < 2000; ++i) {
      atomicAdd(bins, 1);
    }
  });
  EXPECT_EQ(8 * 256 * 2000, download(bins, 1)[0]);
}

TEST_F(Spin, WaitingForAValueThatNobodyWritesIsALivelock) {
  int* flag = upload<int>({0});
  run(2, 32, [=] {
    while (*static_cast<volatile int*>(flag) == 0) {
    }
  });
  const int line = __LINE__ - 3;
  const Finding f = only_finding();
  EXPECT_EQ(line, f.place.line);
  EXPECT_CONTAINS("64 threads in 2 blocks only wait for a value in memory to change", f.message);
  EXPECT_NE(cudaSuccess, cudaGetLastError());
}

TEST_F(Spin, ALockHeldByAThreadThatWaitsAtABarrierIsALivelock) {
  int* lock = upload<int>({0});
  run(1, 32, [=] {
    while (compare_and_swap(lock, 0, 1) != 0) {
    }
    barrier(here());
    *static_cast<volatile int*>(lock) = 0;
  });
  const Finding f = only_finding();
  EXPECT_EQ("lock.cu", f.place.file);
  EXPECT_CONTAINS("31 threads in 1 block only wait", f.message);
}

TEST_F(Spin, ALockThatIsReadAndSetInTwoStepsFailsInARandomOrder) {
  Options options;
  options.order = Order::random;
  set_options(options);
  int* lock = upload<int>({0});
  int* inside = upload<int>({0});
  int* most = upload<int>({0});
  run(64, 32, [=] {
    if (threadIdx.x != 0) return;
    volatile int* const taken = lock;
    while (*taken != 0) {
    }
    *taken = 1;  // another thread may have read 0, too
    atomicMax(most, atomicAdd(inside, 1) + 1);
    atomicSub(inside, 1);
    *taken = 0;
  });
  EXPECT_GT(download(most, 1)[0], 1);
  // A thread that read 0 went on, so to it the word was data and not a flag.
  for (const Finding& f : take_findings()) EXPECT_EQ(FindingKind::race, f.kind) << f.message;
}

TEST_F(Spin, BlocksThatNeverStartAreNamed) {
  Options options;
  options.order = Order::reverse;
  options.resident_blocks = 4;
  set_options(options);
  int* done = allocate<int>(64);
  cudaMemset(done, 0, 64 * sizeof(int));
  run(64, 32, [=] {  // each block waits for the one before it: without a ticket
    if (threadIdx.x != 0) return;
    if (blockIdx.x > 0)
      while (*static_cast<volatile int*>(done + blockIdx.x - 1) == 0) {
      }
    *static_cast<volatile int*>(done + blockIdx.x) = 1;
  });
  const Finding f = only_finding();
  EXPECT_EQ("all_spin_for_blocks", f.problem);
  EXPECT_CONTAINS("60 blocks of the grid never started", f.message);
}

}  // namespace wgsim::test
