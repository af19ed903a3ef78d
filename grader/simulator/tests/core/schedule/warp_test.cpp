#include "kernel_fixture.hpp"

namespace wgsim::test {

constexpr unsigned kAll = 0xffffffff;

class WarpOperations : public KernelTest {};

TEST_F(WarpOperations, ReadingALaneOutsideTheMaskIsFoundAndGivesNoRightValue) {
  int* out = allocate<int>(16);
  run(1, 32, [=] {
    if (threadIdx.x >= 16) return;
    int value = 100 + int(threadIdx.x);
    shuffle(0x0000ffff, &value, &value, sizeof value, Shuffle::down, 4, 32, Site{"w.cu", 3});
    out[threadIdx.x] = value;
  });
  const auto result = download(out, 16);
  EXPECT_EQ(104, result[0]);
  EXPECT_EQ(-1, result[12]);
  const Finding f = only_finding();
  EXPECT_EQ(FindingKind::barrier_divergence, f.kind);
  EXPECT_CONTAINS("__shfl_down_sync, but that lane is not named in the mask 0x0000ffff", f.message);
}

TEST_F(WarpOperations, ReadingALaneThatExitedIsFound) {
  run(1, 32, [] {
    if (threadIdx.x >= 30) return;
    int value = 1;
    shuffle(kAll, &value, &value, sizeof value, Shuffle::index, 31, 32, Site{"w.cu", 3});
  });
  EXPECT_EQ("lane_exited", only_problem());
}

TEST_F(WarpOperations, ReadingALaneThatTheBlockDoesNotHaveIsFound) {
  run(1, 20, [] {
    int value = 1;
    shuffle(kAll, &value, &value, sizeof value, Shuffle::index, 25, 32, Site{"w.cu", 3});
  });
  EXPECT_EQ("no_such_lane", only_problem());
}

TEST_F(WarpOperations, GroupsWithDisjointMasksDoNotWaitForEachOther) {
  int* out = allocate<int>(32);
  run(1, 32, [=] {
    const unsigned group = threadIdx.x / 8;
    int value = int(threadIdx.x);
    for (unsigned turn = 0; turn <= group; ++turn)  // a different number of times in each group
      shuffle(0xffu << group * 8, &value, &value, sizeof value, Shuffle::exclusive_or, 1, 32, here());
    out[threadIdx.x] = value;
  });
  const auto result = download(out, 32);
  EXPECT_EQ(1, result[0]);
  EXPECT_EQ(8, result[8]);
}

TEST_F(WarpOperations, LanesThatExitedAreNotWaitedFor) {
  int* out = allocate<int>(32);
  run(1, 32, [=] {
    if (threadIdx.x == 31) return;  // the last to run
    warp_sync(kAll, here());
    out[threadIdx.x] = 1;
  });
  EXPECT_EQ(1, download(out, 31)[0]);
}

TEST_F(WarpOperations, LanesNamedInTheMaskMayComeFromTheOtherBranch) {
  int* out = allocate<int>(32);
  run(1, 32, [=] {
    if (threadIdx.x < 16) {
      barrier(here());
      warp_sync(kAll, here());
    } else {
      barrier(here(__LINE__ - 3));
      warp_sync(kAll, here());
    }
    out[threadIdx.x] = 1;
  });
  EXPECT_EQ(std::vector<int>(32, 1), download(out, 32));
}

TEST_F(WarpOperations, TheCallerMustBeInItsMask) {
  run(1, 32, [] { warp_sync(0x0000ffff, Site{"w.cu", 4}); });
  const Finding f = only_finding();
  EXPECT_EQ("own_lane_not_in_mask", f.problem);
  EXPECT_EQ("16", fact(f, "lane"));
  EXPECT_EQ("0x0000ffff", fact(f, "mask"));
  EXPECT_EQ(cudaErrorLaunchFailure, cudaGetLastError());
}

TEST_F(WarpOperations, MasksThatDisagreeAreFoundWithBothPlaces) {
  run(1, 32, [] {
    if (threadIdx.x < 16)
      ballot(0xffffffff, true, Site{"w.cu", 4});
    else
      ballot(0xffff0001, true, Site{"w.cu", 6});
  });
  const Finding f = only_finding();
  EXPECT_EQ("different_masks", f.problem);
  EXPECT_CONTAINS("w.cu:4", f.message);
  EXPECT_CONTAINS("w.cu:6", f.message);
  EXPECT_TRUE(f.other.has_value());
}

TEST_F(WarpOperations, DifferentOperationsOfOneMaskAreFound) {
  run(1, 32, [] {
    if (threadIdx.x < 16)
      ballot(kAll, true, Site{"w.cu", 4});
    else
      warp_sync(kAll, Site{"w.cu", 6});
  });
  EXPECT_EQ("different_operations", only_problem());
}

TEST_F(WarpOperations, ActiveMaskNamesTheLanesOfTheBranch) {
  unsigned* out = allocate<unsigned>(64);
  run(1, 64, [=] {
    if (threadIdx.x % 32 < 5)
      out[threadIdx.x] = active_mask(Site{"w.cu", 4});
    else if (threadIdx.x % 32 < 31)
      out[threadIdx.x] = active_mask(Site{"w.cu", 6});
    else
      out[threadIdx.x] = 0;
  });
  const auto result = download(out, 64);
  EXPECT_EQ(0x0000001fu, result[0]);
  EXPECT_EQ(0x7fffffe0u, result[5]);
  EXPECT_EQ(0x0000001fu, result[36]);
}

TEST_F(WarpOperations, ActiveMaskDoesNotWaitForLanesThatWaitOrSpin) {
  unsigned* out = allocate<unsigned>(32);
  int* flag = upload<int>({0});
  run(1, 32, [=] {
    if (threadIdx.x < 4) {
      out[threadIdx.x] = active_mask(Site{"w.cu", 4});
      *static_cast<volatile int*>(flag) = 1;
    } else if (threadIdx.x < 8) {
      while (*static_cast<volatile int*>(flag) == 0) {
      }
    }
    barrier(here());
  });
  EXPECT_EQ(0xfu, download(out, 4)[0]);
}

}  // namespace wgsim::test
