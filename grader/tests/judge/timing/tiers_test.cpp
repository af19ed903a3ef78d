#include "judge/timing/tiers.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

TimingResult measured() {
  TimingResult result;
  result.ms = {2.0, 1.9, 2.1};
  result.copy_fraction = {0.50, 0.48, 0.52};
  result.reference_ratio = {1.20, 1.18, 1.22};
  result.cub_ratio = {0.90, 0.89, 0.91};
  return result;
}

spec::TimingTier copy_fraction(double threshold) {
  return {.points = 1, .kind = TierKind::copy_fraction, .threshold = threshold};
}
spec::TimingTier reference_ratio(double threshold) {
  return {.points = 1, .kind = TierKind::reference_ratio, .threshold = threshold};
}
spec::TimingTier cub_ratio(double threshold) {
  return {.points = 1, .kind = TierKind::cub_ratio, .threshold = threshold};
}
spec::TimingTier max_ms(double threshold) {
  return {.points = 1, .kind = TierKind::max_ms, .threshold = threshold};
}

TEST(Standing, MoreIsBetterForAShareOfTheCopy) {
  EXPECT_EQ(Standing::reached, standing(measured(), copy_fraction(0.48)));
  EXPECT_EQ(Standing::in_doubt, standing(measured(), copy_fraction(0.49)));
  EXPECT_EQ(Standing::in_doubt, standing(measured(), copy_fraction(0.51)));
  EXPECT_EQ(Standing::below, standing(measured(), copy_fraction(0.521)));
}

TEST(Standing, LessIsBetterForRatiosAndTimes) {
  EXPECT_EQ(Standing::reached, standing(measured(), reference_ratio(1.22)));
  EXPECT_EQ(Standing::in_doubt, standing(measured(), reference_ratio(1.21)));
  EXPECT_EQ(Standing::in_doubt, standing(measured(), reference_ratio(1.18)));
  EXPECT_EQ(Standing::below, standing(measured(), reference_ratio(1.17)));
  EXPECT_EQ(Standing::reached, standing(measured(), cub_ratio(1)));
  EXPECT_EQ(Standing::below, standing(measured(), cub_ratio(0.8)));
  EXPECT_EQ(Standing::reached, standing(measured(), max_ms(2.1)));
  EXPECT_EQ(Standing::in_doubt, standing(measured(), max_ms(2.0)));
  EXPECT_EQ(Standing::below, standing(measured(), max_ms(1.8)));
}

TEST(Standing, AnIntervalThatIsWideGivesNoDoubtFarFromTheMedian) {
  TimingResult spoilt = measured();
  spoilt.reference_ratio = {3.0, 1.0, 3.1};  // two of five calls were lies
  EXPECT_EQ(Standing::in_doubt, standing(spoilt, reference_ratio(2.95)));
  EXPECT_EQ(Standing::below, standing(spoilt, reference_ratio(2.5)));
  spoilt.reference_ratio = {2.0, 1.9, 3.0};  // two of five were disturbed
  EXPECT_EQ(Standing::in_doubt, standing(spoilt, reference_ratio(2.5))) << "the median is well below";
}

TEST(Standing, NothingToCompareWithIsBelow) {
  EXPECT_EQ(Standing::below, standing(TimingResult{}, copy_fraction(0.01)));
  EXPECT_EQ(Standing::below, standing(TimingResult{}, reference_ratio(99)));
  EXPECT_EQ(Standing::below, standing(TimingResult{}, cub_ratio(99)));
  EXPECT_EQ(Standing::below, standing(TimingResult{}, max_ms(99))) << "no time at all, not one of 0 ms";
}

TEST(Standing, NanIsBelow) {
  TimingResult result = measured();
  result.reference_ratio = {NAN, NAN, NAN};
  EXPECT_EQ(Standing::below, standing(result, reference_ratio(99)));
}

TEST(IsDecided, UnlessABetterTierThanTheBestReachedIsInDoubt) {
  EXPECT_TRUE(is_decided(measured(), {copy_fraction(0.4), copy_fraction(0.6)}));
  EXPECT_FALSE(is_decided(measured(), {copy_fraction(0.4), copy_fraction(0.5)}));
  EXPECT_FALSE(is_decided(measured(), {copy_fraction(0.5), copy_fraction(0.6)}));
  EXPECT_TRUE(is_decided(measured(), {copy_fraction(0.5), cub_ratio(1)})) << "the better tier is reached";
  EXPECT_TRUE(is_decided(TimingResult{}, {reference_ratio(1)})) << "repetitions bring no reference";
}

TEST(AwardTier, GivesTheBestOneReached) {
  TimingResult result = measured();
  award_tier(result, {copy_fraction(0.3), reference_ratio(1.3), cub_ratio(0.7)});
  EXPECT_EQ(2, result.tier);
  EXPECT_FALSE(result.in_doubt);
}

TEST(AwardTier, GivesTheBenefitOfTheDoubtAndSaysSo) {
  TimingResult result = measured();
  award_tier(result, {copy_fraction(0.3), reference_ratio(1.19), reference_ratio(1.0)});
  EXPECT_EQ(2, result.tier);
  EXPECT_TRUE(result.in_doubt);
}

TEST(AwardTier, ADoubtBelowTheBestTierIsForgotten) {
  TimingResult result = measured();
  award_tier(result, {copy_fraction(0.5), cub_ratio(1)});
  EXPECT_EQ(2, result.tier);
  EXPECT_FALSE(result.in_doubt);
}

TEST(AwardTier, GivesNoneWhereAllAreMissed) {
  TimingResult result = measured();
  result.tier = 3;
  result.in_doubt = true;
  award_tier(result, {copy_fraction(0.6), max_ms(1)});
  EXPECT_EQ(0, result.tier);
  EXPECT_FALSE(result.in_doubt);
}

TEST(TiersFor, ACardHasItsOwnOrThoseForAll) {
  spec::Timing timing;
  timing.tiers = {copy_fraction(0.4)};
  timing.gpu["NVIDIA H200"] = {max_ms(1), max_ms(0.5)};
  EXPECT_EQ(2u, tiers_for(timing, "NVIDIA H200").size());
  EXPECT_EQ(1u, tiers_for(timing, "NVIDIA L4").size());
}

}  // namespace
}  // namespace warpgrade::judge
