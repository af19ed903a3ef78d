// What becomes of a submission that goes wrong, or that cheats.
#include <unistd.h>

#include "race_fixture.hpp"

namespace warpgrade::judge {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST_F(RaceTest, AWrongAnswerIsShownWithItsElement) {
  const Race race = this->race("is_wrong");
  EXPECT_THAT(fault_of(race), HasSubstr("wrong_answer: A timed call with n = 1000 gave a wrong answer"));
  ASSERT_THAT(race.findings[0].front().mismatches, SizeIs(1));
  const Mismatch& mismatch = race.findings[0].front().mismatches[0];
  EXPECT_EQ("out", mismatch.array);
  EXPECT_EQ(5u, mismatch.index);
  EXPECT_EQ(std::stoi(mismatch.expected) + 1, std::stoi(mismatch.got));
  EXPECT_THAT(race.repetitions, IsEmpty()) << "the warm-up is checked";
}

TEST_F(RaceTest, EachAnswerIsCheckedNotOnlyTheFirst) {
  const Race race = this->race("is_wrong_from_the_third_call_on");
  EXPECT_THAT(fault_of(race), HasSubstr("wrong_answer: "));
  EXPECT_THAT(race.repetitions, SizeIs(2));
}

TEST_F(RaceTest, AnOutputThatIsRightOnlyLaterIsForbidden) {
  use_referee("compares_late");
  EXPECT_THAT(fault_of(race("works_afterwards")),
              HasSubstr("forbidden: A timed call with n = 1000 was still writing"));
}

TEST_F(RaceTest, AChangedInputIsFound) {
  EXPECT_THAT(fault_of(race("changes_its_input")),
              HasSubstr("out_of_bounds: A timed call with n = 1000 changed its input"));
}

TEST_F(RaceTest, AClaimOfATenthIsSettledByTheJudgesClock) {
  const Race race = this->race("claims_a_tenth");
  EXPECT_EQ("none", fault_of(race));
  EXPECT_GT(race.hidden_ms[0], 30) << "90 of 100 ms";
  EXPECT_EQ(0, race.hidden_ms[1]);
  for (const Repetition& repetition : race.repetitions) EXPECT_GT(repetition.samples[0].ms, 30);
}

TEST_F(RaceTest, AClaimOfLessThanNothingIsOneOfNothing) {
  const Race race = this->race("claims_less_than_nothing");
  for (const Repetition& repetition : race.repetitions) {
    EXPECT_EQ(0, repetition.samples[0].event_ms);
    EXPECT_GT(repetition.samples[0].ms, 30);
  }
}

TEST_F(RaceTest, WhoSpeaksBeforeItIsAskedIsOut) {
  EXPECT_THAT(fault_of(race("speaks_before_it_is_asked")), HasSubstr("it spoke out of turn"));
}

TEST_F(RaceTest, AProgramThatExitsIsOut) {
  EXPECT_EQ("crash: The program ended (exit code 7) before the task returned.", fault_of(race("exits")));
}

TEST_F(RaceTest, AProgramThatCrashesIsOut) {
  EXPECT_THAT(fault_of(race("crashes")),
              HasSubstr("crash: The program died before the task returned (SIGSEGV"));
}

TEST_F(RaceTest, ACallBeyondItsLimitIsTooSlow) {
  limits_.call_s = 0.5;
  const Race race = this->race("hangs");
  EXPECT_THAT(fault_of(race), HasSubstr("too_slow: One call with n = 1000 took longer than 0.5 s"));
  EXPECT_THAT(race.repetitions, IsEmpty()) << "the first call has no longer limit than the others";
}

TEST_F(RaceTest, AFloodOfOutputIsStopped) {
  EXPECT_THAT(fault_of(race("floods")), HasSubstr("crash: Printed more than"));
}

TEST_F(RaceTest, NonsenseIsNoAnswer) {
  EXPECT_THAT(fault_of(race("speaks_nonsense")), HasSubstr(R"(its message is no answer to {"go":{}})"));
}

TEST_F(RaceTest, AnAnswerOfAMillionBracketsDoesNoHarm) {
  EXPECT_THAT(fault_of(race("nests_its_answer")), HasSubstr("its message has not the form of an outcome"));
}

TEST_F(RaceTest, AnAnswerHasATimeAndAnOutcome) {
  EXPECT_THAT(fault_of(race("gives_no_time")), HasSubstr("it gave no time"));
  EXPECT_THAT(fault_of(race("gives_no_outcome")), HasSubstr("its message has not the form of an outcome"));
}

TEST_F(RaceTest, WhatTheRunnerFindsIsPassedOn) {
  EXPECT_EQ("crash: It says so.", fault_of(race("finds_a_crash")));
}

TEST_F(RaceTest, AFindingThatCostsNothingIsNotBelieved) {
  EXPECT_THAT(fault_of(race("finds_that_it_passes")),
              HasSubstr("crash: The program and the grader no longer understand"));
}

TEST_F(RaceTest, WhoCannotEnterIsOut) {
  EXPECT_EQ("cuda_error: It says so.", fault_of(race("cannot_enter")));
  EXPECT_THAT(log("submission", "go"), IsEmpty());
}

TEST_F(RaceTest, ABadStartIsTold) {
  EXPECT_EQ("crash: The program ended (exit code 3) before the first task began.",
            fault_of(race("ends_at_once")));
  EXPECT_THAT(fault_of(race("greets_with_nonsense")), HasSubstr("its first message is no greeting"));
  EXPECT_EQ("grader_error: there is no GPU", fault_of(race("has_no_gpu")));
}

TEST_F(RaceTest, FasterThanTheMemoryCanBe) {
  use_referee("slow_memory");
  const Race race = run({contestant("submission"), contestant("reference", "is_slow")});
  EXPECT_THAT(fault_of(race), HasSubstr("forbidden: "));
  EXPECT_THAT(fault_of(race), HasSubstr("can't be: this GPU's memory needs 50.0000 ms"));
}

TEST_F(RaceTest, AsFastAsTheReferenceIsNotTooFast) {
  use_referee("slow_memory");
  EXPECT_EQ("none", fault_of(race(""))) << "this memory is faster than its driver says";
}

#ifdef __linux__  // what /proc tells

TEST_F(RaceTest, AThreadThatIsLeftRunningIsFound) {
  EXPECT_THAT(fault_of(race("leaves_a_thread")),
              HasSubstr("forbidden: A thread or process of the submission is still running"));
}

TEST_F(RaceTest, AChildThatIsLeftRunningIsFound) {
  EXPECT_THAT(fault_of(race("leaves_a_child")), HasSubstr("forbidden: A thread or process of"));
}

TEST_F(RaceTest, ADaemonThatIsLeftRunningIsFound) {
  EXPECT_THAT(fault_of(race("leaves_a_daemon")), HasSubstr("forbidden: A process of the submission"));
}

TEST_F(RaceTest, OverwrittenCodeIsFound) {
  EXPECT_THAT(fault_of(race("overwrites_code")), HasSubstr("forbidden: The submission has overwritten code"));
}

TEST_F(RaceTest, AProcessThatHidesIsFound) {
  if (geteuid() == 0)  // who may look everywhere sees it all the same
    EXPECT_EQ("none", fault_of(race("hides")));
  else
    EXPECT_THAT(fault_of(race("hides")), HasSubstr("forbidden: The submission hides its process"));
}

#endif

TEST_F(RaceTest, TheRaceGoesOnWithoutOneThatIsOut) {
  const Race race =
      run({contestant("submission", "exits"), contestant("reference"), contestant("cub"), [this] {
             Contestant other = contestant("other");
             other.trusted = false;
             return other;
           }()});
  EXPECT_EQ("", race.failure);
  EXPECT_THAT(race.findings[0], SizeIs(1));
  EXPECT_THAT(race.findings[3], IsEmpty());
  ASSERT_THAT(race.repetitions, SizeIs(4));
  for (const Repetition& repetition : race.repetitions) {
    EXPECT_EQ(0, repetition.samples[0].ms);
    EXPECT_GT(repetition.samples[3].ms, 0);
  }
}

}  // namespace
}  // namespace warpgrade::judge
