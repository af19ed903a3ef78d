#include "kernel_fixture.hpp"

namespace wgsim::test {

using Barrier = KernelTest;

TEST_F(Barrier, AllWritesBeforeItAreSeenAfterIt) {
  constexpr int n = 1024;
  int* data = allocate<int>(n);
  int* out = allocate<int>(n);
  run(1, n, [=] {
    const int i = int(threadIdx.x);
    data[i] = i;
    barrier(here());
    out[i] = data[n - 1 - i];
  });
  const auto result = download(out, n);
  for (int i = 0; i < n; ++i) ASSERT_EQ(n - 1 - i, result[std::size_t(i)]);
}

TEST_F(Barrier, TheLastThreadMayExitInsteadOfArriving) {
  int* out = allocate<int>(64);
  run(1, 64, [=] {
    if (threadIdx.x == 63) return;  // the last one to run: the others already wait
    barrier(here());
    out[threadIdx.x] = 1;
  });
  EXPECT_EQ(1, download(out, 63)[0]);
  EXPECT_TRUE(is_warning(only_finding().kind));
}

TEST_F(Barrier, ThatThreadsExitedBeforeItIsAWarning) {
  int* out = allocate<int>(2 * 64);
  run(2, 64, [=] {
    if (threadIdx.x >= 40) return;
    for (int i = 0; i < 3; ++i) barrier(Site{"scan.cu", 10});
    out[blockIdx.x * 64 + threadIdx.x] = 1;
  });
  EXPECT_EQ(1, download(out + 64, 40)[39]) << "and the kernel goes on";
  const Finding f = only_finding();
  EXPECT_TRUE(is_warning(f.kind));
  EXPECT_CONTAINS("24 of the 64 threads of this block had ended", f.message);
  EXPECT_LT(f.place.thread.value()[0], 40) << "a thread that waits is named";
  EXPECT_EQ(10, f.place.line);
  EXPECT_EQ(cudaSuccess, cudaGetLastError());
}

TEST_F(Barrier, ThatThreadsExitedBeforeItIsAnErrorWhereBarriersAreStrict) {
  Options strict;
  strict.strict_barriers = true;
  set_options(strict);
  run(1, 64, [] {
    if (threadIdx.x < 40) barrier(here());
  });
  EXPECT_EQ(FindingKind::barrier_divergence, only_finding().kind);
}

TEST_F(Barrier, TwoCallSitesInOneBarrierNameBothPlacesAndThreads) {
  run(2, 64, [] {
    if (threadIdx.x < 32)
      barrier(Site{"scan.cu", 10});
    else
      barrier(Site{"scan.cu", 20});
  });
  const Finding f = only_finding();
  EXPECT_EQ(FindingKind::barrier_divergence, f.kind);
  EXPECT_CONTAINS("scan.cu:10", f.message);
  EXPECT_CONTAINS("scan.cu:20", f.message);
  EXPECT_EQ(20, f.place.line);
  EXPECT_EQ(32u, (*f.place.thread)[0]);
  ASSERT_TRUE(f.other.has_value());
  EXPECT_EQ(10, f.other->line);
  EXPECT_EQ(0u, (*f.other->thread)[0]);
  EXPECT_EQ(cudaErrorLaunchFailure, cudaGetLastError());
}

TEST_F(Barrier, OneCallSiteInALoopIsManyBarriers) {
  int* sum = upload<int>({0});
  run(1, 96, [=] {
    for (int turn = 0; turn < 96; ++turn) {
      if (int(threadIdx.x) == turn) *sum += turn;
      barrier(here());
    }
  });
  EXPECT_EQ(95 * 96 / 2, download(sum, 1)[0]);
}

TEST_F(Barrier, GridBarrierNeedsACooperativeLaunch) {
  run(2, 32, [] { grid_barrier(Site{"a.cu", 3}); });
  EXPECT_EQ("grid_sync_without_cooperation", only_problem());
}

}  // namespace wgsim::test
