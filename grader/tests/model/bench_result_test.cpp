#include "model/bench_result.hpp"

#include <gtest/gtest.h>

namespace warpgrade {
namespace {

BenchPoint point(double copy, double peak, std::vector<double> ms) {
  BenchPoint point;
  point.copy_gb_per_second = copy;
  point.peak_gb_per_second = peak;
  for (const double time : ms) {
    point.times.emplace_back();
    if (time > 0)
      point.times.back() = BenchTime{.ms = {time, time, time}, .copy_fraction = {}, .times_library = {}};
  }
  return point;
}

TEST(BenchResult, TheRoofsAreThoseOfAllPoints) {
  BenchResult result;
  result.tasks.resize(2);
  result.tasks[0].points = {point(4000, 4800, {0.3, 0.2}), point(4200, 4810, {0, 0.5})};
  result.tasks[1].points = {point(4100, 4800, {0.1})};
  EXPECT_DOUBLE_EQ(4100, result.copy_gb_per_second());
  EXPECT_DOUBLE_EQ(4810, result.peak_gb_per_second());
  EXPECT_DOUBLE_EQ(0.1, result.shortest_ms());
}

TEST(BenchResult, AnotherReleaseOfCubIsNamed) {
  BenchResult result;
  result.gpu = "NVIDIA H200";
  result.cuda = "13.0";
  EXPECT_EQ("NVIDIA H200, CUDA 13.0", result.machine());
  result.cub = "3.5.0";
  EXPECT_EQ("NVIDIA H200, CUDA 13.0, CUB 3.5.0", result.machine());
}

TEST(BenchResult, WithoutPointsThereAreNoRoofs) {
  BenchResult result;
  result.tasks.resize(1);
  result.tasks[0].points = {point(0, 0, {0})};
  EXPECT_DOUBLE_EQ(0, result.copy_gb_per_second());
  EXPECT_DOUBLE_EQ(0, result.peak_gb_per_second());
  EXPECT_DOUBLE_EQ(0, result.shortest_ms());
}

}  // namespace
}  // namespace warpgrade
