// A program in a sandbox behaves as it does outside: what it prints, how it ends, what it is given. And which
// tier is taken.
#include "sandbox/sandbox.hpp"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <optional>
#include <poll.h>
#include <stdlib.h>
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

/// A PATH on which there is a bwrap of ours, or none.
class Choose : public testing::Test {
 protected:
  void SetUp() override { path_ = std::getenv("PATH"); }
  void TearDown() override { ::setenv("PATH", path_.c_str(), 1); }
  void use_only_ours() { ::setenv("PATH", folder_.path().c_str(), 1); }
  void use_ours_first() { ::setenv("PATH", (folder_.path().string() + ":" + path_).c_str(), 1); }

  support::TemporaryFolder folder_;
  std::string path_;
};

TEST_F(Choose, NoneIsNone) { EXPECT_EQ(SandboxTier::none, choose(Choice::none).tier()); }

TEST_F(Choose, AutomaticTakesTheFirstTierThatWorks) {
  SandboxTier first = SandboxTier::none;
  for (std::size_t i = kSandboxTiers.size(); i-- > 0;)
    if (why_not(kSandboxTiers[i].tier).empty()) first = kSandboxTiers[i].tier;
  EXPECT_EQ(first, choose(Choice::automatic).tier());
}

/// Tests of a tier are skipped where it can't work. This test makes sure that not all are: root always has a
/// sandbox.
TEST_F(Choose, RootHasASandboxWhateverTheMachineForbids) {
  EXPECT_EQ(::geteuid() == 0, why_not(SandboxTier::user).empty());
}

TEST_F(Choose, RequireSaysWhatToDoWhereThereIsNoBubblewrap) {
  use_only_ours();
  EXPECT_EQ("bwrap is not installed", why_not(SandboxTier::bubblewrap));
  try {
    choose(Choice::require);
    FAIL() << "did not throw";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("bwrap is not installed"));
    EXPECT_THAT(error.what(), HasSubstr("ci/bootstrap.sh"));
  }
  EXPECT_NE(SandboxTier::bubblewrap, choose(Choice::automatic).tier());
}

TEST_F(Choose, AToolThatOnlyStartsTheProgramIsNoSandbox) {
  // A bwrap that drops all words up to the `--`, and runs the rest.
  folder_.write_script("bwrap", "while [ \"$1\" != -- ]; do shift; done; shift; exec \"$@\"");
  use_ours_first();
  EXPECT_EQ("it does not keep files from a program", why_not(SandboxTier::bubblewrap));
}

TEST_F(Choose, TheReasonIsTheTiersOwnComplaint) {
  folder_.write_script("bwrap", "echo 'bwrap: No permissions to create a new namespace'; exit 1");
  use_ours_first();
  EXPECT_EQ("bwrap: No permissions to create a new namespace", why_not(SandboxTier::bubblewrap));
}

TEST_F(Choose, ForAGpuTheProbeMustBeAbleToUseItUnderTheTier) {
  const auto works = folder_.write_script("works", "exit 0");
  for (const auto& path : {folder_.path(), works})  // the tier may be another user's rights
    std::filesystem::permissions(path, std::filesystem::perms(0755));
  EXPECT_EQ(choose(Choice::automatic).tier(), choose_for_gpu(Choice::automatic, works).tier());
  EXPECT_EQ(SandboxTier::none, choose_for_gpu(Choice::none, works).tier());

  const auto fails = folder_.write_script("fails", "echo 'no CUDA-capable device is detected'; exit 1");
  EXPECT_EQ(SandboxTier::none, choose_for_gpu(Choice::automatic, fails).tier());
}

TEST_F(Choose, NoTierForAGpuIsSoughtIfThereIsNone) {
  EXPECT_EQ(SandboxTier::none, choose_for_gpu(Choice::automatic, "").tier());
}

TEST_F(Choose, RequireSaysWhyTheGpuCantBeUsed) {
  if (!why_not(SandboxTier::bubblewrap).empty()) GTEST_SKIP() << why_not(SandboxTier::bubblewrap);
  const auto fails = folder_.write_script("fails", "echo 'no CUDA-capable device is detected'; exit 1");
  try {
    choose_for_gpu(Choice::require, fails);
    FAIL() << "did not throw";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("no CUDA-capable device is detected"));
  }
}

}  // namespace
}  // namespace warpgrade::sandbox
