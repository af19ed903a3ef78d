#include "judge/timing/calibrate/earners.hpp"

#include <gmock/gmock.h>

namespace warpgrade::judge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

CalibratedKernel kernel(const std::string& name, std::vector<double> slowness) {
  return {.name = name, .medians = {}, .ms = {}, .slowness = std::move(slowness), .note = ""};
}

TEST(TierEarners, AKernelIsNamedAtItsBestTierBySlowestRun) {
  const auto earners = tier_earners({{.points = 1, .threshold = 6}, {.points = 2, .threshold = 2}},
                                    {kernel("fast", {1.0, 1.9}), kernel("on the line", {1.5, 2.1}),
                                     kernel("slow", {7}), kernel("not measured", {})},
                                    TierKind::reference_ratio);
  ASSERT_EQ(2u, earners.size());
  EXPECT_THAT(earners[0].kernels, ElementsAre("on the line"));
  EXPECT_THAT(earners[1].kernels, ElementsAre("fast"));
}

TEST(TierEarners, ATierThatNobodyEarnsStaysEmpty) {
  const auto earners =
      tier_earners({{.points = 1, .threshold = 6}}, {kernel("slow", {7})}, TierKind::reference_ratio);
  ASSERT_EQ(1u, earners.size());
  EXPECT_THAT(earners[0].kernels, IsEmpty());
}

TEST(TierEarners, AShareOfTheCopyIsReachedFromAbove) {
  const std::vector<spec::TimingTier> tiers = {
      {.points = 1, .kind = TierKind::copy_fraction, .threshold = 0.25},
      {.points = 2, .kind = TierKind::copy_fraction, .threshold = 0.5},
      {.points = 3, .kind = TierKind::cub_ratio, .threshold = 1}};
  const auto earners = tier_earners(tiers, {kernel("a third of the copy", {3})}, TierKind::copy_fraction);
  ASSERT_EQ(2u, earners.size()) << "the tier of another kind is left out";
  EXPECT_THAT(earners[0].kernels, ElementsAre("a third of the copy"));
  EXPECT_THAT(earners[1].kernels, IsEmpty());
}

}  // namespace
}  // namespace warpgrade::judge
