// How a comparison goes when all goes well, or when the course or the machine is at fault.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <set>
#include <sstream>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "tests/judge/timing/comparison/comparison_fixture.hpp"

namespace warpgrade::judge {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// ---- An honest comparison -----------------------------------------------------------------------------

TEST_F(ComparisonTest, HonestContestantsHaveTimesAndNoFindings) {
  const Comparison comparison = this->comparison("");
  EXPECT_EQ("", comparison.failure);
  for (const auto& why : comparison.excluded) EXPECT_FALSE(why);
  ASSERT_THAT(comparison.repetitions, SizeIs(4));
  for (const Repetition& repetition : comparison.repetitions) {
    EXPECT_EQ(1.5, repetition.copy_ms);
    EXPECT_EQ(1000, repetition.clock_mhz);
    ASSERT_THAT(repetition.samples, SizeIs(3));
    for (const Sample& sample : repetition.samples) {
      EXPECT_GE(sample.event_ms, 10) << "as long as it slept";
      EXPECT_GE(sample.ms, sample.event_ms);
      EXPECT_GE(sample.wall_ms, sample.event_ms);
      EXPECT_GE(sample.done_ms, sample.wall_ms);
      EXPECT_GE(sample.turn_ms, sample.done_ms);
    }
  }
  EXPECT_EQ(8000u, comparison.compulsory_bytes);
  EXPECT_EQ(1u << 20, comparison.copy_bytes);
  EXPECT_GT(comparison.seconds, comparison.checking_seconds);
}

TEST_F(ComparisonTest, EveryRepetitionHasAFreshInputThatAllShare) {
  comparison("");
  const Words seen = log("submission", "go");
  EXPECT_THAT(seen, SizeIs(5)) << "the warm-up and four repetitions";
  EXPECT_THAT(std::set(seen.begin(), seen.end()), SizeIs(5));
  EXPECT_EQ(seen, log("reference", "go"));
  EXPECT_EQ(seen, log("cub", "go"));
}

TEST_F(ComparisonTest, SecretsAreNewEachTimeWhateverTheSeed) {
  comparison("");
  comparison("");
  std::set<std::string> secrets;
  for (const std::string& both : log("referee", "begin")) {
    std::istringstream words(both);
    for (std::string secret; words >> secret;) secrets.insert(secret);
  }
  EXPECT_THAT(secrets, SizeIs(2 * 2 * 5))
      << "for the input and the poison, in two comparisons' five repetitions";
}

TEST_F(ComparisonTest, TheOrderOfTurnsIsRandom) {
  limits_ = {.min_repetitions = 12, .max_repetitions = 12, .max_seconds = 60, .call_s = 20};
  comparison("");
  const Words turns = log("referee", "stage");
  ASSERT_THAT(turns, SizeIs(3 * 13));
  std::set<Words> orders;
  for (std::size_t i = 0; i < turns.size(); i += 3) {
    Words order(turns.begin() + std::ptrdiff_t(i), turns.begin() + std::ptrdiff_t(i + 3));
    orders.insert(order);
    std::ranges::sort(order);
    EXPECT_THAT(order, ElementsAre("0", "1", "2"));
  }
  EXPECT_GE(orders.size(), 3u) << "of six that there are, in thirteen repetitions";
}

TEST_F(ComparisonTest, ItEndsWhenThereIsEnough) {
  limits_ = {.min_repetitions = 5, .max_repetitions = 100, .max_seconds = 60, .call_s = 20};
  std::vector<std::size_t> asked;
  enough_ = [&](const Comparison& comparison) {
    asked.push_back(comparison.repetitions.size());
    return asked.size() == 2;
  };
  EXPECT_THAT(comparison("").repetitions, SizeIs(20));
  EXPECT_THAT(asked, ElementsAre(10, 20));
}

TEST_F(ComparisonTest, WithTheTimeUsedUpAFewRepetitionsAreDoneNonetheless) {
  limits_ = {.min_repetitions = 20, .max_repetitions = 20, .max_seconds = 0, .call_s = 20};
  EXPECT_THAT(comparison("").repetitions, SizeIs(5));
}

// ---- The course's own, and the referee ----------------------------------------------------------------

TEST_F(ComparisonTest, WithoutAReferenceThereIsNothingToCompareWith) {
  EXPECT_EQ("there is neither a reference nor a library (CUB) to compare with",
            run({contestant("submission")}).failure);
}

TEST_F(ComparisonTest, ATrustedContestantThatIsExcludedIsTheCoursesFault) {
  const Comparison disagree =
      run({contestant("submission"), contestant("reference"), contestant("cub", "is_wrong")});
  EXPECT_THAT(disagree.failure,
              HasSubstr("cub of the course failed: A timed call with n = 1000 gave a wrong answer"));
  EXPECT_TRUE(disagree.is_courses_fault);
  EXPECT_FALSE(disagree.excluded[0]);
  EXPECT_THAT(run({contestant("submission"), contestant("reference", "exits")}).failure,
              HasSubstr("reference of the course failed: The program ended (exit code 7)"));
}

TEST_F(ComparisonTest, WithoutAnySubmissionTheTrustedOnesAreCompared) {
  const Comparison comparison = run({contestant("reference"), contestant("cub")});
  EXPECT_EQ("", comparison.failure);
  EXPECT_THAT(comparison.repetitions, SizeIs(4));
}

TEST_F(ComparisonTest, WhatTheRefereeCanNotDoIsTheFailure) {
  for (const auto& [fault, failure] : {std::pair("no_gpu", "there is no GPU"),
                                       std::pair("too_little_memory", "CUDA can't allocate: out of memory"),
                                       std::pair("nonsense", "sent an invalid message")}) {
    use_referee(fault);
    const Comparison comparison = this->comparison("");
    EXPECT_THAT(comparison.failure, HasSubstr(failure));
    EXPECT_FALSE(comparison.is_courses_fault);
    EXPECT_THAT(comparison.excluded, SizeIs(3));
  }
}

TEST_F(ComparisonTest, ARefereeThatDiesIsStartedAnewForTheNextComparison) {
  use_referee("dies_at_third");
  EXPECT_THAT(comparison("").failure, HasSubstr("the referee process of the timing ended: "));
  limits_.max_repetitions = 1;
  EXPECT_EQ("", comparison("").failure);
  EXPECT_THAT(log("referee", "start"), SizeIs(2));
}

TEST_F(ComparisonTest, AProgramThatCannotBeStartedIsAFailure) {
  const Comparison comparison =
      run({{"submission", folder_.path() / "nothing", false}, contestant("reference")});
  EXPECT_THAT(comparison.failure, HasSubstr("a process of the comparison can't be started: "));
  EXPECT_EQ("none", fault_of(this->comparison(""))) << "and the next comparison is none the worse for it";
}

// ---- Processes ----------------------------------------------------------------------------------------

TEST_F(ComparisonTest, ProcessesAreKeptFromComparisonToComparison) {
  const std::vector<Contestant> contestants = {contestant("submission"), contestant("reference")};
  EXPECT_EQ("", run(contestants).failure);
  n_ = 2000;
  EXPECT_EQ("", run(contestants).failure);
  for (const char* name : {"submission", "reference", "referee"})
    EXPECT_THAT(log(name, "start"), SizeIs(1)) << name;
  EXPECT_THAT(log("submission", "enter"), ElementsAre("1000", "2000"));
}

TEST_F(ComparisonTest, OneThatIsExcludedStartsAnewInTheNextComparison) {
  const std::vector<Contestant> contestants = {contestant("submission", "is_wrong"), contestant("reference")};
  run(contestants);
  EXPECT_EQ(-1, kill(process("submission"), 0)) << "it has been ended";
  run(contestants);
  EXPECT_THAT(log("submission", "start"), SizeIs(2));
  EXPECT_THAT(log("reference", "start"), SizeIs(1));
}

TEST_F(ComparisonTest, OneThatNoLongerTakesPartIsEnded) {
  const Contestant reference = contestant("reference");
  run({contestant("submission"), reference});
  const pid_t first = process("submission");
  run({contestant("submission"), reference});
  EXPECT_EQ(-1, kill(first, 0));
}

TEST_F(ComparisonTest, AllProcessesEndWithTheTimer) {
  comparison("");
  std::vector<pid_t> processes;
  for (const char* name : {"submission", "reference", "cub", "referee"}) processes.push_back(process(name));
  timer_.reset();
  for (const pid_t one : processes) EXPECT_EQ(-1, kill(one, 0));
}

TEST_F(ComparisonTest, UnderAToolAContestantGetsTimeToEndByItselfStoppedOrNot) {
  setenv("WARPGRADE_RUNNER_WRAPPER", "env", /*overwrite=*/1);
  comparison("");
  unsetenv("WARPGRADE_RUNNER_WRAPPER");
  EXPECT_THAT(log("submission", "end"), IsEmpty()) << "it waits, stopped, for the next comparison";
  timer_.reset();
  EXPECT_THAT(log("submission", "end"), ElementsAre("by itself"));
}

#ifdef __linux__  // what /proc tells

char state_of(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  return text.empty() ? '-' : text.at(text.rfind(')') + 2);
}

TEST_F(ComparisonTest, AContestantIsStoppedWhenItIsNotItsTurnEvenOutsideItsGroup) {
  limits_ = {.min_repetitions = 10, .max_repetitions = 10, .max_seconds = 60, .call_s = 20};
  bool all_stopped = false;
  enough_ = [&](const Comparison&) {
    all_stopped = comes_true(
        [&] { return state_of(process("submission")) == 'T' && state_of(process("reference")) == 'T'; });
    return true;
  };
  EXPECT_EQ("none", fault_of(comparison("leaves_its_group")));
  EXPECT_TRUE(all_stopped);
  EXPECT_TRUE(comes_true([&] { return state_of(process("submission")) == 'T'; }))
      << "and between comparisons, too";
  const pid_t submission = process("submission");
  timer_.reset();
  EXPECT_EQ('-', state_of(submission)) << "a stopped process ends nonetheless";
}

/// A program that stands between the judge and each of the others, as a sandbox does.
class WrappedComparisonTest : public ComparisonTest {
 protected:
  WrappedComparisonTest() {
    const auto wrapper = folder_.write("wrapper", "#!/bin/sh\n\"$@\"; exit $?\n");
    std::filesystem::permissions(wrapper, std::filesystem::perms::owner_all);
    setenv("WARPGRADE_RUNNER_WRAPPER", wrapper.c_str(), /*overwrite=*/1);
  }
  ~WrappedComparisonTest() override { unsetenv("WARPGRADE_RUNNER_WRAPPER"); }
};

TEST_F(WrappedComparisonTest, TheContestantsThemselvesAreStopped) {
  EXPECT_EQ("none", fault_of(comparison("")));
  EXPECT_TRUE(comes_true([&] { return state_of(process("submission")) == 'T'; }));
}

TEST_F(WrappedComparisonTest, AThreadThatIsLeftRunningIsFound) {
  EXPECT_THAT(fault_of(comparison("leaves_a_thread")),
              HasSubstr("forbidden: A thread or process of the submission is still running"));
}

TEST_F(ComparisonTest, TheJudgesMemoryIsHiddenFromContestants) { EXPECT_EQ(0, prctl(PR_GET_DUMPABLE)); }

#endif

}  // namespace
}  // namespace warpgrade::judge
