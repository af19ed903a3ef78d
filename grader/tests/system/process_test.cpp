#include "system/process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <system_error>
#include <unistd.h>

#include <gtest/gtest.h>

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
  HeldOpen held;
  const CommandResult result =
      run_command(shell("exec 3>" + held.path() + "; sleep 60 & sleep 60"), {.timeout_s = 0.2});
  EXPECT_TRUE(result.timed_out);
  EXPECT_EQ(result.status.signal, SIGKILL);
  EXPECT_TRUE(held.wait_until_nobody_holds_it());
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

TEST(RunCommand, SaysHowMuchOutputWasLeftOut) {
  EXPECT_EQ(run_command(shell("printf 0123456789"), {.kept_output_bytes = 4}).output,
            "0123\n[… 6 more bytes were printed]\n");
}

TEST(RunCommand, LimitsWhatTheProgramMayUse) {
  const std::uint64_t gigabyte = std::uint64_t(1) << 30;
  const auto output_of = [&](const char* command) {
    return run_command({.command = shell(command), .address_space_bytes = gigabyte}, {}).output;
  };
  EXPECT_EQ(output_of("ulimit -v"), "1048576\n");
  EXPECT_EQ(output_of("ulimit -c"), "0\n") << "no core files";
  EXPECT_EQ(output_of("read line || echo nothing"), "nothing\n") << "no terminal to read from";
}

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

}  // namespace
}  // namespace warpgrade::system
