#include "race/watched_blocks.hpp"

#include "race/race_fixture.hpp"

namespace wgsim::test {

class WatchedBlocks : public Race {
 protected:
  WatchedBlocks() {
    Options options;
    options.watch_some_blocks = true;
    set_options(options);
  }

  /// Blocks `a` and `b` write the same element.
  void run_with_race_of(unsigned blocks, unsigned a, unsigned b) {
    run(blocks, 1, [=, data = data] {
      if (blockIdx.x == a || blockIdx.x == b) data[0] = int(blockIdx.x);
    });
  }
};

TEST_F(WatchedBlocks, BlocksThatTakeTurnsInAnArrayOf1024AreWatched) {
  run_with_race_of(2051, 0, 1024);
  only_race();
  run_with_race_of(2051, 1023, 2047);
  only_race();
  run_with_race_of(2051, 1, 2049);
  only_race();
}

TEST_F(WatchedBlocks, NeighboursOnBothSidesOfABorderAreWatched) {
  run_with_race_of(2051, 511, 512);
  only_race();
  run_with_race_of(2051, 2049, 2050);
  only_race();
}

TEST_F(WatchedBlocks, AllBlocksOfASmallGridAreWatched) {
  run_with_race_of(64, 30, 31);
  only_race();
}

TEST_F(WatchedBlocks, BlocksOfAGridAreCountedThroughAllItsDimensions) {
  run(dim3(8, 8, 32), 1, [=, data = data] {
    const unsigned number = (blockIdx.z * 8 + blockIdx.y) * 8 + blockIdx.x;
    if (number % 1024 == 1) data[0] = int(number);
  });
  only_race();
}

TEST_F(WatchedBlocks, UnwatchedBlocksAreStillCheckedForBoundsAndUnwrittenMemory) {
  int* in = allocate<int>(1);
  run(2051, 1, [=, out = out] {
    if (blockIdx.x == 700) out[0] = *in;
  });
  EXPECT_EQ(FindingKind::uninitialized_read, only_finding().kind);
  run(2051, 1, [=, out = out] {
    if (blockIdx.x == 700) out[1024] = 1;
  });
  EXPECT_EQ(FindingKind::out_of_bounds, only_finding().kind);
}

TEST_F(WatchedBlocks, AWriteOfAnUnwatchedBlockCountsAsWrittenAndIsNoRace) {
  run(2051, 1, [=, data = data, out = out] {
    if (blockIdx.x == 700) data[0] = out[1023] = 1;
    if (blockIdx.x == 1024) out[0] = data[0] + out[1023];
  });
  expect_clean();
}

TEST_F(WatchedBlocks, AFlagOrdersWatchedBlocksThroughUnwatchedOnes) {
  run(2051, 1, [=, data = data, flag = flag] {
    while (as_volatile(flag)[0] != int(blockIdx.x)) {
    }
    fence(Scope::device);
    if (blockIdx.x % 1024 == 0) data[0] = data[0] + 1;
    fence(Scope::device);
    as_volatile(flag)[0] = int(blockIdx.x) + 1;
  });
  expect_clean();
  EXPECT_EQ(3, download(data, 1)[0]);
}

}  // namespace wgsim::test
