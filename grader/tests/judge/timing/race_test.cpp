// How a race goes when all goes well, or when the course or the machine is at fault.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <set>
#include <sstream>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "race_fixture.hpp"

namespace warpgrade::judge {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

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

TEST_F(RaceTest, SecretsAreNewEachTimeWhateverTheSeed) {
  race("");
  race("");
  std::set<std::string> secrets;
  for (const std::string& both : log("referee", "begin")) {
    std::istringstream words(both);
    for (std::string secret; words >> secret;) secrets.insert(secret);
  }
  EXPECT_THAT(secrets, SizeIs(2 * 2 * 5)) << "for the input and the poison, in two races' five repetitions";
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

TEST_F(RaceTest, UnderAToolAContestantGetsTimeToEndByItselfStoppedOrNot) {
  setenv("WARPGRADE_RUNNER_WRAPPER", "env", /*overwrite=*/1);
  race("");
  unsetenv("WARPGRADE_RUNNER_WRAPPER");
  EXPECT_THAT(log("submission", "end"), IsEmpty()) << "it waits, stopped, for the next race";
  track_.reset();
  EXPECT_THAT(log("submission", "end"), ElementsAre("by itself"));
}

#ifdef __linux__  // what /proc tells

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

}  // namespace
}  // namespace warpgrade::judge
