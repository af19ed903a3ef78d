#include "judge/timing/disturbance.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/timing/statistics.hpp"
#include "tests/judge/timing/fake_timer.hpp"

namespace warpgrade::judge {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr int kComparisons = 500;

std::string disturbance_of(const Comparison& comparison) { return disturbance(comparison, kContestants); }

/// How many of many comparisons made by `make(seed)` are called disturbed.
template <class Make>
int disturbed(Make make) {
  int count = 0;
  for (int seed = 0; seed < kComparisons; ++seed) count += !disturbance_of(make(std::uint64_t(seed))).empty();
  return count;
}

/// Makes each call of a contestant longer with this probability, in both clocks.
void stretch(Comparison& comparison, double probability, kit::Random& random, double add_ms) {
  for (Repetition& repetition : comparison.repetitions) {
    if (random.unit() < probability) repetition.copy_ms += add_ms * random.unit();
    for (Sample& sample : repetition.samples) {
      if (!(random.unit() < probability)) continue;
      const double more = add_ms * random.unit();
      sample.ms += more;
      sample.event_ms += more;
      sample.wall_ms += more;
    }
  }
}

TEST(Disturbance, AnIdleGpuIsNeverDisturbed) {
  for (const int repetitions : {20, 60, 200})
    for (const double noise : {0.005, 0.025})
      EXPECT_EQ(0, disturbed([&](std::uint64_t seed) {
                  return SyntheticComparison{.noise = noise, .repetitions = repetitions, .seed = seed}.make();
                }))
          << repetitions << " repetitions, noise " << noise;
}

TEST(Disturbance, RareOutliersAndLateAnswersAreNone) {
  EXPECT_EQ(0, disturbed([](std::uint64_t seed) {
              Comparison comparison = SyntheticComparison{.repetitions = 20, .seed = seed}.make();
              kit::Random random(kit::mix_seed(seed, 1));
              stretch(comparison, 0.003, random, 5);
              for (Repetition& repetition : comparison.repetitions)
                for (Sample& sample : repetition.samples)
                  if (random.unit() < 0.03) sample.wall_ms += 4;  // the processor had something else to do
              return comparison;
            }));
}

TEST(Disturbance, ASlowSubmissionIsItsOwnAffair) {
  Comparison comparison = SyntheticComparison{}.make();
  for (std::size_t i = 0; i < comparison.repetitions.size(); i += 2) {
    comparison.repetitions[i].samples[kSubmission].ms *= 8;
    comparison.repetitions[i].samples[kSubmission].wall_ms += 5;
  }
  EXPECT_EQ("", disturbance_of(comparison));
}

TEST(Disturbance, TimeSlicesOfAnotherProcessShow) {
  EXPECT_EQ(kComparisons, disturbed([](std::uint64_t seed) {
              Comparison comparison = SyntheticComparison{.repetitions = 20, .seed = seed}.make();
              kit::Random random(kit::mix_seed(seed, 2));
              stretch(comparison, 0.4, random, 2);
              return comparison;
            }));
}

TEST(Disturbance, WaitingForTheSlicesOfOthersShowsEvenIfEventsLookWell) {
  EXPECT_EQ(kComparisons, disturbed([](std::uint64_t seed) {
              Comparison comparison = SyntheticComparison{.repetitions = 20, .seed = seed}.make();
              kit::Random random(kit::mix_seed(seed, 3));
              for (Repetition& repetition : comparison.repetitions)
                for (Sample& sample : repetition.samples) sample.wall_ms += 2 * random.unit();
              return comparison;
            }));
}

TEST(Disturbance, BeingSlowForAWhileShowsHoweverLongTheWhile) {
  for (const std::size_t slow : {8u, 20u, 32u}) {
    Comparison comparison = SyntheticComparison{}.make();
    for (std::size_t i = 0; i < slow; ++i) {
      comparison.repetitions[i].copy_ms *= 2;
      for (Sample& sample : comparison.repetitions[i].samples) sample.ms *= 2;
    }
    EXPECT_THAT(disturbance_of(comparison), StartsWith("something else seems to use this GPU"))
        << slow << " of 40";
  }
}

TEST(Disturbance, ACopyFarBelowThePeakShows) {
  Comparison comparison = SyntheticComparison{}.make();
  comparison.peak_bytes_per_ms *= 2;
  EXPECT_THAT(disturbance_of(comparison), HasSubstr("a plain copy reaches only 44 %"));
  comparison.peak_bytes_per_ms = 0;
  EXPECT_EQ("", disturbance_of(comparison)) << "a card whose peak is not known";
}

TEST(Disturbance, MuchThrottlingShowsAndALittleDoesNot) {
  Comparison comparison = SyntheticComparison{}.make();
  for (std::size_t i = 0; i < 6; ++i) comparison.repetitions[i].clock_mhz = 600;
  EXPECT_EQ("", disturbance_of(comparison));
  for (std::size_t i = 0; i < 14; ++i) comparison.repetitions[i].clock_mhz = 600;
  EXPECT_THAT(disturbance_of(comparison), HasSubstr("below 75 % of its usual clock in 14 of 40 repetitions"));
}

TEST(Disturbance, SaysWhatToDo) {
  Comparison comparison = SyntheticComparison{}.make();
  kit::Random random(7);
  stretch(comparison, 0.5, random, 2);
  EXPECT_THAT(disturbance_of(comparison), AllOf(HasSubstr("nothing else on this GPU"), HasSubstr("--gpu N")));
}

TEST(Disturbance, WithoutTrustedTimesTheCopyIsLeft) {
  Comparison comparison = SyntheticComparison{}.make();
  EXPECT_EQ("", disturbance(comparison, {}));
  for (std::size_t i = 0; i < 8; ++i) comparison.repetitions[i].copy_ms *= 3;
  EXPECT_NE("", disturbance(comparison, {}));
  EXPECT_EQ("", disturbance(Comparison{}, kContestants)) << "nothing ran, which Comparison::failure explains";
}

}  // namespace
}  // namespace warpgrade::judge
