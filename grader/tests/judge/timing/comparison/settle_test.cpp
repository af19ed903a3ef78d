#include "judge/timing/comparison/settle.hpp"

#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

/// A submission against one trusted contestant: each takes 2 ms by its events, and by the judge's clock 0.1
/// ms more until the answer, 0.2 ms until its output is read, 1 ms in its whole turn.
class SettleTest : public ::testing::Test {
 protected:
  SettleTest() {
    comparison_.hidden_ms.resize(2, 0);
    for (int i = 0; i < 21; ++i) comparison_.repetitions.push_back({1000, 1, {honest(), honest()}});
  }

  static Sample honest() { return {.ms = 2, .event_ms = 2, .wall_ms = 2.1, .done_ms = 2.2, .turn_ms = 3}; }
  Sample& submission(std::size_t i) { return comparison_.repetitions[i].samples[0]; }
  void settle() { judge::settle(comparison_, contestants_); }

  std::vector<Contestant> contestants_ = {{"submission", "a", false}, {"reference", "b", true}};
  Comparison comparison_;
};

TEST_F(SettleTest, WhatTheJudgesClockShowsBeyondAClaimIsAddedToIt) {
  const struct {
    Sample sample;
    double hidden_ms;
    const char* what;
  } claims[] = {
      {honest(), 0, "an honest claim"},
      {{.event_ms = 0.5, .wall_ms = 2.1, .done_ms = 2.2, .turn_ms = 3}, 1.5, "a claim that is too small"},
      {{.event_ms = 2, .wall_ms = 2.1, .done_ms = 6.2, .turn_ms = 7}, 4, "work after the answer"},
      {{.event_ms = 2, .wall_ms = 2.1, .done_ms = 2.2, .turn_ms = 7}, 4, "work before the word to go"},
      {{.event_ms = 2, .wall_ms = 2.12, .done_ms = 2.22, .turn_ms = 3.09}, 0, "as between equal processes"}};
  for (const auto& [sample, hidden_ms, what] : claims) {
    for (std::size_t i = 0; i < 21; ++i) submission(i) = sample;
    for (int asked = 0; asked < 2; ++asked) {  // it can be asked again
      settle();
      EXPECT_NEAR(hidden_ms, comparison_.hidden_ms[0], 1e-9) << what;
      for (std::size_t i = 0; i < 21; ++i)
        EXPECT_NEAR(sample.event_ms + hidden_ms, submission(i).ms, 1e-9) << what;
    }
  }
}

TEST_F(SettleTest, TheTimeOfMessagesIsHeldAgainstNobody) {
  for (Repetition& repetition : comparison_.repetitions)
    for (Sample& sample : repetition.samples) sample.wall_ms += 5, sample.done_ms += 5, sample.turn_ms += 5;
  settle();
  EXPECT_EQ(0, comparison_.hidden_ms[0]);
  EXPECT_EQ(2, submission(0).ms);
}

TEST_F(SettleTest, LiesInFewerThanHalfOfTheSamplesAreBoundedOneByOne) {
  for (std::size_t i = 0; i < 20; i += 2) submission(i).event_ms = 0.5;
  settle();
  EXPECT_EQ(0, comparison_.hidden_ms[0]) << "the median is honest";
  for (std::size_t i = 0; i < 21; ++i) EXPECT_NEAR(2, submission(i).ms, 0.03);
}

TEST_F(SettleTest, ASingleSampleMayBeAsSlowToAnswerAsTheSlowestTrustedOnes) {
  for (std::size_t i = 0; i < 3; ++i) {
    Sample& trusted = comparison_.repetitions[i].samples[1];
    trusted.wall_ms += 7, trusted.done_ms += 7, trusted.turn_ms += 7;
  }
  submission(9).wall_ms += 6, submission(9).done_ms += 6, submission(9).turn_ms += 6;
  settle();
  EXPECT_EQ(2, submission(9).ms);
}

TEST_F(SettleTest, TrustedContestantsAreBelieved) {
  comparison_.repetitions[4].samples[1].wall_ms = 100;
  settle();
  EXPECT_EQ(2, comparison_.repetitions[4].samples[1].ms);
  EXPECT_EQ(0, comparison_.hidden_ms[1]);
}

TEST_F(SettleTest, AContestantThatDidNotTakePartHasNoTime) {
  for (std::size_t i = 10; i < 21; ++i) submission(i) = {};
  settle();
  EXPECT_EQ(2, submission(9).ms);
  EXPECT_EQ(0, submission(10).ms);
}

TEST_F(SettleTest, ATimeIsNeverZero) {
  for (Repetition& repetition : comparison_.repetitions)
    for (Sample& sample : repetition.samples)
      sample = {.event_ms = 0, .wall_ms = 0.01, .done_ms = 0.01, .turn_ms = 0.01};
  settle();
  EXPECT_GT(submission(0).ms, 0);
}

TEST_F(SettleTest, ATimeBelowTheFloorIsImpossible) {
  EXPECT_EQ(std::nullopt, impossible_ms(comparison_, 0)) << "the floor is not known";
  comparison_.least_ms = 2.05;
  EXPECT_EQ(std::nullopt, impossible_ms(comparison_, 0)) << "clocks are known to a few percent";
  comparison_.least_ms = 2.1;
  EXPECT_EQ(2, impossible_ms(comparison_, 0));
}

TEST_F(SettleTest, WithoutATimeNothingIsImpossible) {
  comparison_.least_ms = 100;
  comparison_.repetitions.clear();
  EXPECT_EQ(std::nullopt, impossible_ms(comparison_, 0));
}

}  // namespace
}  // namespace warpgrade::judge
