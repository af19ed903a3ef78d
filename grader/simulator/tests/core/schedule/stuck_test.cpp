#include "kernel_fixture.hpp"

namespace wgsim::test {

using Stuck = KernelTest;

TEST_F(Stuck, BarrierAgainstWarpOperationIsDivergence) {
  run(1, 64, [] {
    if (threadIdx.x == 5)
      warp_sync(0xffffffff, Site{"a.cu", 8});
    else
      barrier(Site{"a.cu", 6});
  });
  const Finding f = only_finding();
  EXPECT_EQ(FindingKind::barrier_divergence, f.kind);
  EXPECT_CONTAINS("63 threads wait in __syncthreads() (a.cu:6)", f.message);
  EXPECT_CONTAINS("1 thread waits in a warp operation (a.cu:8)", f.message);
  ASSERT_TRUE(f.other.has_value());
}

TEST_F(Stuck, LanesThatWaitForEachOtherInACircleAreADeadlock) {
  // Lane 0 waits for 1, lane 1 for 2, lane 2 for 0: no two of them name each other.
  run(1, 3, [] {
    const unsigned lane = threadIdx.x;
    warp_sync(1u << lane | 1u << (lane + 1) % 3, Site{"a.cu", int(10 + lane)});
  });
  const Finding f = only_finding();
  EXPECT_EQ(FindingKind::deadlock, f.kind);
  EXPECT_CONTAINS("1 thread waits in a warp operation (a.cu:10)", f.message);
  EXPECT_CONTAINS("(a.cu:12)", f.message);
  EXPECT_NE(cudaSuccess, cudaGetLastError());
}

TEST_F(Stuck, SpinnersAreNotADeadlock) {
  int* flag = upload<int>({0});
  run(1, 64, [=] {
    if (threadIdx.x == 0) {
      while (*static_cast<volatile int*>(flag) == 0) {
      }
      barrier(Site{"a.cu", 4});
    } else {
      barrier(Site{"a.cu", 4});
    }
  });
  EXPECT_EQ(FindingKind::livelock, only_finding().kind);
}

}  // namespace wgsim::test
