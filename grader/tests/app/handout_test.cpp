// ./grade handout and ./grade platform, called wrongly. What they make is tested in tests/handout.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using warpgrade::support::TemporaryFolder;

TEST(HandoutCommand, LeavesAFolderWithFilesAlone) {
  const TemporaryFolder folder;
  folder.write("mine.txt", "mine");
  const Ran ran = run_grade("handout " + folder.path().string() + "/", false);
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr(folder.path().string() + " is not empty. Give the name of a new folder"));
  EXPECT_THAT(ran.err, Not(HasSubstr("can't work")));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "mine.txt"));
}

TEST(HandoutCommand, TakesAWheelForNotebooksAndAPackageForFolders) {
  const TemporaryFolder folder;
  const std::string target = (folder.path() / "new").string();
  EXPECT_THAT(run_grade("handout " + target + " --wheel https://a.edu/w.whl").err,
              HasSubstr("add --notebooks"));
  EXPECT_THAT(run_grade("handout " + target + " --notebooks --package warpgrade_1.deb").err,
              HasSubstr("give --wheel, and not --package"));
  EXPECT_FALSE(std::filesystem::exists(target));
}

TEST(PlatformCommand, NamesThePlatformsThereAre) {
  const Ran ran = run_grade("platform gradscope upload.zip", false);
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err,
              ::testing::AllOf(HasSubstr("gradescope"), HasSubstr("prairielearn"), HasSubstr("gitlab")));
}

TEST(PlatformCommand, SaysWhatIsMissingBeforeItMakesAnything) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "upload.zip").string();
  const Ran without_package = run_grade("platform gradescope " + file);
  EXPECT_EQ(2, without_package.exit_code);
  EXPECT_THAT(without_package.err, HasSubstr("add --package"));
  const Ran with_a_task = run_grade("platform vpl " + file + " outcomes/pass");
  EXPECT_EQ(2, with_a_task.exit_code);
  EXPECT_THAT(with_a_task.err, HasSubstr("name the exercise outcomes"));
  EXPECT_FALSE(std::filesystem::exists(file));
}

}  // namespace
