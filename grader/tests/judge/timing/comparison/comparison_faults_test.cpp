// What becomes of a submission that goes wrong, or that cheats.
#include <unistd.h>

#include "tests/judge/timing/comparison/comparison_fixture.hpp"

namespace warpgrade::judge {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

struct Fault {
  const char* behaviour;
  const char* words;
};

class EachFault : public ComparisonTest, public ::testing::WithParamInterface<Fault> {};

TEST_P(EachFault, ExcludesWithItsReason) {
  EXPECT_THAT(fault_of(comparison(GetParam().behaviour)), HasSubstr(GetParam().words));
}

const std::vector<Fault> kFaults = {
    {"is_wrong_from_the_third_call_on", "wrong_answer: A timed call with n = 1000 gave a wrong answer"},
    {"changes_its_input", "out_of_bounds: A timed call with n = 1000 changed its input"},
    {"speaks_before_it_is_asked", "it spoke out of turn"},
    {"exits", "crash: The program ended (exit code 7) before the task returned."},
    {"ends_at_once", "crash: The program ended (exit code 3) before the first task began."},
    {"nests_its_answer", "its message is not a valid outcome"},
    {"gives_no_time", "it gave no time"},
    {"gives_no_outcome", "its message is not a valid outcome"},
    {"finds_a_crash", "crash: It says so."},
    {"finds_that_it_passes", "crash: The program and the grader no longer understand"},
    {"cannot_enter", "cuda_error: It says so."},
#ifdef __linux__  // what /proc tells
    {"leaves_a_thread", "forbidden: A thread or process of the submission is still running"},
    {"leaves_a_child", "forbidden: A thread or process of the submission is still running"},
    {"leaves_a_daemon", "forbidden: A process of the submission is still running"},
#endif
};

INSTANTIATE_TEST_SUITE_P(Of, EachFault, ::testing::ValuesIn(kFaults),
                         [](const auto& fault) { return std::string(fault.param.behaviour); });

TEST_F(ComparisonTest, AWrongAnswerIsShownWithItsElement) {
  const Comparison comparison = this->comparison("is_wrong");
  ASSERT_THAT(comparison.excluded[0].value().mismatches, SizeIs(1));
  const Mismatch& mismatch = comparison.excluded[0]->mismatches[0];
  EXPECT_EQ("out", mismatch.array);
  EXPECT_EQ(5u, mismatch.index);
  EXPECT_EQ(std::stoi(mismatch.expected) + 1, std::stoi(mismatch.got));
  EXPECT_THAT(comparison.repetitions, IsEmpty()) << "the warm-up is checked";
}

TEST_F(ComparisonTest, OfAnOutputWithRoomOnlyTheValuesAndTheirNumberAreCompared) {
  exercise_.name = "fake_filter";
  EXPECT_EQ("none", fault_of(comparison(""))) << "each writes its own number behind them";
  const auto mismatch = [this](const char* behaviour) {
    return comparison(behaviour).excluded[0].value().mismatches.at(0);
  };
  EXPECT_EQ("kept", mismatch("keeps_another_number").array);
  EXPECT_EQ("count", mismatch("counts_one_less").array);
}

TEST_F(ComparisonTest, AnOutputThatIsRightOnlyLaterIsForbidden) {
  use_referee("compares_late");
  EXPECT_THAT(fault_of(comparison("works_afterwards")),
              HasSubstr("forbidden: A timed call with n = 1000 was still writing"));
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
  ASSERT_FALSE(comparison.repetitions.empty());
  for (const Repetition& repetition : comparison.repetitions) {
    EXPECT_EQ(0, repetition.samples[0].event_ms);
    EXPECT_GT(repetition.samples[0].ms, 30) << "settled by the judge's clock";
  }
}

TEST_F(ComparisonTest, ACallBeyondItsLimitIsTooSlow) {
  limits_.call_s = 0.5;
  const Comparison comparison = this->comparison("hangs");
  EXPECT_THAT(fault_of(comparison), HasSubstr("too_slow: One call with n = 1000 took longer than 0.5 s"));
  EXPECT_THAT(comparison.repetitions, IsEmpty()) << "the first call has no longer limit than the others";
}

TEST_F(ComparisonTest, FasterThanTheMemoryCanBe) {
  use_referee("slow_memory");
  EXPECT_EQ("none", fault_of(comparison("")))
      << "the reference is as fast: its driver is wrong about the memory";
  EXPECT_THAT(fault_of(run({contestant("submission"), contestant("reference", "is_slow")})),
              HasSubstr("can't be: this GPU's memory needs 50.0000 ms"));
}

TEST_F(ComparisonTest, TheComparisonGoesOnWithoutOneThatIsExcluded) {
  const Comparison comparison =
      run({contestant("submission", "exits"), contestant("reference"), contestant("cub"), [this] {
             Contestant other = contestant("other");
             other.trusted = false;
             return other;
           }()});
  EXPECT_EQ("", comparison.failure);
  EXPECT_TRUE(comparison.excluded[0]);
  EXPECT_FALSE(comparison.excluded[3]);
  ASSERT_THAT(comparison.repetitions, SizeIs(4));
  for (const Repetition& repetition : comparison.repetitions) {
    EXPECT_EQ(0, repetition.samples[0].ms);
    EXPECT_GT(repetition.samples[3].ms, 0);
  }
}

}  // namespace
}  // namespace warpgrade::judge
