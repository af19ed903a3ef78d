// The queue with gradings that take no time: what it keeps, what it tries again, and what it never does
// twice.
#include "classes/queue.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "classes/claim.hpp"
#include "system/process_info.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::classes {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

Result result_with(Verdict verdict) {
  Result result;
  TaskResult& task = result.exercises.emplace_back().tasks.emplace_back();
  task.verdict = verdict;
  task.findings = {make_finding(verdict, "what it said")};
  return result;
}

class QueueTest : public ::testing::Test {
 protected:
  QueueTest() { results.create(); }

  support::TemporaryFolder folder;
  ResultsFolder results{folder.path()};
  Queue queue{results, DeviceKind::simulator, "run 1"};
  std::vector<Piece> pieces{{"a", "scan", "alice"}, {"b", "scan", "bob"}, {"c", "scan", "carol"}};
};

TEST_F(QueueTest, EachPieceIsGradedOnceAndItsResultKept) {
  std::vector<std::string> graded;
  const auto grade = [&](const Piece& piece) {
    graded.push_back(piece.key);
    return result_with(Verdict::race);
  };
  EXPECT_EQ(3u, queue.work(pieces, grade));
  EXPECT_EQ(0u, queue.work(pieces, grade)) << "nothing is left";
  EXPECT_EQ((std::vector<std::string>{"a", "b", "c"}), graded);
  EXPECT_EQ(Verdict::race, queue.result("b").exercises[0].tasks[0].verdict);
  EXPECT_TRUE(fs::is_empty(results.claims()));
}

TEST_F(QueueTest, SeveralWorkersShareTheWorkAndNoPieceIsGradedTwice) {
  pieces.clear();
  for (int i = 0; i < 100; ++i) pieces.push_back({"piece" + std::to_string(i), "scan", "alice"});
  std::vector<pid_t> workers;
  for (int i = 0; i < 4; ++i) {
    workers.push_back(fork());
    if (workers.back() != 0) continue;
    queue.work(pieces, [&](const Piece& piece) {
      const fs::path mark = results.path() / (piece.key + "." + std::to_string(getpid()));
      std::ofstream(mark) << "graded";
      return result_with(Verdict::pass);
    });
    _exit(0);
  }
  for (const pid_t worker : workers) waitpid(worker, nullptr, 0);
  for (const Piece& piece : pieces) EXPECT_TRUE(queue.is_done(piece.key));
  const auto marks = std::count_if(fs::directory_iterator(results.path()), fs::directory_iterator(),
                                   [](const auto& entry) { return entry.is_regular_file(); });
  EXPECT_EQ(100, marks);
}

TEST_F(QueueTest, AFaultOfTheGraderIsTriedThreeTimesAndIsNoResult) {
  int tries = 0;
  queue.work({pieces[0]}, [&](const Piece&) {
    ++tries;
    return result_with(Verdict::grader_error);
  });
  EXPECT_EQ(3, tries);
  EXPECT_FALSE(queue.is_done("a"));
  EXPECT_FALSE(queue.is_open("a"));
  ASSERT_TRUE(queue.fault("a"));
  EXPECT_EQ("what it said", queue.fault("a")->said);
  EXPECT_TRUE(Queue(results, DeviceKind::simulator, "run 2").is_open("a")) << "another run tries it again";
}

TEST_F(QueueTest, WhatAGradingThrowsIsAFaultThatASecondTryCanMend) {
  int tries = 0;
  queue.work({pieces[0]}, [&](const Piece&) -> Result {
    if (++tries == 1) throw std::runtime_error("the disk is full");
    return result_with(Verdict::pass);
  });
  EXPECT_EQ(2, tries);
  EXPECT_TRUE(queue.is_done("a"));
  EXPECT_FALSE(queue.fault("a")) << "it is mended";
}

/// Takes the claim of piece `a`, and is killed.
void die_with_a_claim(const fs::path& claim, const std::string& run) {
  const pid_t worker = fork();
  if (worker == 0) {
    Silence silence;
    const auto held = Claim::take(claim, run, silence);
    raise(SIGKILL);
  }
  waitpid(worker, nullptr, 0);
}

/// Of a worker of this machine before it was started anew.
std::string claim_before_this_start(const std::string& run) {
  return R"({"host": ")" + system::host_name() + R"(", "boot": "another one", "run": ")" + run + R"("})";
}

TEST_F(QueueTest, TheClaimOfAKilledWorkerIsTakenOver) {
  die_with_a_claim(results.claims() / "a.simulator", "an earlier run");
  ASSERT_TRUE(fs::exists(results.claims() / "a.simulator"));
  EXPECT_FALSE(queue.is_claimed("a"));
  EXPECT_EQ(1u, queue.work({pieces[0]}, [](const Piece&) { return result_with(Verdict::pass); }));
  EXPECT_FALSE(queue.fault("a")) << "the end of a run is nobody's fault";
}

TEST_F(QueueTest, APieceThatKillsItsWorkersIsGivenUp) {
  const auto work_and_die = [&] {
    const pid_t worker = fork();
    if (worker == 0) {
      queue.work({pieces[0]}, [](const Piece&) {
        raise(SIGKILL);
        return Result();
      });
      _exit(0);
    }
    int status = 0;
    waitpid(worker, &status, 0);
    return WIFSIGNALED(status);
  };
  EXPECT_TRUE(work_and_die());
  EXPECT_TRUE(work_and_die());
  EXPECT_TRUE(work_and_die());
  EXPECT_FALSE(work_and_die()) << "three workers died of it: it is not tried a fourth time";
  EXPECT_FALSE(queue.is_open("a"));
  EXPECT_THAT(queue.fault("a")->said, HasSubstr("ended in the middle"));
}

TEST_F(QueueTest, AMachineThatIsLostCountsLessThanAWorker) {
  const auto work_and_lose_the_machine = [&] {
    const pid_t worker = fork();
    if (worker == 0) {
      queue.work({pieces[0]}, [&](const Piece&) -> Result {
        std::ofstream(results.claims() / "a.simulator") << claim_before_this_start("run 1");
        _exit(1);
      });
      _exit(0);
    }
    int status = 0;
    waitpid(worker, &status, 0);
    return WEXITSTATUS(status) == 1;
  };
  for (int i = 0; i < kLosses; ++i) EXPECT_TRUE(work_and_lose_the_machine()) << i;
  EXPECT_GT(kLosses, kTries);
  EXPECT_FALSE(work_and_lose_the_machine()) << "it may be the piece that takes the machine's memory";
  EXPECT_FALSE(queue.is_open("a"));
  EXPECT_THAT(queue.fault("a")->said, HasSubstr("machine that graded it was lost"));
}

TEST_F(QueueTest, WhatFailedOnThisMachineIsLeftToOthersWhileTheyWork) {
  const fs::path elsewhere = results.claims() / "b.simulator";
  std::vector<std::string> graded;
  queue.work(pieces, [&](const Piece& piece) -> Result {
    graded.push_back(piece.key);
    if (graded.size() == 1) {
      std::ofstream(elsewhere) << R"({"host": "elsewhere", "run": "run 1"})";
      throw std::runtime_error("no compiler");
    }
    if (piece.key == "c") fs::remove(elsewhere);  // the other machine has no work any more
    return result_with(Verdict::pass);
  });
  EXPECT_EQ((std::vector<std::string>{"a", "c", "a", "b"}), graded);
}

TEST_F(QueueTest, ADamagedResultIsNamedWithWhatToDo) {
  std::ofstream(results.pieces() / "a.simulator") << "no result";
  try {
    queue.result("a");
    FAIL() << "it can't be read";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("a.simulator"));
    EXPECT_THAT(error.what(), HasSubstr("Remove this file"));
  }
}

}  // namespace
}  // namespace warpgrade::classes
