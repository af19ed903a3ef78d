#include "system/process_info.hpp"

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

TEST(ProcessInfo, KnowsTheProcessorTimeOfAProcess) {
  const Process waiting({.command = {"sleep", "60"}, .descriptors = {}});
  const Process working({.command = shell("while :; do :; done"), .descriptors = {}});
  const auto used = [](const Process& process) { return look_at_tree(process.id()).processor_seconds; };
  for (int i = 0; i < 30000 && used(working) < 0.2; ++i) usleep(1000);
  EXPECT_GE(used(working), 0.2);
  EXPECT_LT(used(waiting), used(working));
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

TEST(ProcessInfo, KnowsWhetherAProcessOrADescendantWantsAProcessor) {
  const NumberedShell waiting("sh -c 'sleep 60 & echo $!; wait'; :");
  const NumberedShell working("sh -c 'echo 1; while :; do :; done'; :");
  for (int i = 0; i < 30000 && look_at_tree(waiting.process.id()).computes; ++i) usleep(1000);
  EXPECT_FALSE(look_at_tree(waiting.process.id()).computes);
  EXPECT_TRUE(look_at_tree(working.process.id()).computes);
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

}  // namespace
}  // namespace warpgrade::system
