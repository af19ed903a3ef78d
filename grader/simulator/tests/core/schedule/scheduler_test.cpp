#include "kernel_fixture.hpp"

namespace wgsim::test {

class Scheduler : public KernelTest {
 protected:
  /// The order in which threads of a grid came to one point: block * 1000 + thread.
  static std::vector<int> order_of(Options options, unsigned blocks, unsigned threads, bool with_barrier) {
    set_options(options);
    int* next = upload<int>({0});
    int* log = allocate<int>(blocks * threads);
    run(blocks, threads, [=] {
      if (with_barrier) barrier(here());
      log[atomicAdd(next, 1)] = int(blockIdx.x * 1000 + threadIdx.x);
    });
    return download(log, blocks * threads);
  }
  static std::vector<int> forward(unsigned blocks, unsigned threads) {
    std::vector<int> all;
    for (unsigned b = 0; b < blocks; ++b)
      for (unsigned t = 0; t < threads; ++t) all.push_back(int(b * 1000 + t));
    return all;
  }
  static Options in_order(Order order, std::uint64_t seed = 0) {
    Options options;
    options.order = order;
    options.order_seed = seed;
    return options;
  }
};

TEST_F(Scheduler, ForwardRunsBlocksAndThreadsByNumber) {
  EXPECT_EQ(forward(3, 40), order_of(in_order(Order::forward), 3, 40, false));
  EXPECT_EQ(forward(3, 40), order_of(in_order(Order::forward), 3, 40, true));
}

TEST_F(Scheduler, ReverseRunsThemBackwards) {
  std::vector<int> expected = forward(3, 40);
  std::reverse(expected.begin(), expected.end());
  EXPECT_EQ(expected, order_of(in_order(Order::reverse), 3, 40, false));
  EXPECT_EQ(expected, order_of(in_order(Order::reverse), 3, 40, true));
}

TEST_F(Scheduler, RandomIsAPermutationThatTheSeedDecides) {
  for (const bool with_barrier : {false, true}) {
    const auto one = order_of(in_order(Order::random, 1), 20, 40, with_barrier);
    EXPECT_NE(forward(20, 40), one);
    EXPECT_NE(one, order_of(in_order(Order::random, 2), 20, 40, with_barrier));
    EXPECT_EQ(one, order_of(in_order(Order::random, 1), 20, 40, with_barrier)) << "whatever ran before";
    auto sorted = one;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(forward(20, 40), sorted);
  }
}

TEST_F(Scheduler, NoMoreBlocksThanAllowedAreResident) {
  Options options;
  options.resident_blocks = 3;
  set_options(options);
  int* inside = upload<int>({0});
  int* most = upload<int>({0});
  run(20, 32, [=] {
    if (threadIdx.x == 0) {
      const int now = atomicAdd(inside, 1) + 1;
      atomicMax(most, now);
    }
    for (int i = 0; i < 5; ++i) nanosleep_hint();  // lets other blocks in
    barrier(here());
    if (threadIdx.x == 0) atomicSub(inside, 1);
  });
  EXPECT_EQ(3, download(most, 1)[0]);
}

TEST_F(Scheduler, AThreadMayWaitForAnotherBlockThatIsResident) {
  int* flag = upload<int>({0});
  int* out = allocate<int>(1);
  run(2, 32, [=] {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
      while (*static_cast<volatile int*>(flag) == 0) {
      }
      *out = 7;
    } else {
      *static_cast<volatile int*>(flag) = 1;
    }
  });
  EXPECT_EQ(7, download(out, 1)[0]);
}

TEST_F(Scheduler, ASlowOldestBlockMakesOthersLookFarBack) {
  Options options = in_order(Order::random, 3);
  options.resident_blocks = 100;
  options.oldest_block_is_slow = true;
  set_options(options);
  constexpr unsigned kBlocks = 150;
  int* tickets = upload<int>({0});
  int* farthest = upload<int>({0});
  int* state = allocate<int>(kBlocks);  // 1: the block has its own sum, 2: that of all before it, too
  cudaMemset(state, 0, kBlocks * sizeof(int));
  run(kBlocks, 32, [=] {
    int ticket = threadIdx.x == 0 ? atomicAdd(tickets, 1) : 0;
    barrier(here());
    if (threadIdx.x != 0) return;
    volatile int* const done = state;
    done[ticket] = ticket == 0 ? 2 : 1;
    int back = 0, seen = ticket == 0 ? 2 : 1;
    while (seen != 2) {
      while ((seen = done[ticket - back - 1]) == 0) {
      }
      ++back;
    }
    done[ticket] = 2;
    atomicMax(farthest, back);
  });
  EXPECT_LE(90, download(farthest, 1)[0]);  // nearly all the other resident blocks: some fall asleep
}

/// Each lane spins on a block of its own, and lane 0, which publishes, may be the last one to run.
TEST_F(Scheduler, ASlowOldestBlockWaitsUntilTheLanesOfOthersHavePublished) {
  Options options = in_order(Order::random, 3);
  options.resident_blocks = 60;
  options.oldest_block_is_slow = true;
  set_options(options);
  constexpr int kBlocks = 60;
  int* tickets = upload<int>({0});
  int* unfinished = upload<int>({0});  // windows without a tile that has the sum of all before it
  int* ticket_of = allocate<int>(kBlocks);
  int* state = allocate<int>(kBlocks);  // as above
  cudaMemset(state, 0, kBlocks * sizeof(int));
  run(kBlocks, 32, [=] {
    if (threadIdx.x == 0) ticket_of[blockIdx.x] = atomicAdd(tickets, 1);
    barrier(here());
    const int ticket = ticket_of[blockIdx.x];
    volatile int* const done = state;
    if (threadIdx.x == 0) done[ticket] = 1;
    const int at = ticket - 1 - int(threadIdx.x);
    int seen = 2;
    if (at >= 0)
      while ((seen = done[at]) == 0) {
      }
    const bool complete = ballot(~0u, seen == 2, here()) != 0;
    if (threadIdx.x == 0 && !complete) atomicAdd(unfinished, 1);
    if (threadIdx.x == 0 && complete) done[ticket] = 2;
  });
  // Block 33 is the first that can't see block 0. Some fall asleep, and see what others have finished.
  EXPECT_LE((kBlocks - 33) / 2, download(unfinished, 1)[0]);
}

TEST_F(Scheduler, ASlowBlockIsNotForgotten) {
  Options options = in_order(Order::random, 1);
  options.oldest_block_is_slow = true;
  set_options(options);
  int* flag = upload<int>({0});
  run(8, 32, [=] {  // all wait for block 3 by sleeping, which is no progress
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 3) *static_cast<volatile int*>(flag) = 1;
    while (*static_cast<volatile int*>(flag) == 0) nanosleep_hint();
  });
  EXPECT_EQ(1, download(flag, 1)[0]);
}

/// As in a look-back that reads the state of a block twice: once to choose a value, once to choose whether to
/// stop. There are no more blocks than can be resident.
TEST_F(Scheduler, AWordChangesBetweenTwoReadsOfIt) {
  for (const bool oldest_is_slow : {false, true}) {
    int changes = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      Options options = in_order(Order::random, seed);
      options.resident_blocks = oldest_is_slow ? 100 : 8;
      options.oldest_block_is_slow = oldest_is_slow;
      set_options(options);
      constexpr unsigned kBlocks = 30;
      int* words = upload<int>(std::vector<int>(kBlocks + 2, 0));
      run(kBlocks, 32, [=] {
        volatile int* const state = words;
        const int ticket = threadIdx.x == 0 ? atomicAdd(words + kBlocks, 1) : 0;
        barrier(here());
        if (threadIdx.x != 0) return;
        state[ticket] = 1;
        for (int t = ticket - 1; t >= 0; --t) {
          int seen;
          while ((seen = state[t]) == 0) {
          }
          if (state[t] != seen) atomicAdd(words + kBlocks + 1, 1);
          if (seen == 2) break;
        }
        state[ticket] = 2;
      });
      changes += download(words + kBlocks + 1, 1)[0] != 0;
    }
    EXPECT_LE(3, changes) << "oldest_is_slow = " << oldest_is_slow;
  }
}

TEST_F(Scheduler, DeepStacksAreFine) {
  int* out = allocate<int>(64);
  run(1, 64, [=] {
    volatile char local[100000];
    local[0] = char(threadIdx.x);
    local[99999] = 1;
    barrier(here());
    out[threadIdx.x] = local[0] + local[99999];
  });
  EXPECT_EQ(64, download(out, 64)[63]);
}

struct Policy {
  Order order;
  std::uint64_t seed;
  int resident_blocks;
};
class EveryOrder : public KernelTest, public testing::WithParamInterface<Policy> {};
INSTANTIATE_TEST_SUITE_P(Scheduler, EveryOrder,
                         testing::Values(Policy{Order::forward, 0, 8}, Policy{Order::forward, 0, 1},
                                         Policy{Order::reverse, 0, 8}, Policy{Order::reverse, 0, 1},
                                         Policy{Order::random, 1, 8}, Policy{Order::random, 2, 3},
                                         Policy{Order::random, 3, 1}, Policy{Order::random, 4, 100}));

TEST_P(EveryOrder, GivesACorrectKernelTheSameResult) {
  Options options;
  options.order = GetParam().order;
  options.order_seed = GetParam().seed;
  options.resident_blocks = GetParam().resident_blocks;
  set_options(options);
  constexpr unsigned kBlocks = 30, kThreads = 150;  // the last warp is not full
  int* tickets = upload<int>({0});
  int* chain = allocate<int>(kBlocks + 1);  // running total of blocks, passed on in ticket order
  cudaMemset(chain, 0xff, (kBlocks + 1) * sizeof(int));
  cudaMemset(chain, 0, sizeof(int));
  int* exchange = allocate<int>(kBlocks * kThreads);
  int* ticket_of = allocate<int>(kBlocks);
  run(kBlocks, kThreads, [=] {
    const unsigned t = threadIdx.x, mask = t < 128 ? 0xffffffff : 0x003fffff;
    if (t == 0) ticket_of[blockIdx.x] = atomicAdd(tickets, 1);
    int sum = 1;
    for (unsigned step = 1; step < 32; step *= 2) {
      int other = sum;
      shuffle(mask, &other, &other, sizeof other, Shuffle::up, int(step), 32, here());
      if (t % 32 >= step) sum += other;
    }
    exchange[blockIdx.x * kThreads + t] = sum;
    const int ones = barrier_reduce(BarrierReduction::count, sum == int(t % 32) + 1, here());
    if (t != 0) return;
    const int ticket = ticket_of[blockIdx.x];
    int before;
    while ((before = static_cast<volatile int*>(chain)[ticket]) < 0) {
    }
    static_cast<volatile int*>(chain)[ticket + 1] = before + ones;
  });
  const auto totals = download(chain, kBlocks + 1);
  for (unsigned b = 0; b <= kBlocks; ++b) EXPECT_EQ(int(b * kThreads), totals[b]);
}

}  // namespace wgsim::test
