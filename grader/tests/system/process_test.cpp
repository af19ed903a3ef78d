#include "system/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include <gtest/gtest.h>

#include "system/temporary_folder.hpp"
#include "tests/system/shell.hpp"

namespace warpgrade::system {
namespace {

TEST(RunCommand, GivesOutputAndExitCode) {
  const CommandResult result = run_command(shell("echo to stdout; echo to stderr >&2; exit 3"), {});
  EXPECT_EQ(result.output, "to stdout\nto stderr\n");
  EXPECT_EQ(result.status.code, 3);
  EXPECT_EQ(result.status.signal, 0);
  EXPECT_FALSE(result.status.success());
}

TEST(RunCommand, GivesTheSignal) {
  EXPECT_EQ(run_command(shell("kill -TERM $$"), {}).status.signal, SIGTERM);
}

TEST(RunCommand, FindsProgramsOnThePath) { EXPECT_TRUE(run_command({"true"}, {}).status.success()); }

TEST(RunCommand, ThrowsForAProgramThatDoesNotExist) {
  try {
    run_command({"/nonexistent/program"}, {});
    FAIL() << "did not throw";
  } catch (const std::system_error& error) {
    EXPECT_NE(std::string(error.what()).find("/nonexistent/program"), std::string::npos);
    EXPECT_EQ(error.code().value(), ENOENT);
  }
}

TEST(RunCommand, StopsAtTheTimeLimitWithAllOfItsGroup) {
  const TemporaryFolder folder;
  const std::string fifo = folder.path() / "held_open_by_the_group";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  const int end = open(fifo.c_str(), O_RDONLY | O_NONBLOCK);
  const CommandResult result =
      run_command(shell("exec 3>" + fifo + "; sleep 60 & sleep 60"), {.timeout_s = 0.2});
  EXPECT_TRUE(result.timed_out);
  EXPECT_EQ(result.status.signal, SIGKILL);
  pollfd hangup{end, 0, 0};  // comes when the last of the group has ended
  EXPECT_EQ(poll(&hangup, 1, 20'000), 1);
  close(end);
}

TEST(RunCommand, EndsWithTheProcessAndNotWithItsChildren) {
  const CommandResult result = run_command(shell("sleep 60 & echo done"), {.timeout_s = 30});
  EXPECT_FALSE(result.timed_out);
  EXPECT_EQ(result.output, "done\n");
}

TEST(RunCommand, WorksOnAfterOutputWasClosed) {
  const CommandResult result = run_command(shell("exec >&- 2>&-; sleep 0.1; exit 4"), {});
  EXPECT_EQ(result.status.code, 4);
}

TEST(RunCommand, StopsEndlessOutputAndKeepsItsBeginning) {
  const CommandResult result = run_command({"yes"}, {.output_bytes = 1 << 20, .kept_output_bytes = 4});
  EXPECT_TRUE(result.flooded);
  EXPECT_TRUE(result.output.starts_with("y\ny\n\n[… ")) << result.output;
}

TEST(RunCommand, ReadsNothingFromTheTerminal) {
  EXPECT_EQ(run_command(shell("read line || echo nothing"), {}).output, "nothing\n");
}

TEST(RunCommand, LimitsAddressSpace) {
  const CommandResult result =
      run_command(shell("ulimit -v"), {.address_space_bytes = std::uint64_t(1) << 30});
  EXPECT_EQ(result.output, "1048576\n");
}

TEST(RunCommand, WritesNoCoreFiles) { EXPECT_EQ(run_command(shell("ulimit -c"), {}).output, "0\n"); }

TEST(Process, PassesOnlyTheDescriptorsItIsTold) {
  const Descriptor leaked(open("/dev/null", O_RDONLY));  // without close-on-exec, as a library might open it
  const Descriptor wanted(open("/dev/null", O_RDONLY));
  // /dev/fd is of ls itself: its own descriptor for reading the folder is 4, if 4 is free.
  Process process({.command = shell("ls /dev/fd | tr '\\n' ' '"), .descriptors = {{wanted.get(), 3}}});
  Output output(1000);
  while (output.read_from(process.output())) usleep(1000);
  EXPECT_EQ(output.take(), "0 1 2 3 4 ");
}

TEST(Process, SaysHowItEndedEvenIfAskedLate) {
  Process process({.command = shell("exit 5"), .descriptors = {}});
  while (!process.has_ended()) usleep(1000);
  EXPECT_EQ(process.end().code, 5);
  EXPECT_EQ(process.end().code, 5) << "asked again";
}

TEST(Output, SaysHowMuchWasLeftOut) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_EQ(write(ends[1], "0123456789", 10), 10);
  close(ends[1]);
  Output output(4);
  while (output.read_from(ends[0])) {
  }
  close(ends[0]);
  EXPECT_EQ(output.total(), 10u);
  EXPECT_EQ(output.take(), "0123\n[… 6 more bytes were printed]\n");
  EXPECT_EQ(output.take(), "") << "starts anew";
}

}  // namespace
}  // namespace warpgrade::system
