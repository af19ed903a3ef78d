// warpgrade/warp.cuh on the simulator: shuffles of any trivially copyable type.
#include <vector>

#include <gtest/gtest.h>
#include <warpgrade/warp.cuh>

#include "wgsim/simulator.hpp"

namespace {

struct Matrix {
  int a, b, c, d;
  char tag;
  bool operator==(const Matrix&) const = default;
};

Matrix matrix_of(int i) { return {i, -i, 2 * i, i * i, char(i)}; }

/// What each of 32 lanes computes.
template <class Lane>
std::vector<Matrix> each_lane(Lane lane) {
  std::vector<Matrix> out(32);
  auto kernel = [&] { out[threadIdx.x] = lane(int(threadIdx.x)); };
  wgsim::LaunchConfig config;
  config.block = 32;
  wgsim::launch(
      config, [](void* self) { (*static_cast<decltype(kernel)*>(self))(); }, &kernel);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_TRUE(wgsim::take_findings().empty());
  return out;
}

TEST(StudentWarp, AnyTypeCanBeTakenFromALane) {
  const auto taken = each_lane([](int i) { return warpgrade::shfl(matrix_of(i), 30); });
  for (int i = 0; i < 32; ++i) EXPECT_EQ(taken[i], matrix_of(30));
}

TEST(StudentWarp, ShufflesUpAndDownKeepTheirOwnAtTheEndOfASegment) {
  const auto up = each_lane([](int i) { return warpgrade::shfl_up(matrix_of(i), 1); });
  const auto down =
      each_lane([](int i) { return warpgrade::shfl_down(matrix_of(i), 4, warpgrade::kFullWarp, 16); });
  for (int i = 0; i < 32; ++i) {
    EXPECT_EQ(up[i], matrix_of(i == 0 ? 0 : i - 1));
    EXPECT_EQ(down[i], matrix_of(i % 16 >= 12 ? i : i + 4));
  }
}

TEST(StudentWarp, ShuffleXorSwapsLanes) {
  const auto swapped = each_lane([](int i) { return warpgrade::shfl_xor(matrix_of(i), 31); });
  for (int i = 0; i < 32; ++i) EXPECT_EQ(swapped[i], matrix_of(31 - i));
}

}  // namespace
