#include "model/costs.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace warpgrade {
namespace {

TEST(Costs, EachHasAUnitAndARemedy) {
  ASSERT_FALSE(all_costs().empty());
  for (const Cost& cost : all_costs()) {
    EXPECT_FALSE(cost.unit.empty()) << cost.name;
    EXPECT_FALSE(cost.remedy.empty()) << cost.name;
  }
}

TEST(Costs, DepthAndWorkAreOfTheTracedOperatorAndTrafficIsCounted) {
  EXPECT_EQ(MeasuredBy::traced_operator, cost_named("depth").measured_by);
  EXPECT_EQ(MeasuredBy::traced_operator, cost_named("work").measured_by);
  EXPECT_EQ(MeasuredBy::simulator, cost_named("global_bytes").measured_by);
}

TEST(Costs, AnUnknownNameThrows) { EXPECT_THROW(cost_named("elegance"), std::out_of_range); }

}  // namespace
}  // namespace warpgrade
