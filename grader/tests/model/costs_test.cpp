#include "model/costs.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace warpgrade {
namespace {

TEST(Costs, EachHasAUnitAMeaningAndARemedy) {
  ASSERT_FALSE(all_costs().empty());
  for (const Cost& cost : all_costs()) {
    EXPECT_FALSE(cost.unit.empty()) << cost.name;
    EXPECT_FALSE(cost.meaning.empty()) << cost.name;
    EXPECT_FALSE(cost.remedy.empty()) << cost.name;
  }
}

TEST(Costs, DepthAndWorkAreOfTheTracedOperatorAndTrafficIsCounted) {
  EXPECT_EQ(MeasuredBy::traced_operator, cost_named("depth").measured_by);
  EXPECT_EQ(MeasuredBy::traced_operator, cost_named("work").measured_by);
  EXPECT_EQ(MeasuredBy::simulator, cost_named("global_bytes").measured_by);
}

TEST(Costs, WhatTheHostDoesIsOutsideKernels) {
  for (const Cost& cost : all_costs())
    EXPECT_EQ(cost.name == "host_bytes" || cost.name == "upload_bytes", cost.outside_kernels) << cost.name;
}

TEST(Costs, ThePageForAuthorsExplainsEachAsThisListDoes) {
  std::ifstream page(EXERCISE_TOML_PAGE);
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  for (const Cost& cost : all_costs()) {
    if (cost.measured_by != MeasuredBy::simulator) continue;
    EXPECT_NE(text.npos, text.find(fmt::format("| `{}` | {}", cost.name, cost.meaning))) << cost.name;
  }
}

TEST(Costs, AnUnknownNameThrows) { EXPECT_THROW(cost_named("elegance"), std::out_of_range); }

}  // namespace
}  // namespace warpgrade
