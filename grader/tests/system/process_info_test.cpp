#include "system/process_info.hpp"

#include <functional>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "system/process.hpp"
#include "tests/system/shell.hpp"

namespace warpgrade::system {
namespace {

/// A shell, and what it prints first: a number.
struct NumberedShell {
  explicit NumberedShell(const std::string& commands)
      : process({.command = shell(commands), .descriptors = {}}) {
    Output output(100);
    while (output.text().find('\n') == std::string::npos && output.read_from(process.output())) usleep(1000);
    printed = output.text().empty() ? 0 : std::stoi(output.text());
  }
  Process process;
  pid_t printed = 0;
};

TEST(ProcessInfo, KnowsTheMemoryOfAProcess) {
  const NumberedShell running("echo 1; sleep 60");
  EXPECT_GT(resident_bytes(running.process.id()), 1000u);
}

TEST(ProcessInfo, ThereIsNothingToKnowOfAProcessThatIsNotThere) {
  NumberedShell ended("echo 1");
  const pid_t process = ended.process.id();
  ended.process.end();
  EXPECT_FALSE(look_at_process(process));
  EXPECT_EQ(0u, resident_bytes(process));
  EXPECT_EQ(0, look_at_tree(process).processor_seconds);
}

#ifdef __linux__  // what /proc tells

TEST(ProcessInfo, KnowsWhoseDescendantAProcessIs) {
  const NumberedShell parent("sh -c 'sleep 60 & echo $!; wait'; :");
  const pid_t grandchild = parent.printed;
  EXPECT_TRUE(is_descendant(grandchild, parent.process.id()));
  EXPECT_TRUE(is_descendant(grandchild, getpid()));
  EXPECT_FALSE(is_descendant(parent.process.id(), grandchild));
  EXPECT_FALSE(is_descendant(grandchild, grandchild));
}

TEST(ProcessInfo, CountsTheThreadsOfAProcessAndOfItsDescendants) {
  const NumberedShell parent("sh -c 'sleep 60 & sleep 60 & echo $!; wait'; :");
  EXPECT_EQ(4, look_at_tree(parent.process.id()).threads) << "two shells and two sleeps";
  EXPECT_EQ(1, look_at_tree(parent.printed).threads);
}

TEST(ProcessInfo, TheMemoryOfATreeIsThatOfAllItsProcesses) {
  const NumberedShell parent("sh -c 'sleep 60 & echo $!; wait'; :");
  EXPECT_GE(look_at_tree(parent.process.id()).resident_bytes,
            resident_bytes(parent.process.id()) + resident_bytes(parent.printed));
  EXPECT_GT(machine_bytes(), look_at_tree(parent.process.id()).resident_bytes);
}

TEST(ProcessHandle, SendsSignalsToAProcessOfAnotherOne) {
  const NumberedShell parent("sleep 60 & echo $!; wait");
  const ProcessHandle grandchild(parent.printed);
  EXPECT_FALSE(grandchild.has_ended());
  grandchild.send_signal(SIGKILL);
  for (int i = 0; i < 30000 && !grandchild.has_ended(); ++i) usleep(1000);
  EXPECT_TRUE(grandchild.has_ended());
}

#endif

Process start(const std::string& commands) {
  return Process({.command = shell(commands), .descriptors = {}});
}

/// Looks until that holds, or half a minute has passed.
void look_until(TimeUse& time, const std::function<bool()>& holds) {
  for (int i = 0; i < 600 && !holds(); ++i) {
    usleep(50'000);
    time.look();
  }
  EXPECT_TRUE(holds());
}

TEST(TimeUse, ASleepingProcessIsWaiting) {
  const Process sleeping({.command = {"sleep", "60"}, .descriptors = {}});
  TimeUse time(sleeping.id());
  look_until(time, [&] { return time.waited_s() >= 0.2; });
  EXPECT_LT(time.computed_s(), 0.2);
}

TEST(TimeUse, TheTimeOfAProcessThatWaitsForItsChildIsThatOfTheChild) {
  const Process parent = start("sh -c 'while :; do :; done'; :");
  TimeUse time(parent.id());
  look_until(time, [&] { return time.computed_s() >= 0.2; });
#ifdef __linux__
  EXPECT_LT(time.waited_s(), 0.2) << "its child wants a processor";
#endif
}

TEST(TimeUse, TheTimeOfChildrenThatHaveEndedCounts) {
  const Process parent = start(
      "i=0; while [ $i -lt 100 ]; do sh -c 'j=0; while [ $j -lt 20000 ]; do j=$((j+1)); done'; i=$((i+1)); "
      "done");
  TimeUse time(parent.id());
  look_until(time, [&] { return time.computed_s() >= 0.2; });
}

#ifdef __linux__

TEST(TimeUse, AProcessDoesNotWaitWhenOthersHaveTheProcessor) {
  cpu_set_t before, one;
  ASSERT_EQ(0, sched_getaffinity(0, sizeof before, &before));
  CPU_ZERO(&one);
  for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu)
    if (CPU_ISSET(cpu, &before)) CPU_SET(cpu, &one);
  ASSERT_EQ(0, sched_setaffinity(0, sizeof one, &one));  // and that of the children
  const Process other = start("while :; do :; done"), another = start("while :; do :; done");
  const Process process = start("while :; do :; done");
  ASSERT_EQ(0, sched_setaffinity(0, sizeof before, &before));
  TimeUse beginning(process.id());
  look_until(beginning, [&] { return beginning.computed_s() > 0.02; });  // loaded, and in its loop
  TimeUse time(process.id());
  look_until(time, [&] { return time.computed_s() >= 0.2; });
  EXPECT_EQ(0, time.waited_s());
}

#endif

}  // namespace
}  // namespace warpgrade::system
