// Operations of a warp, with the types and arguments that CUDA takes.
#include <array>

#include "api_fixture.hpp"

namespace {

using wgsim::test::DeviceArray;
using wgsim::test::DeviceTest;
using wgsim::test::run;

constexpr unsigned kAll = 0xffffffffu;

/// What each of 32 lanes computes.
template <class T, class Lane>
std::vector<T> each_lane(Lane lane) {
  std::vector<T> out(32);
  run(1, 32, [&] { out[threadIdx.x] = lane(threadIdx.x); });
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  return out;
}

class Warp : public DeviceTest {};

TEST_F(Warp, AShuffleByIndexStaysInItsSegment) {
  for (const int width : {1, 2, 4, 8, 16, 32}) {
    const auto taken = each_lane<int>([width](int i) { return __shfl_sync(kAll, 10 * i, 5, width); });
    for (int i = 0; i < 32; ++i) EXPECT_EQ(taken[i], 10 * (i / width * width + 5 % width));
  }
}

TEST_F(Warp, ShufflesUpAndDownKeepTheOwnValueAtTheEdge) {
  for (const int width : {2, 8, 32})
    for (const unsigned delta : {0, 1, 3, 7, 31}) {
      const auto up = each_lane<int>([=](int i) { return __shfl_up_sync(kAll, 10 * i, delta, width); });
      const auto down = each_lane<int>([=](int i) { return __shfl_down_sync(kAll, 10 * i, delta, width); });
      const int by = int(delta);
      for (int i = 0; i < 32; ++i) {
        EXPECT_EQ(up[i], 10 * (i % width >= by ? i - by : i));
        EXPECT_EQ(down[i], 10 * (i % width + by < width ? i + by : i));
      }
    }
}

TEST_F(Warp, AShuffleByExclusiveOrExchangesLanes) {
  // A lane may read from an earlier segment, not from a later one: CUDA's rule.
  for (const int width : {4, 32})
    for (const int mask : {1, 2, 16}) {
      const auto swapped = each_lane<int>([=](int i) { return __shfl_xor_sync(kAll, 10 * i, mask, width); });
      for (int i = 0; i < 32; ++i) {
        const int source = i ^ mask;
        EXPECT_EQ(swapped[i], 10 * (source < i / width * width + width ? source : i));
      }
    }
}

TEST_F(Warp, ShufflesKeepWideTypes) {
  const auto doubles = each_lane<double>([](int i) { return __shfl_sync(kAll, i + 0.125, 31); });
  const auto longs = each_lane<long long>([](int i) { return __shfl_sync(kAll, (1ll << 40) + i, 3); });
  EXPECT_EQ(doubles[0], 31.125);
  EXPECT_EQ(longs[9], (1ll << 40) + 3);
}

TEST_F(Warp, VotesSeeTheLanesOfTheMask) {
  EXPECT_EQ(each_lane<unsigned>([](int i) { return __ballot_sync(kAll, i % 2); })[7], 0xaaaaaaaau);
  const auto of_half = each_lane<unsigned>([](int i) {
    const unsigned odd = __ballot_sync(kAll, i % 2);
    return __ballot_sync(i % 2 ? odd : ~odd, i < 8);
  });
  EXPECT_EQ(of_half[0], 0x55u);
  EXPECT_EQ(of_half[1], 0xaau);
  EXPECT_EQ(each_lane<int>([](int i) { return __any_sync(kAll, i == 31); })[0], 1);
  EXPECT_EQ(each_lane<int>([](int) { return __any_sync(kAll, 0); })[0], 0);
  EXPECT_EQ(each_lane<int>([](int i) { return __all_sync(kAll, i < 32); })[3], 1);
  EXPECT_EQ(each_lane<int>([](int i) { return __all_sync(kAll, i < 31); })[3], 0);
}

TEST_F(Warp, MatchFindsEqualValues) {
  EXPECT_EQ(each_lane<unsigned>([](int i) { return __match_any_sync(kAll, i / 16); })[20], 0xffff0000u);
  int all_equal = -1;
  run(1, 32, [&] { __match_all_sync(kAll, 4.5f, &all_equal); });
  EXPECT_EQ(all_equal, 1);
  run(1, 32, [&] { __match_all_sync(kAll, threadIdx.x, &all_equal); });
  EXPECT_EQ(all_equal, 0);
}

TEST_F(Warp, ReduceCombinesAllLanes) {
  EXPECT_EQ(each_lane<int>([](int i) { return __reduce_add_sync(kAll, i - 16); })[5], -16);
  EXPECT_EQ(each_lane<int>([](int i) { return __reduce_min_sync(kAll, i - 16); })[5], -16);
  EXPECT_EQ(each_lane<unsigned>([](int i) { return __reduce_max_sync(kAll, unsigned(i)); })[5], 31u);
  EXPECT_EQ(each_lane<int>([](int i) { return __reduce_max_sync(kAll, i - 16); })[5], 15);
  EXPECT_EQ(each_lane<unsigned>([](int i) { return __reduce_max_sync(kAll, unsigned(i) - 3); })[5],
            unsigned(-1));
  EXPECT_EQ(each_lane<unsigned>([](int i) { return __reduce_and_sync(kAll, unsigned(i) | 64); })[5], 64u);
  EXPECT_EQ(each_lane<unsigned>([](int i) { return __reduce_or_sync(kAll, 1u << i); })[5], kAll);
  EXPECT_EQ(each_lane<unsigned>([](int i) { return __reduce_xor_sync(kAll, unsigned(i == 9 ? 9 : 0)); })[5],
            9u);
}

TEST_F(Warp, BlockBarriersCountPredicatesForAllThreads) {
  constexpr int kThreads = 48;
  std::vector<std::array<int, 5>> out(kThreads);
  run(1, kThreads, [&] {
    const int i = int(threadIdx.x);
    out[i] = {__syncthreads_count(i % 3 == 0), __syncthreads_and(i < kThreads), __syncthreads_and(i != 7),
              __syncthreads_or(i == 7), __syncthreads_or(0)};
  });
  for (const auto& seen : out) EXPECT_EQ(seen, (std::array{16, 1, 0, 1, 0}));
}

}  // namespace
