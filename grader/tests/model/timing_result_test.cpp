#include "model/timing_result.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace warpgrade {
namespace {

TEST(TierKind, ReadsItsFigureFromTheTimes) {
  TimingResult timing;
  EXPECT_FALSE(figure(timing, TierKind::max_ms)) << "no time was taken";
  EXPECT_FALSE(figure(timing, TierKind::cub_ratio));
  timing.ms = {2, 1.9, 2.1};
  timing.cub_ratio = {1.1, 1.0, 1.2};
  EXPECT_EQ(2, figure(timing, TierKind::max_ms).value().value);
  EXPECT_EQ(1.1, figure(timing, TierKind::cub_ratio).value().value);
}

TEST(TierResult, IsWrittenWithItsKindAsTheKey) {
  EXPECT_EQ(nlohmann::json::parse(R"({"points": 2, "max_ms": 0.5, "measurable": true})"),
            nlohmann::json(TierResult{2, TierKind::max_ms, 0.5}));
}

}  // namespace
}  // namespace warpgrade
