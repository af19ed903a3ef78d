#include "kernel_test.hpp"

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
      log[(*next)++] = int(blockIdx.x * 1000 + threadIdx.x);
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
      ++*inside;
      if (*inside > *most) *most = *inside;
    }
    for (int i = 0; i < 5; ++i) nanosleep_hint();  // lets other blocks in
    barrier(here());
    if (threadIdx.x == 0) --*inside;
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

}  // namespace wgsim::test
