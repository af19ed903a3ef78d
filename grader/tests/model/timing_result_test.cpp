#include "model/timing_result.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace warpgrade {
namespace {

TEST(TierKind, IsFoundByItsName) {
  for (const TierKindInfo& kind : all_tier_kinds()) {
    EXPECT_EQ(kind.kind, tier_kind_from_string(kind.name));
    EXPECT_EQ(kind.name, to_string(kind.kind));
  }
  EXPECT_FALSE(tier_kind_from_string("min_ms"));
}

TEST(TierKind, EachRelativeKindHasAColumnAndWordsForReports) {
  for (const TierKindInfo& kind : all_tier_kinds()) {
    EXPECT_EQ(kind.is_relative, !kind.column.empty()) << kind.name;
    EXPECT_FALSE(kind.unit.empty()) << kind.name;
    EXPECT_FALSE(kind.example.empty()) << kind.name;
  }
}

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
