#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(List, ShowsUnitsExercisesAndTasksWithPoints) {
  const Ran ran = run_grade("list");
  EXPECT_EQ(0, ran.exit_code);
  EXPECT_THAT(ran.out, HasSubstr("verdicts: Every verdict once"));
  EXPECT_THAT(ran.out, ::testing::ContainsRegex("copy/elements +4 points"));
  EXPECT_THAT(ran.out, HasSubstr("outcomes/timeout"));
}

TEST(List, NamesNarrowTheList) {
  const Ran ran = run_grade("list outcomes/timeout");
  EXPECT_THAT(ran.out, HasSubstr("outcomes/timeout"));
  EXPECT_THAT(ran.out, Not(HasSubstr("outcomes/crash")));
  EXPECT_THAT(ran.out, Not(HasSubstr("copy/elements")));
}

TEST(List, CasesAreNamedAndHiddenOnesMarked) {
  const Ran ran = run_grade("list copy --cases");
  EXPECT_THAT(ran.out, HasSubstr("n257.copy."));
  EXPECT_THAT(ran.out, HasSubstr("n4099.copy.extremes   (hidden)"));
}

TEST(List, ShowsWhatTheLastGradingGave) {
  ASSERT_EQ(0, run_grade("check copy --device simulator --submission " FAKE_COURSE "/reference").exit_code);
  const Ran ran = run_grade("list copy --submission " FAKE_COURSE "/reference");
  EXPECT_THAT(ran.out, ::testing::ContainsRegex("copy/elements +4 points +pass"));
}

TEST(List, AVerdictOfOtherLinesThanThoseOfTheFileIsNotShown) {
  const warpgrade::support::TemporaryFolder folder;
  std::filesystem::copy(FAKE_COURSE "/reference", folder.path() / "mine",
                        std::filesystem::copy_options::recursive);
  const std::string submission = " --submission " + (folder.path() / "mine").string();
  ASSERT_EQ(0, run_grade("check copy --device simulator" + submission).exit_code);
  EXPECT_THAT(run_grade("list copy" + submission).out,
              ::testing::ContainsRegex("copy/elements +4 points +pass"));
  std::ofstream(folder.path() / "mine/verdicts/copy.cu", std::ios::app) << "// a thought\n";
  EXPECT_THAT(run_grade("list copy" + submission).out,
              ::testing::ContainsRegex("copy/elements +4 points +changed since"));
}

/// Runs the command on a course with one task, whose stub holds a broken kernel.
Ran run_on_a_repair_task(const std::string& command) {
  const warpgrade::support::TemporaryFolder folder;
  folder.write("assignments/unit/unit.toml", "format = 1\ntitle = \"A unit\"\nexercises = [\"copy\"]\n");
  folder.write("assignments/unit/copy/exercise.toml",
               "format = 1\ntitle = \"Copy\"\nsource = \"copy.cu\"\n"
               "[[task]]\nname = \"repair\"\ntitle = \"A broken copy\"\npoints = 1\nrepair = \"race\"\n"
               "[task.cases]\nsizes = [1]\noperators = [\"copy\"]\n");
  return run_grade(command + " --course " + folder.path().string(), /*with_course=*/false);
}

TEST(List, ARepairTaskIsToldAsOne) {
  EXPECT_THAT(run_on_a_repair_task("list").out, HasSubstr("not graded yet  Repair: A broken copy\n"));
  EXPECT_THAT(run_on_a_repair_task("hint copy").out,
              HasSubstr("The kernel in copy.cu has one mistake: find it and repair it.\n"));
}

TEST(List, PointsForSpeedAreToldApart) {
  const warpgrade::support::TemporaryFolder folder;
  folder.write("assignments/unit/unit.toml", "format = 1\ntitle = \"A unit\"\nexercises = [\"copy\"]\n");
  const std::string task =
      "[[task]]\nname = \"NAME\"\ntitle = \"A task\"\npoints = 4\n"
      "[task.cases]\nsizes = [1]\noperators = [\"copy\"]\n";
  const std::string timing =
      "[task.timing]\noperator = \"copy\"\nsizes = [1_048_576]\n"
      "[[task.timing.tier]]\npoints = 1\nmax_ms = 4\n[[task.timing.tier]]\npoints = 2.5\nmax_ms = 3\n";
  const auto named = [&](const std::string& name) {
    return std::string(task).replace(task.find("NAME"), 4, name);
  };
  folder.write("assignments/unit/copy/exercise.toml", "format = 1\ntitle = \"Copy\"\nsource = \"copy.cu\"\n" +
                                                          named("timed") + timing + named("untimed"));
  const Ran ran = run_grade("list --course " + folder.path().string(), /*with_course=*/false);
  EXPECT_EQ(0, ran.exit_code) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("6.5 points (2.5 for speed)  not graded yet  A task\n"));
  EXPECT_THAT(ran.out, HasSubstr("  4 points                    not graded yet  A task\n")) << "aligned";
}

TEST(List, BoundsAreShownWithTheirWords) {
  const Ran ran = run_grade("list outcomes/too_much_work --bounds");
  EXPECT_EQ(0, ran.exit_code) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("`too_much_work` (1 point: 0.67 for being right, 0.33 for cost)"));
  EXPECT_THAT(ran.out, HasSubstr("| `work` | 0.5·n | the points for cost |"));
  EXPECT_THAT(ran.out, HasSubstr("| `work` | applications of the operator"));
}

}  // namespace
