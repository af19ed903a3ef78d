// ./grade handout, called wrongly. What it makes is tested in tests/handout.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using warpgrade::support::TemporaryFolder;

TEST(HandoutCommand, NeedsTheNameOfAFolder) {
  const Ran ran = run_grade("handout", false);
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr("dir is required"));
}

TEST(HandoutCommand, LeavesAFolderWithFilesAlone) {
  const TemporaryFolder folder;
  folder.write("mine.txt", "mine");
  const Ran ran = run_grade("handout " + folder.path().string() + "/", false);
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr(folder.path().string() + " is not empty. Give the name of a new folder"));
  EXPECT_THAT(ran.err, Not(HasSubstr("can't work")));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "mine.txt"));
}

}  // namespace
