#include "judge/timing/race.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <set>
#include <sstream>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../fake_workshop.hpp"
#include "support/temporary_folder.hpp"
#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using Words = std::vector<std::string>;

/// Races over the exercise "fake". The submission behaves as it is told, and so do the others.
class RaceTest : public ::testing::Test {
 protected:
  RaceTest() { use_referee(""); }

  void use_referee(const std::string& fault) {
    track_ = make_race_track(
        script("referee", fmt::format("{} {} {}", FAKE_REFEREE, folder_.path().string(), fault)));
  }

  Contestant contestant(const std::string& name, const std::string& behaviour = "") {
    return {
        name,
        script(name, fmt::format("{} {} {} {}", FAKE_CONTESTANT, folder_.path().string(), name, behaviour)),
        /*trusted=*/name != "submission"};
  }

  /// The submission's race against a reference and CUB, both without fault.
  Race race(const std::string& behaviour) {
    return run({contestant("submission", behaviour), contestant("reference"), contestant("cub")});
  }

  Race run(const std::vector<Contestant>& contestants) {
    return track_->run(
        {.exercise = &exercise_, .task = "one", .op = "double_i32", .input = "random", .n = n_, .seed = 7},
        contestants, limits_, enough_);
  }

  /// What put the submission out: "verdict: message", the first one.
  static std::string fault_of(const Race& race) {
    if (!race.failure.empty()) return "failure: " + race.failure;
    if (race.findings[0].empty()) return "none";
    return fmt::format("{}: {}", to_string(race.findings[0].front().verdict),
                       race.findings[0].front().message);
  }

  /// The lines of somebody's log that begin with a word: what follows that word.
  Words log(const std::string& name, const std::string& word) const {
    Words found;
    std::ifstream file(folder_.path() / (name + ".log"));
    for (std::string line; std::getline(file, line);)
      if (line.starts_with(word + " ")) found.push_back(line.substr(word.size() + 1));
    return found;
  }

  pid_t process(const std::string& name) const { return std::stoi(log(name, "start").back()); }

  testing::TemporaryFolder folder_;
  spec::Exercise exercise_ = fake_exercise();
  std::uint64_t n_ = 1000;
  RaceLimits limits_{.min_repetitions = 4, .max_repetitions = 4, .max_seconds = 60, .call_s = 20};
  std::function<bool(const Race&)> enough_ = [](const Race&) { return true; };
  std::unique_ptr<RaceTrack> track_;

 private:
  /// A program without arguments, as the race track wants it.
  fs::path script(const std::string& name, const std::string& command) {
    const fs::path file =
        folder_.write(fmt::format("{}{}", name, scripts_++), "#!/bin/sh\nexec " + command + "\n");
    fs::permissions(file, fs::perms::owner_all);
    return file;
  }
  int scripts_ = 0;
};

/// Is it so within ten seconds?
bool comes_true(const std::function<bool()>& condition) {
  for (int i = 0; i < 10'000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

// ---- An honest race -----------------------------------------------------------------------------------

TEST_F(RaceTest, HonestContestantsHaveTimesAndNoFindings) {
  const Race race = this->race("");
  EXPECT_EQ("", race.failure);
  EXPECT_THAT(race.findings, Each(IsEmpty()));
  ASSERT_THAT(race.repetitions, SizeIs(4));
  for (const Repetition& repetition : race.repetitions) {
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
  EXPECT_EQ(8000u, race.floor_bytes);
  EXPECT_EQ(1u << 20, race.copy_bytes);
  EXPECT_GT(race.seconds, race.checking_seconds);
}

TEST_F(RaceTest, EveryRepetitionHasAFreshInputThatAllShare) {
  race("");
  const Words seen = log("submission", "go");
  EXPECT_THAT(seen, SizeIs(5)) << "the warm-up and four repetitions";
  EXPECT_THAT(std::set(seen.begin(), seen.end()), SizeIs(5));
  EXPECT_EQ(seen, log("reference", "go"));
  EXPECT_EQ(seen, log("cub", "go"));
}

TEST_F(RaceTest, NoSecretIsUsedTwice) {
  race("");
  std::set<std::string> secrets;
  for (const std::string& both : log("referee", "begin")) {
    std::istringstream words(both);
    for (std::string secret; words >> secret;) secrets.insert(secret);
  }
  EXPECT_THAT(secrets, SizeIs(2 * 5)) << "a seed and another one for the poison in each repetition";
}

TEST_F(RaceTest, TheOrderOfTurnsIsRandom) {
  limits_ = {.min_repetitions = 12, .max_repetitions = 12, .max_seconds = 60, .call_s = 20};
  race("");
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

TEST_F(RaceTest, ItEndsWhenThereIsEnough) {
  limits_ = {.min_repetitions = 5, .max_repetitions = 100, .max_seconds = 60, .call_s = 20};
  std::vector<std::size_t> asked;
  enough_ = [&](const Race& race) {
    asked.push_back(race.repetitions.size());
    return asked.size() == 2;
  };
  EXPECT_THAT(race("").repetitions, SizeIs(20));
  EXPECT_THAT(asked, ElementsAre(10, 20));
}

TEST_F(RaceTest, WithTheTimeUsedUpAFewRepetitionsAreDoneNonetheless) {
  limits_ = {.min_repetitions = 20, .max_repetitions = 20, .max_seconds = 0, .call_s = 20};
  EXPECT_THAT(race("").repetitions, SizeIs(5));
}

// ---- Contestants that go wrong ------------------------------------------------------------------------

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
  EXPECT_GT(race.hidden_ms[0], 3) << "9 of 10 ms";
  EXPECT_EQ(0, race.hidden_ms[1]);
  for (const Repetition& repetition : race.repetitions) EXPECT_GT(repetition.samples[0].ms, 3);
}

TEST_F(RaceTest, AClaimOfLessThanNothingIsOneOfNothing) {
  const Race race = this->race("claims_less_than_nothing");
  for (const Repetition& repetition : race.repetitions) {
    EXPECT_EQ(0, repetition.samples[0].event_ms);
    EXPECT_GT(repetition.samples[0].ms, 3);
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
  EXPECT_THAT(fault_of(race("")), HasSubstr("forbidden: "));
  EXPECT_THAT(fault_of(race("")), HasSubstr("can't be: this GPU's memory needs 8000.0000 ms"));
}

#ifdef __linux__  // what /proc tells

TEST_F(RaceTest, AThreadThatIsLeftRunningIsFound) {
  EXPECT_THAT(fault_of(race("leaves_a_thread")),
              HasSubstr("forbidden: A thread of the submission is still running"));
}

TEST_F(RaceTest, AChildThatIsLeftRunningIsFound) {
  EXPECT_THAT(fault_of(race("leaves_a_child")), HasSubstr("forbidden: "));
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

char state_of(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  return text.empty() ? '-' : text.at(text.rfind(')') + 2);
}

TEST_F(RaceTest, WhoseTurnItIsNotIsStoppedEvenOutsideItsGroup) {
  limits_ = {.min_repetitions = 10, .max_repetitions = 10, .max_seconds = 60, .call_s = 20};
  bool all_stopped = false;
  enough_ = [&](const Race&) {
    all_stopped = comes_true(
        [&] { return state_of(process("submission")) == 'T' && state_of(process("reference")) == 'T'; });
    return true;
  };
  EXPECT_EQ("none", fault_of(race("leaves_its_group")));
  EXPECT_TRUE(all_stopped);
  EXPECT_TRUE(comes_true([&] { return state_of(process("submission")) == 'T'; })) << "and between races, too";
  const pid_t submission = process("submission");
  track_.reset();
  EXPECT_EQ('-', state_of(submission)) << "who is stopped ends nonetheless";
}

TEST_F(RaceTest, TheJudgesMemoryIsHiddenFromContestants) { EXPECT_EQ(0, prctl(PR_GET_DUMPABLE)); }

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

// ---- The course's own, and the referee ----------------------------------------------------------------

TEST_F(RaceTest, WithoutAReferenceThereIsNothingToCompareWith) {
  EXPECT_EQ("there is neither a reference nor CUB to compare with", run({contestant("submission")}).failure);
}

TEST_F(RaceTest, TheCoursesOwnContestantsMustAgree) {
  const Race race = run({contestant("submission"), contestant("reference"), contestant("cub", "is_wrong")});
  EXPECT_THAT(race.failure,
              HasSubstr("cub of the course failed: A timed call with n = 1000 gave a wrong answer"));
  EXPECT_THAT(race.findings[0], IsEmpty());
}

TEST_F(RaceTest, AReferenceThatCrashesIsTheCoursesFault) {
  const Race race = run({contestant("submission"), contestant("reference", "exits")});
  EXPECT_THAT(race.failure, HasSubstr("reference of the course failed: The program ended (exit code 7)"));
}

TEST_F(RaceTest, WithoutAnySubmissionTheTrustedOnesRaceEachOther) {
  const Race race = run({contestant("reference"), contestant("cub")});
  EXPECT_EQ("", race.failure);
  EXPECT_THAT(race.repetitions, SizeIs(4));
}

TEST_F(RaceTest, ARefereeWithoutAGpuSaysSo) {
  use_referee("no_gpu");
  EXPECT_EQ("there is no GPU", race("").failure);
}

TEST_F(RaceTest, TooLittleMemoryIsTheReason) {
  use_referee("too_little_memory");
  const Race race = this->race("");
  EXPECT_EQ("CUDA can't allocate: out of memory", race.failure);
  EXPECT_THAT(race.findings, SizeIs(3));
}

TEST_F(RaceTest, ARefereeThatSpeaksNonsenseIsReplaced) {
  use_referee("nonsense");
  EXPECT_THAT(race("").failure, HasSubstr("spoke nonsense"));
  race("");
  EXPECT_THAT(log("referee", "start"), SizeIs(2));
}

TEST_F(RaceTest, ARefereeThatDiesIsStartedAnewForTheNextRace) {
  use_referee("dies_at_third");
  EXPECT_THAT(race("").failure, HasSubstr("the referee process of the timing ended: "));
  limits_.max_repetitions = 1;
  EXPECT_EQ("", race("").failure);
  EXPECT_THAT(log("referee", "start"), SizeIs(2));
}

TEST_F(RaceTest, AProgramThatCannotBeStartedIsAFailure) {
  const Race race = run({{"submission", folder_.path() / "nothing", false}, contestant("reference")});
  EXPECT_THAT(race.failure, HasSubstr("a process of the race can't be started: "));
  EXPECT_EQ("none", fault_of(this->race(""))) << "and the next race is none the worse for it";
}

// ---- Processes ----------------------------------------------------------------------------------------

TEST_F(RaceTest, ProcessesAreKeptFromRaceToRace) {
  const std::vector<Contestant> contestants = {contestant("submission"), contestant("reference")};
  EXPECT_EQ("", run(contestants).failure);
  n_ = 2000;
  EXPECT_EQ("", run(contestants).failure);
  for (const char* name : {"submission", "reference", "referee"})
    EXPECT_THAT(log(name, "start"), SizeIs(1)) << name;
  EXPECT_THAT(log("submission", "enter"), ElementsAre("1000", "2000"));
}

TEST_F(RaceTest, OneThatIsOutStartsAnewInTheNextRace) {
  const std::vector<Contestant> contestants = {contestant("submission", "is_wrong"), contestant("reference")};
  run(contestants);
  EXPECT_EQ(-1, kill(process("submission"), 0)) << "it has been ended";
  run(contestants);
  EXPECT_THAT(log("submission", "start"), SizeIs(2));
  EXPECT_THAT(log("reference", "start"), SizeIs(1));
}

TEST_F(RaceTest, WhoDoesNotTakePartAnyMoreIsEnded) {
  const Contestant reference = contestant("reference");
  run({contestant("submission"), reference});
  const pid_t first = process("submission");
  run({contestant("submission"), reference});
  EXPECT_EQ(-1, kill(first, 0));
}

TEST_F(RaceTest, AllProcessesEndWithTheTrack) {
  race("");
  std::vector<pid_t> processes;
  for (const char* name : {"submission", "reference", "cub", "referee"}) processes.push_back(process(name));
  track_.reset();
  for (const pid_t one : processes) EXPECT_EQ(-1, kill(one, 0));
}

}  // namespace
}  // namespace warpgrade::judge
