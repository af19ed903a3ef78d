// A program in a sandbox behaves as it does outside: what it prints, how it ends, what it is given.
#include "sandbox/sandbox.hpp"

#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"
#include "tests/system/shell.hpp"

namespace warpgrade::sandbox {
namespace {

using system::shell;
using ::testing::HasSubstr;

class EachSandbox : public testing::TestWithParam<SandboxTier> {
 protected:
  void SetUp() override {
    if (const std::string why = why_not(GetParam()); !why.empty()) GTEST_SKIP() << why;
  }
  system::CommandResult run(const std::string& commands, const Permissions& permissions = {},
                            const system::CommandLimits& limits = {.timeout_s = 60}) const {
    return system::run_command(sandbox_.confine({.command = shell(commands)}, permissions), limits);
  }
  Sandbox sandbox_{GetParam()};
};

TEST_P(EachSandbox, GivesOutputAndExitCode) {
  const system::CommandResult result = run("echo out; echo err >&2; exit 3");
  EXPECT_EQ("out\nerr\n", result.output);
  EXPECT_EQ(3, result.status.code);
}

TEST_P(EachSandbox, GivesTheSignalOfACrash) {
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGKILL})
    EXPECT_EQ(signal, run("kill -" + std::to_string(signal) + " $$").status.signal);
}

TEST_P(EachSandbox, RunsInTheFolderOfTheGrader) {
  EXPECT_EQ(std::filesystem::current_path().string() + "\n", run("pwd").output);
}

TEST_P(EachSandbox, ReadsAndWritesWhatItIsAllowed) {
  const support::TemporaryFolder folder;
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
  const auto file = folder.write("readable/file", "text");
  const auto scratch = folder.path() / "scratch";
  std::filesystem::create_directory(scratch);
  const system::CommandResult result =
      run("cat " + file.string() + " > " + scratch.string() + "/copy && echo $TMPDIR",
          {.readable = {file.parent_path()}, .writable = {scratch}});
  EXPECT_EQ(scratch.string() + "\n", result.output);
  std::ifstream copy(scratch / "copy");
  EXPECT_EQ("text", std::string(std::istreambuf_iterator<char>(copy), {}));
}

TEST_P(EachSandbox, ReadableFilesCanNotBeWritten) {
  const support::TemporaryFolder folder;
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
  const auto file = folder.write("file", "text");
  EXPECT_FALSE(run("echo more > " + file.string(), {.readable = {file}}).status.success());
}

TEST_P(EachSandbox, TellsNothingOfTheUser) { EXPECT_EQ("/nonexistent\n", run("echo $HOME").output); }

TEST_P(EachSandbox, PassesDescriptorsOn) {
  int ends[2];
  ASSERT_EQ(0, pipe2(ends, O_CLOEXEC));
  const system::Descriptor reading(ends[0]);
  const system::Descriptor writing(ends[1]);
  system::run_command(
      sandbox_.confine({.command = shell("echo hello >&3"), .descriptors = {{writing.get(), 3}}}, {}), {});
  char text[6] = {};
  EXPECT_EQ(6, read(reading.get(), text, 6));
  EXPECT_EQ("hello\n", std::string(text, 6));
}

TEST_P(EachSandbox, AllOfItEndsAtTheTimeLimit) {
  int ends[2];
  ASSERT_EQ(0, pipe2(ends, O_CLOEXEC));
  const system::Descriptor reading(ends[0]);
  system::Descriptor writing(ends[1]);
  const system::ProcessOptions options = sandbox_.confine(
      {.command = shell("setsid sleep 60 & sleep 60"), .descriptors = {{writing.get(), 3}}}, {});
  EXPECT_TRUE(system::run_command(options, {.timeout_s = 0.3}).timed_out);
  writing.reset();
  pollfd hangup{reading.get(), 0, 0};  // comes when the last process that has the other end is gone
  EXPECT_EQ(1, poll(&hangup, 1, 20'000));
}

INSTANTIATE_TEST_SUITE_P(OfEachTier, EachSandbox,
                         testing::Values(SandboxTier::bubblewrap, SandboxTier::landlock, SandboxTier::user),
                         [](const auto& tier) { return std::string(to_string(tier.param)); });

TEST(Sandbox, NoneLeavesAProgramAlone) {
  const system::ProcessOptions options = Sandbox().confine({.command = {"true"}}, {});
  EXPECT_EQ(std::vector<std::string>{"true"}, options.command);
  EXPECT_EQ(nullptr, options.setup);
  EXPECT_TRUE(options.variables.empty());
}

}  // namespace
}  // namespace warpgrade::sandbox
