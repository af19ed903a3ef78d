#include <cstdlib>
#include <optional>
#include <stdlib.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sandbox/sandbox.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::sandbox {
namespace {

using ::testing::HasSubstr;

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
