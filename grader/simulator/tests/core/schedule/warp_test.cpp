#include "kernel_fixture.hpp"

namespace wgsim::test {

constexpr unsigned kAll = 0xffffffff;

class WarpOperations : public KernelTest {
 protected:
  /// What each of 32 lanes gets when lane i gives 100 + i.
  static std::vector<int> shuffled(Shuffle kind, int argument, int width, unsigned mask = kAll) {
    int* out = allocate<int>(32);
    cudaMemset(out, 0, 32 * sizeof(int));
    run(1, 32, [=] {
      if ((mask >> threadIdx.x & 1) == 0) return;
      int value = 100 + int(threadIdx.x);
      shuffle(mask, &value, &value, sizeof value, kind, argument, width, Site{"w.cu", 3});
      out[threadIdx.x] = value;
    });
    return download(out, 32);
  }
};

TEST_F(WarpOperations, ShuffleByIndexStaysInItsSegment) {
  for (const int width : {1, 2, 4, 8, 16, 32}) {
    const auto result = shuffled(Shuffle::index, 5, width);
    for (int i = 0; i < 32; ++i) EXPECT_EQ(100 + i / width * width + 5 % width, result[std::size_t(i)]);
  }
}

TEST_F(WarpOperations, ShuffleUpAndDownKeepTheOwnValueAtTheEdge) {
  for (const int width : {2, 8, 32})
    for (const int delta : {0, 1, 3, 7, 31}) {
      const auto up = shuffled(Shuffle::up, delta, width), down = shuffled(Shuffle::down, delta, width);
      for (int i = 0; i < 32; ++i) {
        EXPECT_EQ(100 + (i % width >= delta ? i - delta : i), up[std::size_t(i)]);
        EXPECT_EQ(100 + (i % width + delta < width ? i + delta : i), down[std::size_t(i)]);
      }
    }
}

TEST_F(WarpOperations, AShuffleByExclusiveOrExchangesLanes) {
  // A lane may read from an earlier segment, not from a later one: CUDA's rule.
  for (const int width : {4, 32})
    for (const int lane_mask : {1, 2, 16}) {
      const auto result = shuffled(Shuffle::exclusive_or, lane_mask, width);
      for (int i = 0; i < 32; ++i) {
        const int source = i ^ lane_mask;
        EXPECT_EQ(100 + (source < i / width * width + width ? source : i), result[std::size_t(i)]);
      }
    }
}

TEST_F(WarpOperations, ShuffleMovesValuesOfAnySize) {
  struct Big {
    double a[4];
  };
  double* out = allocate<double>(32);
  run(1, 32, [=] {
    Big big{{1, 2, 3, double(threadIdx.x)}};
    shuffle(kAll, &big, &big, sizeof big, Shuffle::index, 9, 32, here());
    out[threadIdx.x] = big.a[3];
  });
  EXPECT_EQ(std::vector<double>(32, 9.0), download(out, 32));
}

TEST_F(WarpOperations, ReadingALaneOutsideTheMaskIsFoundAndGivesNoRightValue) {
  const auto result = shuffled(Shuffle::down, 4, 32, 0x0000ffff);
  EXPECT_EQ(104, result[0]);
  EXPECT_EQ(-1, result[12]);
  const Finding f = only_finding();
  EXPECT_EQ(FindingKind::barrier_divergence, f.kind);
  EXPECT_CONTAINS("reads the value of lane", f.message);
  EXPECT_CONTAINS("__shfl_down_sync, but that lane is not named in the mask 0x0000ffff", f.message);
}

TEST_F(WarpOperations, ReadingALaneThatExitedIsFound) {
  run(1, 32, [] {
    if (threadIdx.x >= 30) return;
    int value = 1;
    shuffle(kAll, &value, &value, sizeof value, Shuffle::index, 31, 32, Site{"w.cu", 3});
  });
  EXPECT_CONTAINS("has exited", only_finding().message);
}

TEST_F(WarpOperations, ReadingALaneThatTheBlockDoesNotHaveIsFound) {
  run(1, 20, [] {
    int value = 1;
    shuffle(kAll, &value, &value, sizeof value, Shuffle::index, 25, 32, Site{"w.cu", 3});
  });
  EXPECT_CONTAINS("does not exist in this block", only_finding().message);
}

TEST_F(WarpOperations, BallotCollectsPredicatesOfTheMask) {
  unsigned* out = allocate<unsigned>(64);
  run(1, 64, [=] {
    const unsigned odd = ballot(kAll, threadIdx.x % 2 == 1, here());
    const unsigned mask = threadIdx.x % 2 == 1 ? odd : ~odd;
    out[threadIdx.x] = ballot(mask, threadIdx.x % 32 < 8, here());
  });
  const auto result = download(out, 64);
  EXPECT_EQ(0x55u, result[0]);
  EXPECT_EQ(0xaau, result[33]);
}

TEST_F(WarpOperations, MatchFindsEqualValues) {
  unsigned* any = allocate<unsigned>(32);
  unsigned* all = allocate<unsigned>(4);
  run(1, 32, [=] {
    const int value = int(threadIdx.x) / 8;
    any[threadIdx.x] = match_any(kAll, &value, sizeof value, here());
    int equal = -1;
    const unsigned different = match_all(kAll, &value, sizeof value, &equal, here());
    const int seven = 7;
    int same = -1;
    const unsigned mask = match_all(kAll, &seven, sizeof seven, &same, here());
    if (threadIdx.x == 0) {
      all[0] = different;
      all[1] = unsigned(equal);
      all[2] = mask;
      all[3] = unsigned(same);
    }
  });
  EXPECT_EQ(0x0000ff00u, download(any, 32)[9]);
  EXPECT_EQ((std::vector<unsigned>{0, 0, kAll, 1}), download(all, 4));
}

TEST_F(WarpOperations, ReductionsAreOverTheLanesOfTheMask) {
  int* out = allocate<int>(6);
  unsigned* large = allocate<unsigned>(1);
  run(1, 32, [=] {
    const int v = int(threadIdx.x) - 3;
    const int add = warp_reduce_i32(kAll, v, WarpReduction::add, here());
    const int least = warp_reduce_i32(kAll, v, WarpReduction::min, here());
    const int most = warp_reduce_i32(kAll, v, WarpReduction::max, here());
    const unsigned bits_and = warp_reduce_u32(kAll, threadIdx.x | 64, WarpReduction::bit_and, here());
    const unsigned bits_or = warp_reduce_u32(kAll, threadIdx.x, WarpReduction::bit_or, here());
    const unsigned bits_xor = warp_reduce_u32(kAll, threadIdx.x == 9 ? 9 : 0, WarpReduction::bit_xor, here());
    const unsigned highest = warp_reduce_u32(kAll, unsigned(v), WarpReduction::max, here());
    if (threadIdx.x != 0) return;
    out[0] = add, out[1] = least, out[2] = most;
    out[3] = int(bits_and), out[4] = int(bits_or), out[5] = int(bits_xor);
    *large = highest;
  });
  EXPECT_EQ((std::vector<int>{31 * 32 / 2 - 96, -3, 28, 64, 31, 9}), download(out, 6));
  EXPECT_EQ(unsigned(-1), download(large, 1)[0]);
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
  EXPECT_EQ(FindingKind::barrier_divergence, f.kind);
  EXPECT_CONTAINS("Lane 16 calls __syncwarp with mask 0x0000ffff, which does not name the lane itself",
                  f.message);
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
  EXPECT_EQ(FindingKind::barrier_divergence, f.kind);
  EXPECT_CONTAINS("in different masks", f.message);
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
  const Finding f = only_finding();
  EXPECT_EQ(FindingKind::barrier_divergence, f.kind);
  EXPECT_CONTAINS("meet in different operations", f.message);
  EXPECT_CONTAINS("__syncwarp", f.message);
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
