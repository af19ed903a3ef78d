#include "judge/timing/statistics.hpp"

#include <algorithm>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/judge/timing/fake_timer.hpp"

namespace warpgrade::judge {
namespace {

using ::testing::HasSubstr;

TEST(MedianWithInterval, IsTheMiddleOfOddAndEvenCounts) {
  EXPECT_EQ(3, median_with_interval({5, 1, 3}).value);
  EXPECT_EQ(2.5, median_with_interval({4, 1, 3, 2}).value);
}

TEST(MedianWithInterval, TheIntervalOfOneSampleOrOfEqualOnesIsAPoint) {
  for (const auto& samples : {std::vector<double>{7}, std::vector<double>(20, 7.0)}) {
    const Measured measured = median_with_interval(samples);
    EXPECT_EQ(7, measured.value);
    EXPECT_EQ(7, measured.low);
    EXPECT_EQ(7, measured.high);
  }
}

TEST(MedianWithInterval, SameSamplesInAnyOrderGiveTheSameInterval) {
  std::vector<double> samples(50);
  std::iota(samples.begin(), samples.end(), 1.0);
  const Measured forwards = median_with_interval(samples);
  std::reverse(samples.begin(), samples.end());
  const Measured backwards = median_with_interval(samples);
  EXPECT_EQ(forwards.low, backwards.low);
  EXPECT_EQ(forwards.high, backwards.high);
  EXPECT_LT(forwards.low, forwards.value);
  EXPECT_GT(forwards.high, forwards.value);
}

TEST(MedianWithInterval, EndsWhereTheBinomialOrderStatisticsDo) {
  // Of 1 … 99 the distribution-free 95 % interval of the median is [40, 60] (ranks from the binomial).
  std::vector<double> samples(99);
  std::iota(samples.begin(), samples.end(), 1.0);
  const Measured measured = median_with_interval(samples);
  EXPECT_NEAR(40, measured.low, 1);
  EXPECT_NEAR(60, measured.high, 1);
}

/// How often the interval of `count` samples holds the median 1 of what they are drawn from.
template <class Draw>
double coverage(int count, Draw draw) {
  constexpr int kComparisons = 1000;
  int held = 0;
  for (int comparison = 0; comparison < kComparisons; ++comparison) {
    kit::Random random(kit::mix_seed(2026, std::uint64_t(comparison)));
    std::vector<double> samples(std::size_t(count), 0.0);
    for (double& sample : samples) sample = draw(random);
    const Measured measured = median_with_interval(samples);
    held += measured.low <= 1 && 1 <= measured.high;
  }
  return double(held) / kComparisons;
}

TEST(MedianWithInterval, HoldsTheTruthNineteenTimesOfTwentyForNormalNoise) {
  const auto normal_noise = [](kit::Random& random) { return 1 + 0.025 * normal(random); };
  for (const int count : {41, 100}) {
    const double held = coverage(count, normal_noise);
    EXPECT_GE(held, 0.935) << count << " samples";
    EXPECT_LE(held, 0.97) << count << " samples";
  }
  EXPECT_GE(coverage(20, normal_noise), 0.915)
      << "the percentile bootstrap is a little narrow for few samples";
}

TEST(MedianWithInterval, HoldsTheTruthAsOftenForSkewedNoise) {
  const double held = coverage(40, [](kit::Random& random) { return std::exp(0.5 * normal(random)); });
  EXPECT_GE(held, 0.93);
  EXPECT_LE(held, 0.975);
}

TEST(WithoutThrottled, KeepsRepetitionsAtThreeQuartersOfTheMedianClock) {
  std::vector<Repetition> repetitions(9);
  for (Repetition& repetition : repetitions) repetition.clock_mhz = 2000;
  repetitions[2].clock_mhz = 1500;
  repetitions[5].clock_mhz = 1499;
  repetitions[6].clock_mhz = 300;
  const auto kept = without_throttled(repetitions);
  ASSERT_EQ(7u, kept.size());
  EXPECT_EQ(1500, kept[2].clock_mhz);
}

TEST(WithoutThrottled, KeepsAllWhereTheClockIsNotKnown) {
  EXPECT_EQ(5u, without_throttled(std::vector<Repetition>(5)).size());
  EXPECT_TRUE(without_throttled({}).empty());
}

TEST(Figures, AreMediansOfRatiosWithinRepetitions) {
  const TimingResult result = figures(SyntheticComparison{.noise = 0}.make(), kSubmission, kReference, kCub);
  EXPECT_DOUBLE_EQ(0.25, result.ms.value);
  EXPECT_DOUBLE_EQ(1.25, result.reference_ratio.value().value);
  EXPECT_DOUBLE_EQ(1.5625, result.cub_ratio.value().value);
  EXPECT_DOUBLE_EQ(1.0, result.copy_fraction.value().value)
      << "a quarter of the bytes in a quarter of the time";
  EXPECT_NEAR(536.870912 / 0.25, result.gb_per_second, 1e-6);
  EXPECT_EQ(40, result.repetitions);
  EXPECT_EQ(0, result.discarded);
  EXPECT_EQ("", result.note);
}

TEST(Figures, RatiosBearADriftThatTimesDoNot) {
  const TimingResult result =
      figures(SyntheticComparison{.noise = 0.002, .drift = 0.4}.make(), kSubmission, kReference, kCub);
  EXPECT_GT(result.ms.high / result.ms.low, 1.05);
  EXPECT_LT(result.reference_ratio->high / result.reference_ratio->low, 1.01);
  EXPECT_NEAR(1.25, result.reference_ratio->value, 0.01);
}

TEST(Figures, LeaveThrottledRepetitionsOut) {
  Comparison comparison = SyntheticComparison{.noise = 0}.make();
  for (int i = 0; i < 4; ++i) {
    comparison.repetitions[std::size_t(i)].clock_mhz = 900;
    comparison.repetitions[std::size_t(i)].samples[kSubmission].ms = 9;
  }
  const TimingResult result = figures(comparison, kSubmission, kReference, kCub);
  EXPECT_EQ(36, result.repetitions);
  EXPECT_EQ(4, result.discarded);
  EXPECT_DOUBLE_EQ(0.25, result.ms.high);
}

TEST(Figures, LeaveRepetitionsOutInWhichAPartyHadFallenOut) {
  Comparison comparison = SyntheticComparison{.noise = 0}.make();
  for (std::size_t i = 10; i < 40; ++i) comparison.repetitions[i].samples[kReference].ms = 0;
  for (std::size_t i = 30; i < 40; ++i) comparison.repetitions[i].samples[kSubmission].ms = 0;
  const TimingResult result = figures(comparison, kSubmission, kReference, kCub);
  EXPECT_EQ(30, result.repetitions);
  EXPECT_DOUBLE_EQ(1.25, result.reference_ratio.value().value) << "over the first ten";
  EXPECT_DOUBLE_EQ(0.25, result.ms.low);
}

TEST(Figures, AReferenceThatNeverRanIsNone) {
  Comparison comparison = SyntheticComparison{}.make();
  for (Repetition& repetition : comparison.repetitions) repetition.samples[kReference].ms = 0;
  EXPECT_FALSE(figures(comparison, kSubmission, kReference, kCub).reference_ratio);
}

TEST(Figures, WithoutATimeThereIsANoteAndNoFigure) {
  Comparison comparison = SyntheticComparison{}.make();
  for (Repetition& repetition : comparison.repetitions) repetition.samples[kSubmission].ms = 0;
  TimingResult result = figures(comparison, kSubmission, kReference, kCub);
  EXPECT_EQ(0, result.ms.value);
  EXPECT_FALSE(result.copy_fraction);
  EXPECT_THAT(result.note, HasSubstr("excluded from the comparison"));

  comparison.repetitions.clear();
  comparison.failure = "the GPU has too little memory for 2^28 elements";
  result = figures(comparison, kSubmission, kReference, kCub);
  EXPECT_EQ(0, result.repetitions);
  EXPECT_EQ(comparison.failure, result.note);
}

}  // namespace
}  // namespace warpgrade::judge
