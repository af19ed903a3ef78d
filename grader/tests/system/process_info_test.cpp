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
  for (int i = 0; i < 30000 && processor_seconds(working.id()) < 0.2; ++i) usleep(1000);
  EXPECT_GE(processor_seconds(working.id()), 0.2);
  EXPECT_LT(processor_seconds(waiting.id()), processor_seconds(working.id()));
}

TEST(ProcessInfo, ThereIsNothingToKnowOfAProcessThatIsNotThere) {
  NumberedShell ended("echo 1");
  const pid_t process = ended.process.id();
  ended.process.end();
  EXPECT_FALSE(look_at_process(process));
  EXPECT_EQ(0u, resident_bytes(process));
  EXPECT_EQ(0, processor_seconds(process));
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
  EXPECT_EQ(4, count_threads_with_descendants(parent.process.id())) << "two shells and two sleeps";
  EXPECT_EQ(1, count_threads_with_descendants(parent.printed));
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
