// RunnerProcess and the real runner.cpp against each other: every way for a task to go wrong costs one case.
#include "judge/run/runner_process.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <signal.h>
#include <span>
#include <sys/stat.h>
#include <sys/wait.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <thread>

#include <gtest/gtest.h>

#include "tests/support/contains.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::judge {
namespace {

using warpgrade::support::contains;
using warpgrade::support::TemporaryFolder;

const std::vector<int> numbers = {5, -3, 8, 13};

kit::CaseData make_data() {
  const ElementType i32 = ElementType::parse("i32");
  kit::CaseData data;
  data.inputs.push_back(kit::Array::of<int>("in", i32, numbers));
  data.outputs.push_back({kit::Array::of<int>("out", i32, numbers), {}});
  return data;
}

struct Judge {
  RunnerProcess runner;
  explicit Judge(ChildOptions with = {}, const std::filesystem::path& program = MISBEHAVING_RUNNER)
      : runner(program, with) {}

  CallResult call(const std::string& task, double timeout_s = 10, kit::CaseData data = make_data()) {
    return runner.call(data,
                       {.task = task, .op = "sum_i32", .input = "", .n = 4, .parameters = {}, .seed = 7},
                       {.timeout_s = timeout_s});
  }
};

std::vector<int> as_ints(const std::vector<std::byte>& bytes) {
  std::vector<int> values(bytes.size() / sizeof(int));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

/// The one finding of a call that went wrong.
Finding only_finding(const CallResult& result) {
  EXPECT_FALSE(result.completed);
  EXPECT_EQ(result.findings.size(), 1u);
  return result.findings.empty() ? Finding{} : result.findings.front();
}

TEST(RunnerProcess, ReturnsTheOutputsOfATask) {
  Judge judge;
  const CallResult result = judge.call("copies");
  ASSERT_TRUE(result.completed);
  EXPECT_TRUE(result.findings.empty());
  ASSERT_EQ(result.outputs.size(), 1u);
  EXPECT_EQ(as_ints(result.outputs[0]), numbers);
  EXPECT_GT(result.seconds, 0);
}

TEST(RunnerProcess, AnOutputComesBackWithAllOfItsRoom) {
  kit::CaseData data = make_data();
  data.outputs[0].room = 6;
  Judge judge;
  const CallResult result = judge.call("copies", 10, data);
  ASSERT_TRUE(result.completed);
  const std::vector<int> got = as_ints(result.outputs.at(0)), before = as_ints(result.poison.at(0));
  ASSERT_EQ(6u, got.size());
  EXPECT_EQ(numbers, std::vector<int>(got.begin(), got.begin() + 4));
  EXPECT_EQ(std::vector<int>(before.begin() + 4, before.end()), std::vector<int>(got.begin() + 4, got.end()))
      << "what the task does not write stays as it was";
}

/// Runs a program, and takes its time to write a report afterwards.
class SlowWrapper {
 public:
  SlowWrapper() { chmod(script_.c_str(), 0700); }
  std::string command() const { return script_.string(); }
  /// The report's first line.
  std::string report() const {
    std::ifstream written(folder_.path() / "report");
    std::string line;
    std::getline(written, line);
    return line;
  }

 private:
  TemporaryFolder folder_;
  std::filesystem::path script_ =
      folder_.write("wrapper.sh", "#!/bin/sh\n\"$@\"\ncode=$?\nsleep 0.7\necho \"ended with $code\" > " +
                                      (folder_.path() / "report").string() + "\n");
};

TEST(RunnerProcess, AWrapperCanWriteItsReportHoweverTheChildEnds) {
  for (const char* task : {"copies", "sticky_error", "exits_quietly"}) {
    const SlowWrapper wrapper;
    setenv("WARPGRADE_RUNNER_WRAPPER", wrapper.command().c_str(), 1);
    Judge().call(task);
    unsetenv("WARPGRADE_RUNNER_WRAPPER");
    EXPECT_EQ(wrapper.report(), "ended with 0") << task;
  }
}

TEST(RunnerProcess, PassesParameters) {
  Judge judge;
  kit::CaseData data = make_data();
  data.parameters["factor"] = 3;
  const CallResult result = judge.call("scales", 10, data);
  ASSERT_TRUE(result.completed);
  EXPECT_EQ(as_ints(result.outputs[0]), (std::vector<int>{15, -9, 24, 39}));
}

/// What a task did, and what the judge says of it. `line`: known to the device.
struct WrongTask {
  const char* task;
  Verdict verdict;
  const char* message;
  int line = 0;
};

constexpr const char* kNoProtocol = "no longer understand";

TEST(RunnerProcess, EachWayToGoWrongIsNamedAndCostsOneCase) {
  Judge judge;
  for (const WrongTask& wrong :
       std::vector<WrongTask>{{"prints_then_crashes", Verdict::crash, "SIGSEGV"},
                              {"aborts", Verdict::crash, "SIGABRT"},
                              {"crashes_at_known_place", Verdict::crash, "SIGFPE", 42},
                              {"exits_quietly", Verdict::crash, "exit code 0"},
                              {"calls_exit", Verdict::crash, "exit()"},
                              {"throws", Verdict::crash, "std::runtime_error: no luck"},
                              {"throws_nonsense", Verdict::crash, "std::runtime_error: "},
                              {"hangs", Verdict::timeout, "waiting after 0.8 s"},  // four times the limit
                              {"hangs_at_known_place", Verdict::timeout, "", 42},
                              {"computes_forever", Verdict::timeout, "0.2 s of processor time"},
                              {"changes_input", Verdict::out_of_bounds, "in[2]"},
                              {"sticky_error", Verdict::cuda_error, "sticky"},
                              {"device_is_full", Verdict::grader_error, "allocate"},
                              {"asks_for_unknown_parameter", Verdict::grader_error, "nonsense"},
                              {"no_such_task", Verdict::grader_error, "no_such_task"},
                              {"says_garbage", Verdict::crash, kNoProtocol},
                              {"sends_endless_message", Verdict::crash, kNoProtocol},
                              {"closes_socket", Verdict::crash, kNoProtocol},
                              {"shrinks_shared_memory", Verdict::crash, kNoProtocol}}) {
    const CallResult result = judge.call(wrong.task, 0.2);
    ASSERT_EQ(1u, result.findings.size()) << wrong.task;
    EXPECT_EQ(wrong.verdict, result.findings[0].verdict) << wrong.task;
    EXPECT_TRUE(contains(result.findings[0].message, wrong.message)) << result.findings[0].message;
    EXPECT_EQ(wrong.line, result.findings[0].place.line) << wrong.task;
    EXPECT_TRUE(judge.call("copies").completed) << "after " << wrong.task;
  }
}

TEST(RunnerProcess, WhatATaskDoesNotWriteIsPoisonWhateverItClaimsAndWhateverEarlierCasesLeft) {
  Judge judge;
  judge.call("copies");
  for (const char* task : {"does_nothing", "claims_outputs"}) {
    const CallResult result = judge.call(task);
    ASSERT_TRUE(result.completed) << task;
    EXPECT_EQ(result.outputs, result.poison) << task;
    EXPECT_NE(as_ints(result.outputs[0]), numbers) << task;
  }
}

TEST(RunnerProcess, KeepsWhatATaskPrintedWithoutANewlineBeforeItCrashed) {
  Judge judge;
  EXPECT_EQ(judge.call("prints").output, "hello from the task");
  EXPECT_EQ(judge.call("prints_then_crashes").output, "about to crash");
}

TEST(RunnerProcess, TheLimitIsOfProcessorTimeSoThatABusyMachineIsNoTimeout) {
  Judge judge;
  EXPECT_TRUE(judge.call("waits", 1).completed);  // by the clock half a second too late
}

TEST(RunnerProcess, FindingsOfTheDeviceBeforeAnExitAreNotLost) {
  Judge judge;
  const CallResult result = judge.call("exits_after_error");
  ASSERT_EQ(result.findings.size(), 2u);
  EXPECT_EQ(result.findings[0].message, "sticky");
}

TEST(RunnerProcess, EndlessOutputIsStoppedAndCut) {
  Judge judge({.output_bytes = 1 << 20, .kept_output_bytes = 1000});
  const CallResult result = judge.call("floods");
  const Finding finding = only_finding(result);
  EXPECT_EQ(finding.verdict, Verdict::crash);
  EXPECT_TRUE(contains(finding.message, "more than 1 MB")) << finding.message;
  EXPECT_LT(result.output.size(), 1100u);
  EXPECT_TRUE(contains(result.output, "more bytes")) << result.output;
}

TEST(RunnerProcess, ChildrenOfATaskEndWithTheRunner) {
#ifdef __linux__
  prctl(PR_SET_CHILD_SUBREAPER, 1);  // they become ours: in a container, process 1 may not reap anything
#endif
  pid_t group = -1;
  {
    Judge judge;
    ASSERT_TRUE(judge.call("leaves_children").completed);
    group = judge.runner.process_id();
  }
  ASSERT_GT(group, 0);
  for (int i = 0; i < 1000 && kill(-group, 0) == 0; ++i) {
    while (waitpid(-group, nullptr, WNOHANG) > 0) {
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_NE(kill(-group, 0), 0);
}

TEST(RunnerProcess, ADeathBetweenTwoCasesCostsNone) {
  Judge judge;
  ASSERT_TRUE(judge.call("copies").completed);
  const pid_t child = judge.runner.process_id();
  kill(child, SIGKILL);
  siginfo_t info;
  ASSERT_EQ(waitid(P_PID, id_t(child), &info, WEXITED | WNOWAIT), 0);  // has died; the judge reaps it
  EXPECT_TRUE(judge.call("copies").completed);
}

TEST(RunnerProcess, TheChildSeesNothingOfTheJudgesEnvironment) {
  setenv("SECRET", "answer", 1);
  Judge judge;
  EXPECT_EQ(judge.call("reads_environment").output, "clean|path");
  unsetenv("SECRET");
}

TEST(RunnerProcess, ARunnerThatIsMissingIsAGraderError) {
  Judge judge({}, "/nonexistent/runner");
  const Finding finding = only_finding(judge.call("copies"));
  EXPECT_EQ(finding.verdict, Verdict::grader_error);
  EXPECT_TRUE(contains(finding.message, "/nonexistent/runner")) << finding.message;
}

TEST(RunnerProcess, AnEndBeforeTheGreetingSaysThatNoTaskHadBegun) {
  const TemporaryFolder folder;
  Judge judge({}, folder.write_script("runner", "echo constructing; exit 3"));
  const CallResult result = judge.call("copies");
  const Finding finding = only_finding(result);
  EXPECT_EQ(finding.verdict, Verdict::crash);
  EXPECT_TRUE(contains(finding.message, "exit code 3) before the first task")) << finding.message;
  EXPECT_EQ(result.output, "constructing\n");
}

}  // namespace
}  // namespace warpgrade::judge
