// What becomes of a submission that goes wrong, or that cheats.
#include <unistd.h>

#include "tests/judge/timing/comparison/comparison_fixture.hpp"

namespace warpgrade::judge {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST_F(ComparisonTest, AWrongAnswerIsShownWithItsElement) {
  const Comparison comparison = this->comparison("is_wrong");
  EXPECT_THAT(fault_of(comparison),
              HasSubstr("wrong_answer: A timed call with n = 1000 gave a wrong answer"));
  ASSERT_THAT(comparison.findings[0].front().mismatches, SizeIs(1));
  const Mismatch& mismatch = comparison.findings[0].front().mismatches[0];
  EXPECT_EQ("out", mismatch.array);
  EXPECT_EQ(5u, mismatch.index);
  EXPECT_EQ(std::stoi(mismatch.expected) + 1, std::stoi(mismatch.got));
  EXPECT_THAT(comparison.repetitions, IsEmpty()) << "the warm-up is checked";
}

TEST_F(ComparisonTest, EachAnswerIsCheckedNotOnlyTheFirst) {
  const Comparison comparison = this->comparison("is_wrong_from_the_third_call_on");
  EXPECT_THAT(fault_of(comparison), HasSubstr("wrong_answer: "));
  EXPECT_THAT(comparison.repetitions, SizeIs(2));
}

TEST_F(ComparisonTest, OnlyTheValuesOfAnOutputWithRoomAreCompared) {
  EXPECT_EQ("none", fault_of(comparison_of_filters(""))) << "each writes its own number behind them";
}

TEST_F(ComparisonTest, AWrongValueInAnOutputWithRoomIsFound) {
  const Comparison comparison = comparison_of_filters("keeps_another_number");
  EXPECT_THAT(fault_of(comparison), HasSubstr("wrong_answer: "));
  ASSERT_THAT(comparison.findings[0].front().mismatches, SizeIs(1));
  EXPECT_EQ("kept", comparison.findings[0].front().mismatches[0].array);
  EXPECT_EQ(5u, comparison.findings[0].front().mismatches[0].index);
}

TEST_F(ComparisonTest, AWrongLengthIsFound) {
  const Comparison comparison = comparison_of_filters("counts_one_less");
  EXPECT_THAT(fault_of(comparison), HasSubstr("wrong_answer: "));
  ASSERT_THAT(comparison.findings[0].front().mismatches, SizeIs(1));
  EXPECT_EQ("count", comparison.findings[0].front().mismatches[0].array);
}

TEST_F(ComparisonTest, AnOutputThatIsRightOnlyLaterIsForbidden) {
  use_referee("compares_late");
  EXPECT_THAT(fault_of(comparison("works_afterwards")),
              HasSubstr("forbidden: A timed call with n = 1000 was still writing"));
}

TEST_F(ComparisonTest, AChangedInputIsFound) {
  EXPECT_THAT(fault_of(comparison("changes_its_input")),
              HasSubstr("out_of_bounds: A timed call with n = 1000 changed its input"));
}

TEST_F(ComparisonTest, AClaimOfATenthIsSettledByTheJudgesClock) {
  const Comparison comparison = this->comparison("claims_a_tenth");
  EXPECT_EQ("none", fault_of(comparison));
  EXPECT_GT(comparison.hidden_ms[0], 30) << "90 of 100 ms";
  EXPECT_EQ(0, comparison.hidden_ms[1]);
  for (const Repetition& repetition : comparison.repetitions) EXPECT_GT(repetition.samples[0].ms, 30);
}

TEST_F(ComparisonTest, AClaimOfLessThanNothingIsOneOfNothing) {
  const Comparison comparison = this->comparison("claims_less_than_nothing");
  for (const Repetition& repetition : comparison.repetitions) {
    EXPECT_EQ(0, repetition.samples[0].event_ms);
    EXPECT_GT(repetition.samples[0].ms, 30);
  }
}

TEST_F(ComparisonTest, OneThatSpeaksBeforeItIsAskedIsExcluded) {
  EXPECT_THAT(fault_of(comparison("speaks_before_it_is_asked")), HasSubstr("it spoke out of turn"));
}

TEST_F(ComparisonTest, AProgramThatExitsIsExcluded) {
  EXPECT_EQ("crash: The program ended (exit code 7) before the task returned.",
            fault_of(comparison("exits")));
}

TEST_F(ComparisonTest, AProgramThatCrashesIsExcluded) {
  EXPECT_THAT(fault_of(comparison("crashes")),
              HasSubstr("crash: The program died before the task returned (SIGSEGV"));
}

TEST_F(ComparisonTest, ACallBeyondItsLimitIsTooSlow) {
  limits_.call_s = 0.5;
  const Comparison comparison = this->comparison("hangs");
  EXPECT_THAT(fault_of(comparison), HasSubstr("too_slow: One call with n = 1000 took longer than 0.5 s"));
  EXPECT_THAT(comparison.repetitions, IsEmpty()) << "the first call has no longer limit than the others";
}

TEST_F(ComparisonTest, AFloodOfOutputIsStopped) {
  EXPECT_THAT(fault_of(comparison("floods")), HasSubstr("crash: Printed more than"));
}

TEST_F(ComparisonTest, NonsenseIsNoAnswer) {
  EXPECT_THAT(fault_of(comparison("speaks_nonsense")), HasSubstr(R"(its message is no answer to {"go":{}})"));
}

TEST_F(ComparisonTest, AnAnswerOfAMillionBracketsDoesNoHarm) {
  EXPECT_THAT(fault_of(comparison("nests_its_answer")), HasSubstr("its message is not a valid outcome"));
}

TEST_F(ComparisonTest, AnAnswerHasATimeAndAnOutcome) {
  EXPECT_THAT(fault_of(comparison("gives_no_time")), HasSubstr("it gave no time"));
  EXPECT_THAT(fault_of(comparison("gives_no_outcome")), HasSubstr("its message is not a valid outcome"));
}

TEST_F(ComparisonTest, FindingsOfTheRunnerArePassedOn) {
  EXPECT_EQ("crash: It says so.", fault_of(comparison("finds_a_crash")));
}

TEST_F(ComparisonTest, AFindingThatCostsNothingIsNotBelieved) {
  EXPECT_THAT(fault_of(comparison("finds_that_it_passes")),
              HasSubstr("crash: The program and the grader no longer understand"));
}

TEST_F(ComparisonTest, OneThatCannotOpenItsArraysIsExcluded) {
  EXPECT_EQ("cuda_error: It says so.", fault_of(comparison("cannot_enter")));
  EXPECT_THAT(log("submission", "go"), IsEmpty());
}

TEST_F(ComparisonTest, ABadStartIsTold) {
  EXPECT_EQ("crash: The program ended (exit code 3) before the first task began.",
            fault_of(comparison("ends_at_once")));
  EXPECT_THAT(fault_of(comparison("greets_with_nonsense")), HasSubstr("its first message is no greeting"));
  EXPECT_EQ("grader_error: there is no GPU", fault_of(comparison("has_no_gpu")));
}

TEST_F(ComparisonTest, FasterThanTheMemoryCanBe) {
  use_referee("slow_memory");
  const Comparison comparison = run({contestant("submission"), contestant("reference", "is_slow")});
  EXPECT_THAT(fault_of(comparison), HasSubstr("forbidden: "));
  EXPECT_THAT(fault_of(comparison), HasSubstr("can't be: this GPU's memory needs 50.0000 ms"));
}

TEST_F(ComparisonTest, ASubmissionAsFastAsTheReferenceIsNotTooFast) {
  use_referee("slow_memory");
  EXPECT_EQ("none", fault_of(comparison(""))) << "this memory is faster than its driver says";
}

#ifdef __linux__  // what /proc tells

TEST_F(ComparisonTest, AThreadThatIsLeftRunningIsFound) {
  EXPECT_THAT(fault_of(comparison("leaves_a_thread")),
              HasSubstr("forbidden: A thread or process of the submission is still running"));
}

TEST_F(ComparisonTest, AChildThatIsLeftRunningIsFound) {
  EXPECT_THAT(fault_of(comparison("leaves_a_child")), HasSubstr("forbidden: A thread or process of"));
}

TEST_F(ComparisonTest, ADaemonThatIsLeftRunningIsFound) {
  EXPECT_THAT(fault_of(comparison("leaves_a_daemon")), HasSubstr("forbidden: A process of the submission"));
}

#endif

TEST_F(ComparisonTest, TheComparisonGoesOnWithoutOneThatIsExcluded) {
  const Comparison comparison =
      run({contestant("submission", "exits"), contestant("reference"), contestant("cub"), [this] {
             Contestant other = contestant("other");
             other.trusted = false;
             return other;
           }()});
  EXPECT_EQ("", comparison.failure);
  EXPECT_THAT(comparison.findings[0], SizeIs(1));
  EXPECT_THAT(comparison.findings[3], IsEmpty());
  ASSERT_THAT(comparison.repetitions, SizeIs(4));
  for (const Repetition& repetition : comparison.repetitions) {
    EXPECT_EQ(0, repetition.samples[0].ms);
    EXPECT_GT(repetition.samples[3].ms, 0);
  }
}

}  // namespace
}  // namespace warpgrade::judge
