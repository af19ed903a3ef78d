#include "judge/timing/calibrate/proposal.hpp"

#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

const MeasuredKernel kReference{"reference", {0.998, 1.0, 1.003}};

std::vector<double> thresholds(const Proposal& proposal) {
  std::vector<double> found;
  for (const ProposedTier& tier : proposal.tiers) found.push_back(tier.threshold);
  return found;
}

std::vector<double> points(const Proposal& proposal) {
  std::vector<double> found;
  for (const ProposedTier& tier : proposal.tiers) found.push_back(tier.points);
  return found;
}

void expect_near(const std::vector<double>& expected, const std::vector<double>& got) {
  ASSERT_EQ(expected.size(), got.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(expected[i], got[i], 1e-9) << i;
}

Proposal propose(const std::vector<MeasuredKernel>& slower, const std::vector<double>& points,
                 TierKind kind = TierKind::reference_ratio) {
  return propose_tiers(kReference, slower, points, kind);
}

TEST(NoiseZone, ReachesBeyondTheRunsByTheirSpread) {
  const NoiseZone zone = noise_zone({"slow", {2.0, 2.1, 2.2}});
  EXPECT_NEAR(0.1, zone.spread, 1e-12);
  EXPECT_NEAR(2.0 / 1.1, zone.low, 1e-12);
  EXPECT_NEAR(2.2 * 1.1, zone.high, 1e-12);
}

TEST(NoiseZone, IsNeverNarrowerThanOnePercent) {
  const NoiseZone zone = noise_zone({"one run", {2.0}});
  EXPECT_NEAR(2.0 / 1.01, zone.low, 1e-12);
  EXPECT_NEAR(2.0 * 1.01, zone.high, 1e-12);
}

TEST(ProposeTiers, TheBestTierIsFiveSpreadsAboveTheReference) {
  // The spread counts as 1 %: 1.003 * 1.05 = 1.053.
  expect_near({1.10}, thresholds(propose({}, {4})));
  // 10 %: 1.1 * 1.5 = 1.65.
  const Proposal noisy = propose_tiers({"reference", {1.0, 1.1}}, {}, {4}, TierKind::reference_ratio);
  EXPECT_GE(noisy.tiers[0].threshold, 1.65 - 1e-9);
  EXPECT_LT(noisy.tiers[0].threshold, 1.71);
}

TEST(ProposeTiers, TheOthersLieInTheGeometricMiddleOfGaps) {
  const Proposal proposal = propose({{"slow", {3.0, 3.03}}, {"slower", {9.5, 9.55}}}, {1, 2, 4});
  // Gaps: 1.1 to 2.97 and 3.06 to 9.41; their middles are 1.81 and 5.37.
  expect_near({5.5, 2, 1.1}, thresholds(proposal));
  EXPECT_EQ((std::vector<double>{1, 2, 4}), points(proposal));
  EXPECT_EQ("", proposal.note);
  EXPECT_EQ("between slow and slower", proposal.tiers[0].why);
  EXPECT_EQ("between the best tier and slow", proposal.tiers[1].why);
}

TEST(ProposeTiers, TheWidestGapIsTakenFirst) {
  // 1.1 to 1.98 and 2.02 to 8.91
  expect_near({4, 1.1}, thresholds(propose({{"slow", {2.0}}, {"slower", {9.0}}}, {1, 2})));
}

TEST(ProposeTiers, AWideGapIsSplitInEqualRatios) {
  // 1.1 to 8.91: a third of it is a factor of 2.
  expect_near({4.5, 2, 1.1}, thresholds(propose({{"slow", {9.0}}}, {1, 2, 4})));
}

TEST(ProposeTiers, KernelsTenTimesSlowerThanTheBestTierMakeNoRoom) {
  // 1.1 to 3.96 and 4.04 to 10.5, and nothing between the two that are far behind.
  const Proposal proposal = propose({{"slow", {4.0}}, {"far", {600}}, {"farther", {90000}}}, {1, 2, 4});
  expect_near({6.5, 2, 1.1}, thresholds(proposal));
  EXPECT_EQ("between slow and far", proposal.tiers[0].why);
}

TEST(ProposeTiers, KernelsThatCannotBeToldApartAreOneCluster) {
  const Proposal proposal = propose({{"a", {4.0, 4.4}}, {"b", {4.5, 4.6}}}, {1, 2});
  expect_near({2, 1.1}, thresholds(proposal));
}

TEST(ProposeTiers, AKernelAsGoodAsTheReferenceHasTheBestTierToo) {
  const Proposal proposal = propose({{"other style", {1.05, 1.06}}, {"slow", {8.0}}}, {1, 2});
  EXPECT_GE(proposal.tiers.back().threshold, noise_zone({"", {1.05, 1.06}}).high);
  EXPECT_EQ(2u, proposal.tiers.size());
}

TEST(ProposeTiers, WithoutSlowKernelsOnlyTheBestTierFollows) {
  const Proposal proposal = propose({}, {1, 2, 4});
  EXPECT_EQ(std::vector<double>{4}, points(proposal)) << "the highest points are the best tier's";
  EXPECT_NE(std::string::npos, proposal.note.find("3 tiers were asked for, and there is room for 1"));
}

TEST(ProposeTiers, ANarrowGapHoldsNoSecondThreshold) {
  const Proposal proposal = propose({{"nearly", {1.2}}}, {1, 2});
  EXPECT_EQ(1u, proposal.tiers.size());
  EXPECT_LT(proposal.tiers[0].threshold, 1.2 / 1.01);
}

TEST(ProposeTiers, NoThresholdLiesWithinTheNoiseOfAKernel) {
  for (double slowest = 1.2; slowest < 40; slowest *= 1.07) {
    const std::vector<MeasuredKernel> kernels = {
        {"a", {1.15, 1.16}}, {"b", {slowest, slowest * 1.03}}, {"c", {slowest * 1.4, slowest * 1.5}}};
    for (const TierKind kind : {TierKind::reference_ratio, TierKind::copy_fraction}) {
      const Proposal proposal = propose(kernels, {1, 2, 3, 4, 5}, kind);
      for (const ProposedTier& tier : proposal.tiers) {
        const double slowness = kind == TierKind::copy_fraction ? 1 / tier.threshold : tier.threshold;
        EXPECT_GE(slowness, 1.003 * 1.05 - 1e-9);
        for (const MeasuredKernel& kernel : kernels) {
          const NoiseZone zone = noise_zone(kernel);
          EXPECT_FALSE(slowness > zone.low && slowness < zone.high) << slowness << " in " << kernel.name;
        }
      }
    }
  }
}

TEST(ProposeTiers, TiersAscendInPointsAndDifficulty) {
  const Proposal proposal = propose({{"slow", {3.0}}, {"slower", {9.0}}}, {1, 2, 3, 4});
  for (std::size_t i = 1; i < proposal.tiers.size(); ++i) {
    EXPECT_LT(proposal.tiers[i - 1].points, proposal.tiers[i].points);
    EXPECT_GT(proposal.tiers[i - 1].threshold, proposal.tiers[i].threshold);
  }
  EXPECT_EQ(4u, proposal.tiers.size());
}

TEST(ProposeTiers, SharesOfTheCopyAreInverses) {
  // The reference reaches 90 %, the slow kernel 30 %.
  const Proposal proposal =
      propose_tiers({"reference", {1 / 0.9}}, {{"slow", {1 / 0.3}}}, {1, 2}, TierKind::copy_fraction);
  // 0.9 / 1.05 = 0.857; the middle of 0.85 and 0.303 is 0.507.
  expect_near({0.5, 0.85}, thresholds(proposal));
}

TEST(ToToml, IsWhatASpecHas) {
  const Proposal proposal{{{1, 2, "between a and b"}, {2.5, 1.15, "the best"}}, ""};
  EXPECT_EQ(
      "[[task.timing.tier]]\npoints = 1\nreference_ratio = 2.0  # between a and b\n"
      "[[task.timing.tier]]\npoints = 2.5\nreference_ratio = 1.15  # the best\n",
      to_toml(proposal, TierKind::reference_ratio));
}

TEST(ToToml, BeginsWithTheNoteAndNamesTheCard) {
  EXPECT_EQ("# too few\n[[task.timing.gpu.\"NVIDIA H200\".tier]]\npoints = 1\ncub_ratio = 1.1  # why\n",
            to_toml({{{1, 1.1, "why"}}, "too few"}, TierKind::cub_ratio, "NVIDIA H200"));
}

}  // namespace
}  // namespace warpgrade::judge
