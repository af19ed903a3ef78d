// Cooperative groups: ranks, tiles, collective operations, grid-wide synchronisation.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "api_fixture.hpp"

namespace {

namespace cg = cooperative_groups;
using wgsim::test::DeviceArray;
using wgsim::test::DeviceTest;
using wgsim::test::run;

class CooperativeGroups : public DeviceTest {};

TEST_F(CooperativeGroups, BlockAndGridNumberTheirThreads) {
  std::vector<unsigned> rank(24);
  std::vector<int> seen(48);
  run(2, dim3(4, 3, 2), [&] {
    const cg::thread_block block = cg::this_thread_block();
    EXPECT_EQ(block.size(), 24u);
    EXPECT_EQ(block.group_index().x, blockIdx.x);
    EXPECT_EQ(block.dim_threads().y, 3u);
    rank[threadIdx.x + 4 * (threadIdx.y + 3 * threadIdx.z)] = block.thread_rank();
    ++seen[cg::this_grid().thread_rank()];
    EXPECT_EQ(cg::this_grid().size(), 48u);
  });
  for (unsigned i = 0; i < 24; ++i) EXPECT_EQ(rank[i], i);
  EXPECT_EQ(seen, std::vector<int>(48, 1));
}

TEST_F(CooperativeGroups, BlockSyncIsABarrier) {
  std::vector<int> stage(64), seen(64);
  run(1, 64, [&] {
    const auto block = cg::this_thread_block();
    stage[threadIdx.x] = 1;
    block.sync();
    seen[threadIdx.x] = stage[63 - threadIdx.x];
    cg::sync(block);
  });
  EXPECT_EQ(seen, std::vector<int>(64, 1));
}

TEST_F(CooperativeGroups, TilesShuffleAndVoteAmongThemselves) {
  std::vector<int> up(64), swapped(64);
  std::vector<unsigned> ballot(64), tile_number(64);
  run(1, 64, [&] {
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const int i = int(threadIdx.x);
    EXPECT_EQ(tile.thread_rank(), threadIdx.x % 8);
    up[i] = tile.shfl_up(i, 3);
    swapped[i] = tile.shfl_xor(i, 7);
    ballot[i] = tile.ballot(tile.thread_rank() < 2);
    tile_number[i] = tile.meta_group_rank();
    EXPECT_EQ(tile.meta_group_size(), 8u);
    EXPECT_EQ(tile.any(i == 9), i / 8 == 1);
    EXPECT_EQ(tile.all(i != 9), i / 8 != 1);
    EXPECT_EQ(tile.shfl(i, 5), i / 8 * 8 + 5);
    EXPECT_EQ(tile.match_any(i % 2), i % 2 == 0 ? 0x55u : 0xaau);
  });
  for (int i = 0; i < 64; ++i) {
    EXPECT_EQ(up[i], i % 8 < 3 ? i : i - 3);
    EXPECT_EQ(swapped[i], i ^ 7);
    EXPECT_EQ(ballot[i], 3u);
    EXPECT_EQ(tile_number[i], unsigned(i / 8));
  }
}

TEST_F(CooperativeGroups, TilesOfTilesAndOfARunTimeSize) {
  run(1, 64, [] {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const cg::thread_block_tile<4> tile = cg::tiled_partition<4>(warp);
    EXPECT_EQ(tile.meta_group_rank(), threadIdx.x % 32 / 4);
    EXPECT_EQ(tile.meta_group_size(), 8u);
    const cg::thread_group group = cg::tiled_partition(cg::this_thread_block(), 16);
    EXPECT_EQ(group.size(), 16u);
    EXPECT_EQ(group.thread_rank(), threadIdx.x % 16);
    group.sync();
  });
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(CooperativeGroups, CoalescedThreadsAreThoseOfTheBranch) {
  int members = 0;
  run(1, 32, [&] {
    if (threadIdx.x % 4 == 1) {
      const auto group = cg::coalesced_threads();
      EXPECT_EQ(group.size(), 8u);
      EXPECT_EQ(group.thread_rank(), threadIdx.x / 4);
      EXPECT_EQ(group.shfl(threadIdx.x, 3), 13u);
      EXPECT_EQ(group.ballot(group.thread_rank() == 2), 4u);
      EXPECT_EQ(cg::reduce(group, 1, cg::plus<int>()), 8);
      ++members;
    }
  });
  EXPECT_EQ(members, 8);
}

TEST_F(CooperativeGroups, CoalescedThreadsAreSometimesOnlySomeInARandomOrderAndSoIsTheActiveMaskOfABranch) {
  wgsim::Options options;
  options.order = wgsim::Order::random;
  int whole = 0, parts = 0, whole_branch = 0, parts_of_branch = 0;
  for (options.order_seed = 1; options.order_seed <= 20; ++options.order_seed) {
    wgsim::set_options(options);
    run(1, 32, [&] {
      const auto group = cg::coalesced_threads();
      EXPECT_EQ(cg::reduce(group, 1u, cg::plus<unsigned>()), group.size());
      ++(group.size() == 32 ? whole : parts);
      EXPECT_EQ(__activemask(), ~0u);
      if (threadIdx.x % 2 == 0) ++(__activemask() == 0x55555555u ? whole_branch : parts_of_branch);
      __syncwarp();  // lanes that have ended are not missing in a branch
    });
  }
  EXPECT_GT(whole_branch, 0);
  EXPECT_GT(parts_of_branch, 0);
  EXPECT_EQ(whole + parts, 20 * 32);
  EXPECT_GT(whole, 0);
  EXPECT_GT(parts, 0);
}

TEST_F(CooperativeGroups, ThreadsWithEqualLabelsMakeAGroup) {
  run(1, 32, [] {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const auto same = cg::labeled_partition(warp, threadIdx.x % 3);
    EXPECT_EQ(same.size(), threadIdx.x % 3 < 2 ? 11u : 10u);
    EXPECT_EQ(same.thread_rank(), threadIdx.x / 3);
  });
}

/// Associative, not commutative: writes decimal numbers side by side.
struct Concatenate {
  unsigned long long operator()(unsigned long long a, unsigned long long b) const {
    unsigned long long shift = 1;
    while (shift <= b) shift *= 10;
    return a * shift + b;
  }
};

TEST_F(CooperativeGroups, ScansGiveTheOperatorTheLaterRanksFirst) {
  const std::vector<unsigned long long> inclusive = {1, 21, 321, 4321, 54321, 654321, 7654321, 87654321};
  run(1, 32, [&] {
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const unsigned rank = tile.thread_rank();
    const unsigned long long digit = rank + 1;
    EXPECT_EQ(cg::inclusive_scan(tile, digit, Concatenate()), inclusive[rank]);
    EXPECT_EQ(cg::exclusive_scan(tile, digit, Concatenate()), rank == 0 ? 0 : inclusive[rank - 1]);
    EXPECT_EQ(cg::inclusive_scan(tile, 1u), rank + 1);
    EXPECT_EQ(cg::exclusive_scan(tile, 2u), 2 * rank);
  });
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(CooperativeGroups, AnExclusiveScanBeginsWithZeroWhateverTheOperator) {
  run(1, 32, [] {
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const int rank = int(tile.thread_rank());
    EXPECT_EQ(cg::exclusive_scan(tile, rank - 8, cg::greater<int>()), rank == 0 ? 0 : rank - 9);
    EXPECT_EQ(cg::exclusive_scan(tile, rank + 5, cg::less<int>()), rank == 0 ? 0 : 5);
  });
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(CooperativeGroups, AReductionOfATileHasAnotherOrderInEachLane) {
  const std::vector<unsigned long long> expected = {15372648, 26481537, 37154826, 48263715,
                                                    51736284, 62845173, 73518462, 84627351};
  run(1, 32, [&] {
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const unsigned rank = tile.thread_rank();
    const unsigned long long digit = rank + 1;
    EXPECT_EQ(cg::reduce(tile, digit, Concatenate()), expected[rank]);
    EXPECT_EQ(cg::reduce(tile, rank, cg::less<unsigned>()), 0u);
    EXPECT_EQ(cg::reduce(tile, rank, cg::plus<unsigned>()), 28u);
  });
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(CooperativeGroups, AReductionOfCoalescedThreadsBeginsWithTheLastRank) {
  int members = 0;
  run(1, 32, [&] {
    if (threadIdx.x % 5 == 1) {
      const auto group = cg::coalesced_threads();
      const unsigned long long digit = group.thread_rank() + 1;
      EXPECT_EQ(cg::reduce(group, digit, Concatenate()), 7654321u);
      ++members;
    }
  });
  EXPECT_EQ(members, 7);
}

TEST_F(CooperativeGroups, AWholeWarpOfCoalescedThreadsIsReducedLikeATile) {
  // a op b = a: what is left is the value that comes first.
  const auto first = [](unsigned a, unsigned) { return a; };
  run(1, 32, [&] {
    const auto warp = cg::coalesced_threads();
    EXPECT_EQ(cg::reduce(warp, threadIdx.x, first), threadIdx.x);
    EXPECT_EQ(cg::reduce(warp, threadIdx.x, cg::plus<unsigned>()), 31u * 32 / 2);
  });
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(CooperativeGroups, GridSyncWaitsForAllBlocksOfACooperativeLaunch) {
  constexpr unsigned kBlocks = 20;
  unsigned arrived = 0, least_seen = kBlocks * 32;
  run(
      kBlocks, 32,
      [&] {
        ++arrived;
        cg::this_grid().sync();
        least_seen = min(least_seen, arrived);
      },
      true);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(least_seen, kBlocks * 32);
}

}  // namespace
