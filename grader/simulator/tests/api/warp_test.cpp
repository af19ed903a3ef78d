// Operations of a warp, with the types and arguments that CUDA takes.
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

TEST_F(Warp, ShufflesMoveValuesBetweenLanes) {
  const auto from_lane_5 = each_lane<int>([](int i) { return __shfl_sync(kAll, 10 * i, 5); });
  const auto up = each_lane<int>([](int i) { return __shfl_up_sync(kAll, 10 * i, 2); });
  const auto down = each_lane<int>([](int i) { return __shfl_down_sync(kAll, 10 * i, 2); });
  const auto swapped = each_lane<int>([](int i) { return __shfl_xor_sync(kAll, 10 * i, 1); });
  for (int i = 0; i < 32; ++i) {
    EXPECT_EQ(from_lane_5[i], 50);
    EXPECT_EQ(up[i], i < 2 ? 10 * i : 10 * (i - 2));
    EXPECT_EQ(down[i], i >= 30 ? 10 * i : 10 * (i + 2));
    EXPECT_EQ(swapped[i], 10 * (i ^ 1));
  }
}

TEST_F(Warp, AWidthMakesSegments) {
  const auto first = each_lane<int>([](int i) { return __shfl_sync(kAll, i, 0, 8); });
  const auto down = each_lane<int>([](int i) { return __shfl_down_sync(kAll, i, 1, 8); });
  for (int i = 0; i < 32; ++i) {
    EXPECT_EQ(first[i], i / 8 * 8);
    EXPECT_EQ(down[i], i % 8 == 7 ? i : i + 1);
  }
}

TEST_F(Warp, FiveBitsOfALaneOrDeltaCount) {
  const auto down = each_lane<int>([](int i) { return __shfl_down_sync(kAll, i, 33); });
  const auto swapped = each_lane<int>([](int i) { return __shfl_xor_sync(kAll, i, 40); });
  const auto last = each_lane<int>([](int i) { return __shfl_sync(kAll, i, -1); });
  EXPECT_EQ(down[3], 4);
  EXPECT_EQ(swapped[3], 11);
  EXPECT_EQ(last[3], 31);
}

TEST_F(Warp, ShufflesKeepWideTypes) {
  const auto doubles = each_lane<double>([](int i) { return __shfl_sync(kAll, i + 0.125, 31); });
  const auto longs = each_lane<long long>([](int i) { return __shfl_sync(kAll, (1ll << 40) + i, 3); });
  EXPECT_EQ(doubles[0], 31.125);
  EXPECT_EQ(longs[9], (1ll << 40) + 3);
}

TEST_F(Warp, VotesSeeAllLanes) {
  EXPECT_EQ(each_lane<unsigned>([](int i) { return __ballot_sync(kAll, i % 2); })[7], 0xaaaaaaaau);
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
  EXPECT_EQ(each_lane<unsigned>([](int i) { return __reduce_or_sync(kAll, 1u << i); })[5], kAll);
  EXPECT_EQ(each_lane<unsigned>([](int i) { return __reduce_xor_sync(kAll, unsigned(i)); })[5], 0u);
}

TEST_F(Warp, BlockBarriersCountPredicates) {
  std::vector<int> count(64), conjunction(64), disjunction(64);
  run(1, 64, [&] {
    const unsigned i = threadIdx.x;
    count[i] = __syncthreads_count(i % 4 == 0);
    conjunction[i] = __syncthreads_and(i < 63);
    disjunction[i] = __syncthreads_or(i == 63);
  });
  EXPECT_EQ(count[1], 16);
  EXPECT_EQ(conjunction[2], 0);
  EXPECT_NE(disjunction[3], 0);
}

}  // namespace
