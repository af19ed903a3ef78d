#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/timing/statistics.hpp"
#include "synthetic_race.hpp"

namespace warpgrade::judge {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr int kRaces = 500;

std::string disturbance_of(const Race& race) { return disturbance(race, {kReference, kCub}); }

/// Of many races made by `make(seed)`, how many are called disturbed.
template <class Make>
int disturbed(Make make) {
  int count = 0;
  for (int seed = 0; seed < kRaces; ++seed) count += !disturbance_of(make(std::uint64_t(seed))).empty();
  return count;
}

/// Makes each call of a contestant longer with this probability, in both clocks.
void stretch(Race& race, double probability, Random& random, double add_ms) {
  for (Repetition& repetition : race.repetitions) {
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
                  return SyntheticRace{.noise = noise, .repetitions = repetitions, .seed = seed}.make();
                }))
          << repetitions << " repetitions, noise " << noise;
}

TEST(Disturbance, RareOutliersAndLateAnswersAreNone) {
  EXPECT_EQ(0, disturbed([](std::uint64_t seed) {
              Race race = SyntheticRace{.repetitions = 20, .seed = seed}.make();
              Random random(mix_seed(seed, 1));
              stretch(race, 0.003, random, 5);
              for (Repetition& repetition : race.repetitions)
                for (Sample& sample : repetition.samples)
                  if (random.unit() < 0.03) sample.wall_ms += 4;  // the processor had something else to do
              return race;
            }));
}

TEST(Disturbance, ASlowSubmissionIsItsOwnAffair) {
  Race race = SyntheticRace{}.make();
  for (std::size_t i = 0; i < race.repetitions.size(); i += 2) {
    race.repetitions[i].samples[kSubmission].ms *= 8;
    race.repetitions[i].samples[kSubmission].wall_ms += 5;
  }
  EXPECT_EQ("", disturbance_of(race));
}

TEST(Disturbance, TimeSlicesOfAnotherProcessShow) {
  EXPECT_EQ(kRaces, disturbed([](std::uint64_t seed) {
              Race race = SyntheticRace{.repetitions = 20, .seed = seed}.make();
              Random random(mix_seed(seed, 2));
              stretch(race, 0.4, random, 2);
              return race;
            }));
}

TEST(Disturbance, WaitingForTheSlicesOfOthersShowsEvenIfEventsLookWell) {
  EXPECT_EQ(kRaces, disturbed([](std::uint64_t seed) {
              Race race = SyntheticRace{.repetitions = 20, .seed = seed}.make();
              Random random(mix_seed(seed, 3));
              for (Repetition& repetition : race.repetitions)
                for (Sample& sample : repetition.samples) sample.wall_ms += 2 * random.unit();
              return race;
            }));
}

TEST(Disturbance, BeingSlowForAWhileShowsHoweverLongTheWhile) {
  for (const std::size_t slow : {8u, 20u, 32u}) {
    Race race = SyntheticRace{}.make();
    for (std::size_t i = 0; i < slow; ++i) {
      race.repetitions[i].copy_ms *= 2;
      for (Sample& sample : race.repetitions[i].samples) sample.ms *= 2;
    }
    EXPECT_THAT(disturbance_of(race), StartsWith("something else seems to use this GPU")) << slow << " of 40";
  }
}

TEST(Disturbance, ACopyFarBelowThePeakShows) {
  Race race = SyntheticRace{}.make();
  race.floor_ms /= 2;
  EXPECT_THAT(disturbance_of(race), HasSubstr("a plain copy reaches only 44 %"));
  race.floor_ms = 0;
  EXPECT_EQ("", disturbance_of(race)) << "a card whose peak is not known";
}

TEST(Disturbance, MuchThrottlingShowsAndALittleDoesNot) {
  Race race = SyntheticRace{}.make();
  for (std::size_t i = 0; i < 6; ++i) race.repetitions[i].clock_mhz = 600;
  EXPECT_EQ("", disturbance_of(race));
  for (std::size_t i = 0; i < 14; ++i) race.repetitions[i].clock_mhz = 600;
  EXPECT_THAT(disturbance_of(race), HasSubstr("below 75 % of its usual clock in 14 of 40 repetitions"));
}

TEST(Disturbance, SaysWhatToDo) {
  Race race = SyntheticRace{}.make();
  Random random(7);
  stretch(race, 0.5, random, 2);
  EXPECT_THAT(disturbance_of(race), AllOf(HasSubstr("nothing else on this GPU"), HasSubstr("--gpu N")));
}

TEST(Disturbance, WithoutTrustedTimesTheCopyIsLeft) {
  Race race = SyntheticRace{}.make();
  EXPECT_EQ("", disturbance(race, {}));
  for (std::size_t i = 0; i < 8; ++i) race.repetitions[i].copy_ms *= 3;
  EXPECT_NE("", disturbance(race, {}));
  EXPECT_EQ("", disturbance(Race{}, {kReference})) << "nothing ran, which Race::failure explains";
}

}  // namespace
}  // namespace warpgrade::judge
