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

Finding greeting_fault_of(ProtocolChild& child) {
  try {
    read_greeting<protocol::Hello>(child.hear_greeting());
  } catch (const NoAnswer& no_answer) {
    return no_answer.finding;
  }
  return make_finding(Verdict::pass, "there was a greeting");
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
    const Finding fault = greeting_fault_of(child);
    EXPECT_EQ(Verdict::timeout, fault.verdict);
    EXPECT_THAT(fault.message, HasSubstr("more than 0.2 s before its first task could begin"));
  }
}

#ifdef __linux__  // where the kernel says who speaks

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

/// A runner that another process starts: a wrapper, which waits for it, or bubblewrap, with numbers of
/// processes of its own or without.
enum class Starter { wrapper, bubblewrap, bubblewrap_with_shared_numbers };

class StartedChild : public ::testing::TestWithParam<Starter> {
 protected:
  void SetUp() override {
    if (is_wrapped()) return;
    if (const std::string why = sandbox::why_not(SandboxTier::bubblewrap); !why.empty()) GTEST_SKIP() << why;
  }
  static bool is_wrapped() { return GetParam() == Starter::wrapper; }
  ProtocolChild start(const std::filesystem::path& program = MISBEHAVING_RUNNER, ChildOptions options = {}) {
    if (is_wrapped()) {
      options.wrapper = {folder_.write_script("script", "\"$@\"; exit $?").string()};
    } else {
      options.sandbox = sandbox::Sandbox(SandboxTier::bubblewrap);
      options.permissions.shares_processes = GetParam() == Starter::bubblewrap_with_shared_numbers;
    }
    return ProtocolChild(program, options);
  }
  /// What goes wrong in a task of the runner.
  Finding fault_in(const std::string& task, ChildOptions options = {}, double computing_s = kNever_s) {
    ProtocolChild child = start(MISBEHAVING_RUNNER, std::move(options));
    read_greeting<protocol::Hello>(child.hear_greeting());
    return fault_of(child, task, {.computing_s = computing_s, .waiting_s = kNever_s});
  }

  support::TemporaryFolder folder_;
};

INSTANTIATE_TEST_SUITE_P(Starters, StartedChild,
                         ::testing::Values(Starter::wrapper, Starter::bubblewrap,
                                           Starter::bubblewrap_with_shared_numbers));

/// A wrapper may start processes, and has no sandbox that could fail.
class SandboxedChild : public StartedChild {};
INSTANTIATE_TEST_SUITE_P(Starters, SandboxedChild,
                         ::testing::Values(Starter::bubblewrap, Starter::bubblewrap_with_shared_numbers));

TEST_P(StartedChild, TheRunnerSpeaksAndGetsTheSignals) {
  ProtocolChild child = start();
  const pid_t started = child.speaking_id();
  read_greeting<protocol::Hello>(child.hear_greeting());
  EXPECT_NE(started, child.speaking_id());
  EXPECT_EQ("misbehaving_runner", program_of(child.speaking_id()));
  if (is_wrapped()) {
    EXPECT_EQ(2, child.count_threads());
  }
  child.send_signal(SIGSTOP);
  wait_for_state(child.speaking_id(), 'T');
  child.send_signal(SIGCONT);
  wait_for_state(child.speaking_id(), 'S');
}

TEST_P(StartedChild, ASignalThatEndsTheRunnerIsToldAsSuch) {
  EXPECT_THAT(fault_in("prints_then_crashes").message, HasSubstr("SIGSEGV"));
}

TEST_P(StartedChild, TheRunnerAndItsChildrenAreLimited) {
  const std::size_t memory_bytes = std::size_t(100) << 20;
  for (const char* task : {"eats_memory", "lets_children_eat_memory"})
    EXPECT_THAT(fault_in(task, {.memory_bytes = memory_bytes}).message, HasSubstr("more than 0.1 GB"));
  EXPECT_THAT(fault_in("starts_processes", {.threads = 50}).message,
              HasSubstr("more than 50 threads and processes"));
  EXPECT_EQ(Verdict::timeout, fault_in("computes_forever", {}, 0.2).verdict);
}

TEST_P(SandboxedChild, AProcessThatTheProgramStartsMayNotGreetInItsPlace) {
  const char* const greet = "echo '{\"ready\":{}}' >&3";
  for (const std::string commands : {"(%)", "setsid sh -c \"$(cat <<'END'\n%\nEND\n)\" &"}) {
    std::string script = commands;
    script.replace(script.find('%'), 1, greet);
    ProtocolChild child = start(folder_.write_script("script", script + "\nsleep 60"));
    EXPECT_THAT(greeting_fault_of(child).message, HasSubstr("another process speaks in its place")) << script;
  }
}

TEST_P(SandboxedChild, ASandboxThatCanNotBeSetUpIsTheMachinesFault) {
  ProtocolChild child = start("/nowhere/runner");
  const Finding fault = greeting_fault_of(child);
  EXPECT_EQ(Verdict::grader_error, fault.verdict);
  EXPECT_THAT(fault.message, HasSubstr("can't start on this machine"));
}

TEST(ProtocolChild, AnotherProcessMayNotGreetInItsPlace) {
  const support::TemporaryFolder folder;
  ProtocolChild child(folder.write_script("script", "(echo '{\"ready\":{}}' >&3); sleep 60"), {});
  EXPECT_THAT(greeting_fault_of(child).message, HasSubstr("another process speaks in its place"));
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
