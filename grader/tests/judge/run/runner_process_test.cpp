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

TEST(RunnerProcess, AWrapperFromTheEnvironmentRunsTheChildAndCanWriteItsReport) {
  const SlowWrapper wrapper;
  setenv("WARPGRADE_RUNNER_WRAPPER", wrapper.command().c_str(), 1);
  {
    Judge judge;
    EXPECT_TRUE(judge.call("copies").completed);
  }
  unsetenv("WARPGRADE_RUNNER_WRAPPER");
  EXPECT_EQ(wrapper.report(), "ended with 0");
}

TEST(RunnerProcess, AWrapperCanWriteItsReportAfterAnErrorThatEndsTheChild) {
  const SlowWrapper wrapper;
  Judge judge({.wrapper = {wrapper.command()}});
  judge.call("sticky_error");
  EXPECT_EQ(wrapper.report(), "ended with 0");
}

TEST(RunnerProcess, AWrapperCanWriteItsReportAfterACrash) {
  const SlowWrapper wrapper;
  Judge judge({.wrapper = {wrapper.command()}});
  EXPECT_EQ(only_finding(judge.call("exits_quietly")).verdict, Verdict::crash);
  EXPECT_EQ(wrapper.report(), "ended with 0");
}

TEST(RunnerProcess, PassesParameters) {
  Judge judge;
  kit::CaseData data = make_data();
  data.parameters["factor"] = 3;
  const CallResult result = judge.call("scales", 10, data);
  ASSERT_TRUE(result.completed);
  EXPECT_EQ(as_ints(result.outputs[0]), (std::vector<int>{15, -9, 24, 39}));
}

TEST(RunnerProcess, GreetsWithItsTasksAndDevice) {
  Judge judge;
  EXPECT_FALSE(judge.runner.hello());
  judge.call("copies");
  const auto hello = judge.runner.hello();
  ASSERT_TRUE(hello);
  EXPECT_EQ(hello->device_kind, "host");
  EXPECT_NE(std::find(hello->tasks.begin(), hello->tasks.end(), "copies"), hello->tasks.end());
}

TEST(RunnerProcess, NoByteOfThePoisonIsRight) {
  const ElementType u8 = ElementType::parse("u8");
  kit::CaseData data = make_data();
  data.outputs = {{kit::Array::of<std::uint8_t>("out", u8, std::vector<std::uint8_t>(4096, 7)), {}}};
  Judge judge;
  const CallResult result = judge.call("does_nothing", 10, data);
  ASSERT_EQ(4096u, result.poison.at(0).size());
  EXPECT_EQ(0, std::ranges::count(result.poison[0], std::byte{7}));
}

TEST(RunnerProcess, OutputsThatWereNeverWrittenHoldThePoison) {
  Judge judge;
  const CallResult result = judge.call("does_nothing");
  ASSERT_TRUE(result.completed);
  EXPECT_EQ(result.outputs, result.poison);
  EXPECT_NE(as_ints(result.outputs[0]), numbers);
}

TEST(RunnerProcess, HandlesEmptyArrays) {
  Judge judge;
  kit::CaseData data;
  data.inputs.push_back({"in", ElementType::parse("i32"), {}});
  data.outputs.push_back({{"out", ElementType::parse("i32"), {}}, {}});
  const CallResult result = judge.call("does_nothing", 10, data);
  EXPECT_TRUE(result.completed);
  EXPECT_TRUE(result.findings.empty());
}

TEST(RunnerProcess, KeepsWhatATaskPrintedWithoutANewlineBeforeItCrashed) {
  Judge judge;
  EXPECT_EQ(judge.call("prints").output, "hello from the task");
  EXPECT_EQ(judge.call("prints_then_crashes").output, "about to crash");
}

TEST(RunnerProcess, NamesTheSignalOfACrash) {
  Judge judge;
  const Finding segv = only_finding(judge.call("prints_then_crashes"));
  EXPECT_EQ(segv.verdict, Verdict::crash);
  EXPECT_TRUE(contains(segv.message, "SIGSEGV")) << segv.message;
  const Finding abort = only_finding(judge.call("aborts"));
  EXPECT_EQ(abort.verdict, Verdict::crash);
  EXPECT_TRUE(contains(abort.message, "SIGABRT")) << abort.message;
}

TEST(RunnerProcess, ACrashHasThePlaceIfTheDeviceKnowsIt) {
  Judge judge;
  const Finding finding = only_finding(judge.call("crashes_at_known_place"));
  EXPECT_EQ(finding.verdict, Verdict::crash);
  EXPECT_TRUE(contains(finding.message, "SIGFPE")) << finding.message;
  EXPECT_EQ(finding.place.line, 42);
}

TEST(RunnerProcess, StartsAFreshChildAfterACrash) {
  Judge judge;
  judge.call("aborts");
  EXPECT_FALSE(judge.runner.hello());
  EXPECT_TRUE(judge.call("copies").completed);
}

TEST(RunnerProcess, ATaskThatHangsIsATimeoutThatNamesTheLimit) {
  Judge judge;
  const Finding finding = only_finding(judge.call("hangs", 0.2));
  EXPECT_EQ(finding.verdict, Verdict::timeout);
  EXPECT_TRUE(contains(finding.message, "waiting after 0.8 s")) << finding.message;  // four times the limit
  EXPECT_TRUE(judge.call("copies").completed);
}

TEST(RunnerProcess, ATimeoutHasThePlaceIfTheDeviceKnowsIt) {
  Judge judge;
  const Finding finding = only_finding(judge.call("hangs_at_known_place", 0.2));
  EXPECT_EQ(finding.verdict, Verdict::timeout);
  EXPECT_EQ(finding.place.line, 42);
}

TEST(RunnerProcess, ATaskThatComputesForeverIsATimeout) {
  Judge judge;
  const Finding finding = only_finding(judge.call("computes_forever", 0.2));
  EXPECT_EQ(finding.verdict, Verdict::timeout);
  EXPECT_TRUE(contains(finding.message, "0.2 s of processor time")) << finding.message;
}

TEST(RunnerProcess, TheLimitIsOfProcessorTimeSoThatABusyMachineIsNoTimeout) {
  Judge judge;
  EXPECT_TRUE(judge.call("waits", 1).completed);  // by the clock half a second too late
}

TEST(RunnerProcess, EndingTheProcessIsACrashWithTheExitCode) {
  Judge judge;
  const Finding finding = only_finding(judge.call("exits_quietly"));
  EXPECT_EQ(finding.verdict, Verdict::crash);
  EXPECT_TRUE(contains(finding.message, "exit code 0")) << finding.message;
}

TEST(RunnerProcess, CallingExitIsACrash) {
  Judge judge;
  const Finding finding = only_finding(judge.call("calls_exit"));
  EXPECT_EQ(finding.verdict, Verdict::crash);
  EXPECT_TRUE(contains(finding.message, "exit()")) << finding.message;
}

TEST(RunnerProcess, FindingsOfTheDeviceBeforeAnExitAreNotLost) {
  Judge judge;
  const CallResult result = judge.call("exits_after_error");
  ASSERT_EQ(result.findings.size(), 2u);
  EXPECT_EQ(result.findings[0].message, "sticky");
}

TEST(RunnerProcess, AnExceptionIsACrashWithItsTypeAndText) {
  Judge judge;
  const CallResult result = judge.call("throws");
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].verdict, Verdict::crash);
  EXPECT_TRUE(contains(result.findings[0].message, "std::runtime_error: no luck"))
      << result.findings[0].message;
}

TEST(RunnerProcess, TextThatIsNotUtf8IsNoProblem) {
  Judge judge;
  const CallResult result = judge.call("throws_nonsense");
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].verdict, Verdict::crash);
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

TEST(RunnerProcess, EndlessMemoryIsStopped) {
  Judge judge({.memory_bytes = std::size_t(100) << 20});
  const Finding finding = only_finding(judge.call("eats_memory"));
  EXPECT_EQ(finding.verdict, Verdict::crash);
  EXPECT_TRUE(contains(finding.message, "0.1 GB")) << finding.message;
}

TEST(RunnerProcess, AChangedInputIsFoundEvenIfTheOutputIsRight) {
  Judge judge;
  const CallResult result = judge.call("changes_input");
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].verdict, Verdict::out_of_bounds);
  EXPECT_TRUE(contains(result.findings[0].message, "in[2]")) << result.findings[0].message;
}

TEST(RunnerProcess, AStickyErrorCostsOneCase) {
  Judge judge;
  EXPECT_EQ(only_finding(judge.call("sticky_error")).verdict, Verdict::cuda_error);
  EXPECT_FALSE(judge.runner.hello());
  EXPECT_TRUE(judge.call("copies").completed);
}

TEST(RunnerProcess, AFailureOfTheRunnerItselfIsNotTheStudentsFault) {
  Judge judge;
  EXPECT_EQ(only_finding(judge.call("device_is_full")).verdict, Verdict::grader_error);
  EXPECT_EQ(only_finding(judge.call("asks_for_unknown_parameter")).verdict, Verdict::grader_error);
  const Finding unknown = only_finding(judge.call("no_such_task"));
  EXPECT_EQ(unknown.verdict, Verdict::grader_error);
  EXPECT_TRUE(contains(unknown.message, "no_such_task")) << unknown.message;
}

TEST(RunnerProcess, TamperingWithTheSocketIsACrash) {
  Judge judge;
  for (const char* task : {"says_garbage", "sends_endless_message", "closes_socket"}) {
    const Finding finding = only_finding(judge.call(task));
    EXPECT_EQ(finding.verdict, Verdict::crash) << task;
    EXPECT_TRUE(contains(finding.message, "no longer understand")) << task << ": " << finding.message;
    EXPECT_TRUE(judge.call("copies").completed) << "after " << task;
  }
}

TEST(RunnerProcess, AShrunkSharedMemoryDoesNotHarmTheJudge) {
  Judge judge;
  EXPECT_EQ(only_finding(judge.call("shrinks_shared_memory")).verdict, Verdict::crash);
}

TEST(RunnerProcess, AForgedOutcomeYieldsOnlyPoison) {
  Judge judge;
  const CallResult result = judge.call("claims_outputs");
  EXPECT_EQ(result.outputs, result.poison);
}

TEST(RunnerProcess, NothingOfAnEarlierCaseIsLeftInTheSharedMemory) {
  Judge judge;
  judge.call("copies");
  const CallResult result = judge.call("does_nothing");
  EXPECT_NE(as_ints(result.outputs[0]), numbers);
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

TEST(RunnerProcess, AProgramThatNeverGreetsIsATimeout) {
  const TemporaryFolder folder;
  Judge judge({.start_timeout_s = 0.3}, folder.write_script("runner", "sleep 60"));
  EXPECT_EQ(only_finding(judge.call("copies")).verdict, Verdict::timeout);
}

TEST(RunnerProcess, ADeviceThatIsMissingIsAGraderErrorWithItsReason) {
  const TemporaryFolder folder;
  Judge judge(
      {}, folder.write_script("runner",
                              "echo '{\"ready\":{\"device_kind\":\"cuda\",\"device_name\":\"\",\"facts\":{},"
                              "\"tasks\":[],\"error\":\"No usable GPU\"}}' >&3; sleep 60"));
  const Finding finding = only_finding(judge.call("copies"));
  EXPECT_EQ(finding.verdict, Verdict::grader_error);
  EXPECT_EQ(finding.message, "No usable GPU");
}

}  // namespace
}  // namespace warpgrade::judge
