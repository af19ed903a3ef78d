// Which process is meant: the one that was started, or the one that speaks.
#include "judge/run/protocol_child.hpp"

#include <filesystem>
#include <fstream>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/run/child_messages.hpp"
#include "protocol/runner_messages.hpp"
#include "sandbox/sandbox.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::judge {
namespace {

using ::testing::HasSubstr;

constexpr double kNever_s = 1e6;

protocol::Call call_of(const std::string& task) {
  protocol::Call call;
  call.task.name = task;
  call.shared_bytes = 256;
  call.options.timeout_s = kNever_s;  // so that the runner does not stop itself
  return call;
}

/// What came instead of an answer.
Finding fault_of(ProtocolChild& child, const std::string& task, const ProtocolChild::AnswerLimits& limit) {
  try {
    child.memory.reset(256);
    child.ask("call", call_of(task), "done", limit);
  } catch (const NoAnswer& no_answer) {
    return no_answer.finding;
  }
  return make_finding(Verdict::pass, "there was an answer");
}

std::string greeting_fault_of(ProtocolChild& child) {
  try {
    read_greeting<protocol::Hello>(child.hear_greeting());
  } catch (const NoAnswer& no_answer) {
    return no_answer.what();
  }
  return "there was a greeting";
}

TEST(ProtocolChild, WithoutAWrapperTheStartedProcessSpeaks) {
  ProtocolChild child(MISBEHAVING_RUNNER, {});
  const pid_t started = child.speaking_id();
  read_greeting<protocol::Hello>(child.hear_greeting());
  EXPECT_EQ(started, child.speaking_id());
}

TEST(ProtocolChild, AProgramThatDoesNotGetAsFarAsItsFirstTaskIsStopped) {
  const support::TemporaryFolder folder;
  for (const char* commands : {"while :; do :; done", "sleep 60"}) {
    ProtocolChild child(folder.write_script("script", commands), {.start_timeout_s = 0.2});
    EXPECT_THAT(greeting_fault_of(child), HasSubstr("more than 0.2 s before its first task could begin"));
  }
}

TEST(ProtocolChild, AnAnswerUnderAnotherWordIsNone) {
  ProtocolChild child(MISBEHAVING_RUNNER, {});
  read_greeting<protocol::Hello>(child.hear_greeting());
  child.memory.reset(256);
  try {
    child.ask("call", call_of("does_nothing"), "told", {.computing_s = kNever_s});
    FAIL() << "did not throw";
  } catch (const NoAnswer& no_answer) {
    EXPECT_THAT(no_answer.what(), HasSubstr("its message is no answer to {\"call\":"));
  }
}

TEST(ProtocolChild, AFaultOfTheRunnerIsNotTheStudentsFault) {
  ProtocolChild child(MISBEHAVING_RUNNER, {});
  read_greeting<protocol::Hello>(child.hear_greeting());
  const Finding fault = fault_of(child, "no_such_task", {.computing_s = kNever_s});
  EXPECT_EQ(Verdict::grader_error, fault.verdict);
  EXPECT_EQ("Runner: bind.cu has no WARPGRADE_TASK(no_such_task).", fault.message);
}

#ifdef __linux__  // where the kernel says who speaks

/// A runner whose wrapper is a process of its own, and waits for it.
class WrappedChild : public ::testing::Test {
 protected:
  ProtocolChild start(ChildOptions options = {}) {
    options.wrapper = {folder_.write_script("script", "\"$@\"; exit $?").string()};
    return ProtocolChild(MISBEHAVING_RUNNER, options);
  }

  support::TemporaryFolder folder_;
};

std::string program_of(pid_t process) {
  return std::filesystem::read_symlink("/proc/" + std::to_string(process) + "/exe").filename();
}

char state_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  return text.empty() ? '-' : text.at(text.rfind(')') + 2);
}

void wait_for_state(pid_t process, char state) {
  for (int i = 0; i < 30000 && state_of(process) != state; ++i) usleep(1000);
  EXPECT_EQ(state, state_of(process));
}

TEST_F(WrappedChild, TheSpeakingProcessIsTheRunnerAndNotItsWrapper) {
  ProtocolChild child = start();
  const pid_t started = child.speaking_id();
  read_greeting<protocol::Hello>(child.hear_greeting());
  EXPECT_NE(started, child.speaking_id());
  EXPECT_EQ("misbehaving_runner", program_of(child.speaking_id()));
}

TEST_F(WrappedChild, TheMemoryOfTheRunnerIsLimited) {
  ProtocolChild child = start({.memory_bytes = std::size_t(100) << 20});
  read_greeting<protocol::Hello>(child.hear_greeting());
  EXPECT_THAT(fault_of(child, "eats_memory", {.computing_s = kNever_s}).message,
              HasSubstr("more than 0.1 GB"));
}

TEST_F(WrappedChild, TheProcessorTimeOfTheRunnerIsLimited) {
  ProtocolChild child = start();
  read_greeting<protocol::Hello>(child.hear_greeting());
  const ProtocolChild::AnswerLimits limit{.computing_s = 0.2, .waiting_s = kNever_s};
  EXPECT_EQ(Verdict::timeout, fault_of(child, "computes_forever", limit).verdict);
}

TEST_F(WrappedChild, SignalsReachTheRunner) {
  ProtocolChild child = start();
  read_greeting<protocol::Hello>(child.hear_greeting());
  child.send_signal(SIGSTOP);
  wait_for_state(child.speaking_id(), 'T');
  child.send_signal(SIGCONT);
  wait_for_state(child.speaking_id(), 'S');
}

TEST_F(WrappedChild, TheThreadsOfTheWrapperAndOfTheRunnerAreCounted) {
  ProtocolChild child = start();
  read_greeting<protocol::Hello>(child.hear_greeting());
  EXPECT_EQ(2, child.count_threads());
}

TEST_F(WrappedChild, ASignalThatEndsTheRunnerIsToldAsSuch) {
  ProtocolChild child = start();
  read_greeting<protocol::Hello>(child.hear_greeting());
  EXPECT_THAT(fault_of(child, "prints_then_crashes", {.computing_s = kNever_s}).message,
              HasSubstr("SIGSEGV"));
}

/// Under bubblewrap, with numbers of processes of its own and without.
class SandboxedChild : public ::testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    if (const std::string why = sandbox::why_not(SandboxTier::bubblewrap); !why.empty()) GTEST_SKIP() << why;
  }
  ProtocolChild start(const std::filesystem::path& program = MISBEHAVING_RUNNER, ChildOptions options = {}) {
    options.sandbox = sandbox::Sandbox(SandboxTier::bubblewrap);
    options.permissions.shares_processes = GetParam();
    return ProtocolChild(program, options);
  }
};

TEST_P(SandboxedChild, TheProgramInTheSandboxSpeaks) {
  ProtocolChild child = start();
  read_greeting<protocol::Hello>(child.hear_greeting());
  EXPECT_EQ("misbehaving_runner", program_of(child.speaking_id()));
}

TEST_P(SandboxedChild, AProcessThatTheProgramStartsMayNotGreetInItsPlace) {
  const support::TemporaryFolder folder;
  const char* const greet = "echo '{\"ready\":{}}' >&3";
  for (const std::string commands : {"(%)", "setsid sh -c \"$(cat <<'END'\n%\nEND\n)\" &"}) {
    std::string script = commands;
    script.replace(script.find('%'), 1, greet);
    ProtocolChild child = start(folder.write_script("script", script + "\nsleep 60"));
    EXPECT_THAT(greeting_fault_of(child), HasSubstr("another process speaks in its place")) << script;
  }
}

TEST_P(SandboxedChild, SignalsReachTheRunner) {
  ProtocolChild child = start();
  read_greeting<protocol::Hello>(child.hear_greeting());
  child.send_signal(SIGSTOP);
  wait_for_state(child.speaking_id(), 'T');
  child.send_signal(SIGCONT);
  wait_for_state(child.speaking_id(), 'S');
}

TEST_P(SandboxedChild, ASignalThatEndsTheRunnerIsToldAsSuch) {
  ProtocolChild child = start();
  read_greeting<protocol::Hello>(child.hear_greeting());
  EXPECT_THAT(fault_of(child, "prints_then_crashes", {.computing_s = kNever_s}).message,
              HasSubstr("SIGSEGV"));
}

TEST_P(SandboxedChild, TheMemoryOfTheRunnerIsLimited) {
  ProtocolChild child = start(MISBEHAVING_RUNNER, {.memory_bytes = std::size_t(100) << 20});
  read_greeting<protocol::Hello>(child.hear_greeting());
  EXPECT_THAT(fault_of(child, "eats_memory", {.computing_s = kNever_s}).message,
              HasSubstr("more than 0.1 GB"));
}

TEST_P(SandboxedChild, TheMemoryOfItsChildrenCounts) {
  ProtocolChild child = start(MISBEHAVING_RUNNER, {.memory_bytes = std::size_t(100) << 20});
  read_greeting<protocol::Hello>(child.hear_greeting());
  EXPECT_THAT(fault_of(child, "lets_children_eat_memory", {.computing_s = kNever_s}).message,
              HasSubstr("more than 0.1 GB"));
}

TEST_P(SandboxedChild, ProcessesOfTheRunnerAreLimited) {
  ProtocolChild child = start(MISBEHAVING_RUNNER, {.threads = 50});
  read_greeting<protocol::Hello>(child.hear_greeting());
  EXPECT_THAT(fault_of(child, "starts_processes", {.computing_s = kNever_s}).message,
              HasSubstr("more than 50 threads and processes"));
}

TEST_P(SandboxedChild, ASandboxThatCanNotBeSetUpIsTheMachinesFault) {
  ProtocolChild child = start("/nowhere/runner");
  try {
    read_greeting<protocol::Hello>(child.hear_greeting());
    FAIL() << "did not throw";
  } catch (const NoAnswer& no_answer) {
    EXPECT_EQ(Verdict::grader_error, no_answer.finding.verdict) << no_answer.what();
  }
}

INSTANTIATE_TEST_SUITE_P(OwnAndSharedNumbersOfProcesses, SandboxedChild, ::testing::Bool());

TEST(ProtocolChild, AnotherProcessMayNotGreetInItsPlace) {
  const support::TemporaryFolder folder;
  ProtocolChild child(folder.write_script("script", "(echo '{\"ready\":{}}' >&3); sleep 60"), {});
  EXPECT_THAT(greeting_fault_of(child), HasSubstr("another process speaks in its place"));
}

TEST(ProtocolChild, AnotherProcessMayNotAnswerInItsPlace) {
  ProtocolChild child(MISBEHAVING_RUNNER, {});
  read_greeting<protocol::Hello>(child.hear_greeting());
  EXPECT_THAT(fault_of(child, "lets_a_child_answer", {.computing_s = kNever_s}).message,
              HasSubstr("another process speaks in its place"));
}

#endif

}  // namespace
}  // namespace warpgrade::judge
