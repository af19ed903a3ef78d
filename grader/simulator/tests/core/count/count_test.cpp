// Costs of kernels that are written in the form that the rewriter gives them. What whole programs cost:
// tests/rewriter/programs/counting.cu.
#include <algorithm>

#include "kernel_fixture.hpp"
#include "wgsim/counting.h"

extern "C" void __tsan_write4(void* p);

#ifdef __APPLE__
__attribute__((section("__DATA,wgsim_constant"))) int table[16] = {1};
#else
__attribute__((section("wgsim_constant"))) int table[16] = {1};  // as the rewriter leaves __constant__
#endif

namespace wgsim::test {

class Count : public KernelTest {
 protected:
  Count() {
    Options options;
    options.count = true;
    set_options(options);
    take_costs();
  }
  ~Count() override { take_costs(); }

  /// Thread 5 does this many iterations, in each of which it writes to shared memory.
  std::uint64_t steps_of_iterations(unsigned iterations) {
    run(2, 32, [=] {
      static const char key = 0;
      auto* s = static_cast<int*>(shared_variable(&key, 32 * sizeof(int), 4, "s", sizeof(int)));
      const unsigned mine = threadIdx.x == 5 ? iterations : 1;
      if (Loop loop; true)
        for (unsigned k = 0; loop.goes_on(k < mine); ++k) {
          loop.next();
          s[threadIdx.x] = int(k);
        }
    });
    return take_costs().total.serial_steps;
  }
};

TEST_F(Count, LaunchesOfOneKernelAreSummedUp) {
  int* p = allocate<int>(32);
  LaunchConfig config;
  for (const char* name : {"a", "b", "a"}) {
    config.kernel = name;
    config.block = 32;
    run(config, [=] { p[threadIdx.x] = 1; });
  }
  const Costs costs = take_costs();
  ASSERT_EQ(2u, costs.kernels.size());
  EXPECT_EQ("a", costs.kernels[0].kernel);
  EXPECT_EQ(2u, costs.kernels[0].counters.launches);
  EXPECT_EQ(256u, costs.kernels[0].counters.global_bytes_written);
  EXPECT_EQ(384u, costs.total.global_bytes_written);
}

TEST_F(Count, TheFirstLaunchesOfAKernelAreKeptOneByOne) {
  int* p = allocate<int>(32);
  for (unsigned threads = 1; threads <= 20; ++threads) run(1, threads, [=] { p[threadIdx.x] = 1; });
  const KernelCosts kernel = take_costs().kernels.at(0);
  EXPECT_EQ(20u, kernel.counters.launches);
  EXPECT_EQ(4u * 210, kernel.counters.global_bytes_written);
  ASSERT_EQ(KernelCosts::kMostLaunches, kernel.launches.size());
  EXPECT_EQ(3u, kernel.launches[2].block[0]);
  EXPECT_EQ(12u, kernel.launches[2].counters.global_bytes_written);
}

TEST_F(Count, AWordThatSeveralLanesReadAtOnceIsMovedOnce) {
  int* p = allocate<int>(32);
  cudaMemset(p, 0, 32 * sizeof(int));
  int* out = allocate<int>(64);
  run(1, 64, [=] { out[threadIdx.x] = p[0] + p[threadIdx.x % 16]; });
  const Counters total = take_costs().total;
  EXPECT_EQ(2u * (4 + 16 * 4), total.global_bytes_read) << "one word and sixteen of them, for each warp";
  EXPECT_EQ(64u * 4, total.global_bytes_written);
}

TEST_F(Count, WarpsAreCountedWhetherTheyHaveWorkOrNot) {
  LaunchConfig config;
  config.grid = dim3(3, 2);
  config.block = dim3(11, 3);  // 33 threads: two warps
  run(config, [] {});
  EXPECT_EQ(12u, take_costs().total.warps);
}

TEST_F(Count, TheCostliestLineComesFirst) {
  int* p = allocate<int>(1024);
  const int line = __LINE__ + 2;
  run(1, 32, [=] {
    p[threadIdx.x * 8] = 1;
    p[threadIdx.x * 8 + 1] = 1;
    p[512 + threadIdx.x] = 1;
  });
  const Costs costs = take_costs();
  ASSERT_EQ(3u, costs.lines.size());
  EXPECT_EQ(line, costs.lines[0].line);
  EXPECT_EQ(Traffic::global_store, costs.lines[0].kind);
  EXPECT_EQ(32u, costs.lines[0].transactions);
  EXPECT_EQ(4u, costs.lines[0].ideal);
  EXPECT_EQ(4u, costs.lines[2].transactions);
}

TEST_F(Count, LanesThatDivergeMeetAgainAfterTheLoop) {
  int* p = allocate<int>(32);
  run(1, 32, [=] {
    const int lane = int(threadIdx.x);
    if (Loop loop; true)
      for (int i = 0; loop.goes_on(i <= lane % 4); ++i) {
        loop.next();
        p[lane] = i;
      }
    p[lane] = 7;
  });
  const Costs costs = take_costs();
  const Counters& c = costs.total;
  EXPECT_EQ(4u + 1u, c.global_requests);
  EXPECT_EQ(5u, c.branches);
  EXPECT_EQ(3u, c.divergent_branches);  // after the last iteration all remaining lanes leave together
  const auto split = std::ranges::find(costs.lines, Traffic::divergent_branch, &LineCosts::kind);
  ASSERT_NE(costs.lines.end(), split);
  EXPECT_EQ(3u, split->requests);
  EXPECT_EQ(6u, split->transactions) << "two ways each";
  EXPECT_EQ(3u, split->ideal);
}

TEST_F(Count, BarriersAreThoseOfTheBlockWithTheMost) {
  run(3, 64, [] {
    for (unsigned i = 0; i <= blockIdx.x; ++i) barrier(here());
  });
  EXPECT_EQ(3u, take_costs().total.barriers);
}

TEST_F(Count, BarriersOfTheGridAreBarriers) {
  LaunchConfig config;
  config.grid = 2;
  config.block = 64;
  config.cooperative = true;
  run(config, [] {
    grid_barrier(here());
    barrier(here());
    grid_barrier(here());
  });
  EXPECT_EQ(3u, take_costs().total.barriers);
}

TEST_F(Count, WordsOfConstantMemoryAreServedOneAfterTheOther) {
  int* out = allocate<int>(32);
  run(1, 32, [=] { out[threadIdx.x] = table[0] + table[threadIdx.x % 16]; });
  const Counters total = take_costs().total;
  EXPECT_EQ(1u + 16u, total.constant_words);
  EXPECT_EQ(3u, total.serial_accesses);
  EXPECT_EQ(3u * 32, total.block_accesses);
  EXPECT_EQ(1u, total.global_requests);
}

TEST_F(Count, AtomicsMoveBytesAsLoadsAndStoresDo) {
  int* p = upload<int>({1, 2});
  run(1, 32, [=] { atomicOr(p + threadIdx.x % 2, 0); });
  const Counters total = take_costs().total;
  EXPECT_EQ(1u, total.global_atomic_requests);
  EXPECT_EQ(2u * 2 * 4, total.global_atomic_bytes) << "two words, read and written";
  EXPECT_EQ(0u, total.global_requests);
}

TEST_F(Count, SerialAccessesAreThoseOfTheThreadWithTheMostInEachLaunch) {
  int* p = allocate<int>(64);
  const auto kernel = [=] {
    const unsigned i = blockIdx.x * 32 + threadIdx.x;
    if (Loop loop; true)
      for (unsigned k = 0; loop.goes_on(k < (i == 33 ? 70 : 2)); ++k) {
        loop.next();
        p[i] = int(k);
      }
  };
  run(2, 32, kernel);
  EXPECT_EQ(70u, take_costs().total.serial_accesses);
  run(1, 32, kernel);
  run(2, 32, kernel);
  run(1, 32, [] {});
  EXPECT_EQ(2u + 70u, take_costs().total.serial_accesses);
}

TEST_F(Count, BlockAccessesAreThoseOfTheBlockWithTheMostInEachLaunch) {
  int* p = allocate<int>(128);
  const auto kernel = [=] {
    const unsigned i = blockIdx.x * 32 + threadIdx.x;
    p[i] = 1;
    if (i >= 32) p[64 + i] = 2;
  };
  run(2, 32, kernel);
  EXPECT_EQ(64u, take_costs().total.block_accesses);
  run(1, 32, kernel);
  run(2, 32, kernel);
  run(1, 32, [] {});
  EXPECT_EQ(32u + 64u, take_costs().total.block_accesses);
}

/// Each block draws tiles until none is left. With barriers its threads draw and wait; without, each draws
/// for itself.
std::uint64_t most_tiles_of_a_block(int* next, unsigned blocks, int tiles, bool with_barriers) {
  int* const done = next + 1;
  run(blocks, 32, [=] {
    static const char key = 0;
    auto* tile = static_cast<int*>(shared_variable(&key, sizeof(int), 4, "tile", sizeof(int)));
    for (;;) {
      if (threadIdx.x == 0) *tile = atomicAdd(next, 1);
      barrier(here());
      const int mine = *tile;
      if (with_barriers) barrier(here());
      barrier(here());
      if (mine >= tiles) return;
      if (threadIdx.x == 0) done[mine] = int(blockIdx.x);
    }
  });
  return take_costs().total.block_accesses;
}

TEST_F(Count, BlocksThatDrawTilesFromACounterShareThemFairly) {
  constexpr int kTiles = 400;
  for (const unsigned blocks : {8u, 40u})
    for (const bool with_barriers : {false, true}) {
      int* next = upload<int>(std::vector<int>(kTiles + 1, 0));
      // Each tile takes two accesses, and the last draw of a block one.
      EXPECT_GE(2 * (kTiles / blocks + 1) + 1, most_tiles_of_a_block(next, blocks, kTiles, with_barriers));
    }
}

TEST_F(Count, ThreadsThatDrawFromACounterShareFairly) {
  int* next = upload<int>({0});
  run(2, 64, [=] {
    while (atomicAdd(next, 1) < 1280) {
    }
  });
  EXPECT_GE(1280u / 128 + 2, take_costs().total.serial_accesses);
}

TEST_F(Count, AThreadThatWaitsCountsOneReadHoweverLongItWaits) {
  int* flag = upload<int>({0});
  for (const int patience : {1, 100}) {
    cudaMemset(flag, 0, sizeof(int));
    run(2, 1, [=] {
      volatile int* const ready = flag;
      if (blockIdx.x == 0)
        while (*ready == 0) {
        }
      else
        for (int i = 0; i < patience; ++i) nanosleep_hint();
      if (blockIdx.x == 1) *ready = 1;
    });
    const Counters total = take_costs().total;
    EXPECT_EQ(1u, total.serial_accesses);
    EXPECT_EQ(2u, total.global_requests);
  }
}

TEST_F(Count, UpdatesThatFindTheSameAreCounted) {
  int* most = upload<int>({9});
  run(1, 1, [=] {
    for (int i = 0; i < 10; ++i) atomicMax(most, i);
  });
  EXPECT_EQ(10u, take_costs().total.global_atomics);
}

TEST_F(Count, StepsOfAThreadAreItsAccessesAndItsIterations) {
  EXPECT_EQ(2u * 10, steps_of_iterations(13) - steps_of_iterations(3));
}

TEST_F(Count, AThreadsOwnArrayCountsForItsStepsOnly) {
  run(1, 1, [] {
    int own[16] = {};
    for (int& element : own) __tsan_write4(&element);
  });
  const Counters total = take_costs().total;
  EXPECT_LE(16u, total.serial_steps);
  EXPECT_EQ(0u, total.serial_accesses);
  EXPECT_EQ(0u, total.global_requests);
}

/// Fills and sums an array of its own, of which the compiler tells nobody: only the result goes to memory.
template <int words>
void sum_in_own_array(int* result) {
  int own[words];
  for (int i = 0; i < words; ++i) {
    own[i] = i;
    asm volatile("" : "+m"(own[i]));
  }
  int sum = 0;
  for (const int element : own) sum += element;
  *result = sum;
}

TEST_F(Count, WhatAThreadKeepsBeyondItsRegistersIsCountedByItsFrames) {
  int* p = allocate<int>(1);
  const auto words_of = [&](auto kernel) {
    run(1, 1, kernel);
    return take_costs().total.local_words;
  };
  EXPECT_EQ(0u, words_of([=] { sum_in_own_array<64>(p); }));
  const std::uint64_t large = words_of([=] { sum_in_own_array<2000>(p); });
  EXPECT_LE(2000u - 255, large);
  EXPECT_GE(2100u, large);
}

TEST_F(Count, EachOperationOfItsWarpIsAStepOfAThread) {
  const auto steps_of_shuffles = [&](int shuffles) {
    run(1, 32, [=] {
      for (int left = shuffles; left > 0; --left) __shfl_sync(~0u, left, 0);
    });
    return take_costs().total.serial_steps;
  };
  EXPECT_EQ(10u, steps_of_shuffles(13) - steps_of_shuffles(3));
}

TEST_F(Count, AWideShuffleIsAStepForEachWord) {
  struct Wide {
    int words[8];
  };
  run(1, 32, [=] {
    Wide value = {};
    shuffle(~0u, &value, &value, sizeof value, Shuffle::index, 0, 32, Site::here());
  });
  EXPECT_LE(8u, take_costs().total.serial_steps);
}

TEST_F(Count, ABarrierIsAStepOfEachThread) {
  const auto steps_of_barriers = [&](int barriers) {
    run(1, 64, [=] {
      for (int left = barriers; left > 0; --left) __syncthreads();
    });
    return take_costs().total.serial_steps;
  };
  EXPECT_EQ(10u, steps_of_barriers(13) - steps_of_barriers(3));
}

TEST_F(Count, AnIterationWithoutACountedConditionIsAStep) {
  const auto steps_of_iterations = [&](int iterations) {
    run(1, 1, [=] {
      int left = iterations;
      if (Loop loop; true)
        while (true) {
          loop.next();
          if (--left == 0) break;
        }
    });
    return take_costs().total.serial_steps;
  };
  EXPECT_EQ(10u, steps_of_iterations(13) - steps_of_iterations(3));
}

TEST_F(Count, AKernelThatIsEndedLeavesNothingBehind) {
  int* p = allocate<int>(32);
  run(1, 64, [=] { p[threadIdx.x] = 1; });
  EXPECT_EQ(FindingKind::out_of_bounds, only_finding().kind);
  reset_device();
  take_costs();
  int* q = allocate<int>(32);
  run(1, 32, [=] { q[threadIdx.x] = 1; });
  EXPECT_EQ(1u, take_costs().total.global_requests);
}

TEST_F(Count, TheOrderOfThreadsDoesNotMatter) {
  int* p = allocate<int>(256);
  const auto kernel = [=] {
    const int t = int(threadIdx.x);
    if (branch(t % 3 == 0)) p[t] = 1;
    p[t] = 2;
  };
  run(1, 256, kernel);
  const Counters forward = take_costs().total;
  for (const Order order : {Order::reverse, Order::random}) {
    Options options;
    options.count = true;
    options.order = order;
    options.order_seed = 5;
    set_options(options);
    run(1, 256, kernel);
    EXPECT_EQ(forward, take_costs().total);
  }
}

TEST_F(Count, ShufflesAndVotesAreCountedByThread) {
  int* p = allocate<int>(64);
  run(2, 64, [=] {
    if (threadIdx.x < 32) p[blockIdx.x * 32 + threadIdx.x] = 1;
    __shfl_down_sync(~0u, 1, 1);
    __shfl_down_sync(~0u, 1, 2);
    __ballot_sync(~0u, 1);
    __syncwarp();
  });
  const Counters counters = take_costs().total;
  EXPECT_EQ(256u, counters.shuffles);
  EXPECT_EQ(128u, counters.votes);
  EXPECT_EQ(64u, counters.working_threads) << "the others access no memory";
  EXPECT_EQ(4, counters.per_thread(counters.shuffles));
}

TEST_F(Count, ATallySeesTheAccessesOfTheBusiestThreadAndBlockAndNoWaiting) {
  Options options;
  options.tally = true;
  set_options(options);
  int* p = allocate<int>(69);
  int* flag = upload<int>({1});
  run(2, 32, [=] {
    p[blockIdx.x * 32 + threadIdx.x] = 1;
    for (int k = 0; k < 5 && blockIdx.x == 1 && threadIdx.x == 3; ++k) p[64 + k] = k;
    while (*static_cast<volatile int*>(flag) == 0) {
    }
  });
  const Counters counters = take_costs().total;
  EXPECT_EQ(6u, counters.serial_accesses);
  EXPECT_GE(counters.serial_steps, 6u) << "its own variables, too";
  EXPECT_EQ(37u, counters.block_accesses);
  EXPECT_EQ(69u, counters.global_accesses);
  EXPECT_EQ(0u, counters.global_requests) << "not counted by warp";
}

}  // namespace wgsim::test
