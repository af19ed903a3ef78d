#include "judge/timing/tiers.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

using enum TierKind;

TimingResult measured() {
  TimingResult result;
  result.ms = {2.0, 1.9, 2.1};
  result.copy_fraction = {0.50, 0.48, 0.52};
  result.reference_ratio = {1.20, 1.18, 1.22};
  result.cub_ratio = {0.90, 0.89, 0.91};
  return result;
}

spec::TimingTier tier(TierKind kind, double threshold) {
  return {.points = 1, .kind = kind, .threshold = threshold};
}

TEST(Standing, IsTheSameForSharesWhereMoreIsBetterAndForTimesWhereLessIs) {
  const struct {
    TierKind kind;
    double reached, in_doubt, still_in_doubt, below;
  } thresholds[] = {{copy_fraction, 0.48, 0.49, 0.51, 0.521},
                    {reference_ratio, 1.22, 1.21, 1.18, 1.17},
                    {cub_ratio, 0.91, 0.905, 0.89, 0.88},
                    {max_ms, 2.1, 2.0, 1.95, 1.8}};
  for (const auto& [kind, reached, in_doubt, still_in_doubt, below] : thresholds) {
    EXPECT_EQ(Standing::reached, standing(measured(), tier(kind, reached))) << to_string(kind);
    EXPECT_EQ(Standing::in_doubt, standing(measured(), tier(kind, in_doubt))) << to_string(kind);
    EXPECT_EQ(Standing::in_doubt, standing(measured(), tier(kind, still_in_doubt))) << to_string(kind);
    EXPECT_EQ(Standing::below, standing(measured(), tier(kind, below))) << to_string(kind);
  }
}

TEST(Standing, AnIntervalThatIsWideGivesNoDoubtFarFromTheMedian) {
  TimingResult spoilt = measured();
  spoilt.reference_ratio = {3.0, 1.0, 3.1};  // two of five calls were lies
  EXPECT_EQ(Standing::in_doubt, standing(spoilt, tier(reference_ratio, 2.95)));
  EXPECT_EQ(Standing::below, standing(spoilt, tier(reference_ratio, 2.5)));
  spoilt.reference_ratio = {2.0, 1.9, 3.0};  // two of five were disturbed
  EXPECT_EQ(Standing::in_doubt, standing(spoilt, tier(reference_ratio, 2.5))) << "the median is well below";
}

TEST(Standing, NothingToCompareWithIsBelow) {
  EXPECT_EQ(Standing::below, standing(TimingResult{}, tier(copy_fraction, 0.01)));
  for (const TierKind kind : {reference_ratio, cub_ratio, max_ms})
    EXPECT_EQ(Standing::below, standing(TimingResult{}, tier(kind, 99))) << to_string(kind);
}

TEST(Standing, NanIsBelow) {
  TimingResult result = measured();
  result.reference_ratio = {NAN, NAN, NAN};
  EXPECT_EQ(Standing::below, standing(result, tier(reference_ratio, 99)));
}

TEST(AwardTier, GivesTheBestOneThatIsReachedOrInDoubt) {
  const struct {
    std::vector<spec::TimingTier> tiers;
    int tier;
    bool in_doubt;
    const char* why;
  } cases[] = {
      {{tier(copy_fraction, 0.3), tier(reference_ratio, 1.3), tier(cub_ratio, 0.7)}, 2, false, "missed: cub"},
      {{tier(copy_fraction, 0.4), tier(copy_fraction, 0.5)}, 2, true, "the benefit of the doubt"},
      {{tier(copy_fraction, 0.5), tier(copy_fraction, 0.6)}, 1, true, "the better one is missed"},
      {{tier(copy_fraction, 0.5), tier(cub_ratio, 1)}, 2, false, "a doubt below the best tier is forgotten"},
      {{tier(copy_fraction, 0.6), tier(max_ms, 1)}, 0, false, "all are missed"}};
  for (const auto& [tiers, best, in_doubt, why] : cases) {
    TimingResult result = measured();
    result.tier = 9;
    result.in_doubt = !in_doubt;
    award_tier(result, tiers);
    EXPECT_EQ(best, result.tier) << why;
    EXPECT_EQ(in_doubt, result.in_doubt) << why;
  }
}

TEST(Tiers, ComeFromAnotherCardWhereNobodyHasCalibratedThisOne) {
  spec::Timing timing;
  EXPECT_EQ("", other_card_of_tiers(timing, "T4")) << "nobody says where they come from";
  timing.calibrated_on = "H200";
  timing.gpu["A100"] = {};
  EXPECT_EQ("H200", other_card_of_tiers(timing, "T4"));
  EXPECT_EQ("", other_card_of_tiers(timing, "H200"));
  EXPECT_EQ("", other_card_of_tiers(timing, "A100")) << "it has tiers of its own";
}

}  // namespace
}  // namespace warpgrade::judge
