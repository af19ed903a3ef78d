// What the command does with the words it is given. Exit codes are FIXED: 0, 1, 2.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using ::testing::HasSubstr;

TEST(CommandLine, HelpNamesEverySubcommand) {
  const Ran ran = run_grade("--help", /*with_course=*/false);
  EXPECT_EQ(0, ran.exit_code);
  for (const char* name : {"check", "list", "hint", "spec", "doctor", "verify"})
    EXPECT_THAT(ran.out, HasSubstr(name));
}

TEST(CommandLine, VersionIsPrinted) {
  const Ran ran = run_grade("--version", /*with_course=*/false);
  EXPECT_EQ(0, ran.exit_code);
  EXPECT_THAT(ran.out, ::testing::MatchesRegex("warpgrade [0-9.]+\n"));
}

TEST(CommandLine, UnknownOptionIsAUsageError) {
  const Ran ran = run_grade("--devise simulator");
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr("--devise"));
  EXPECT_EQ("", ran.out);
}

TEST(CommandLine, UnknownDeviceNamesTheKnownOnes) {
  const Ran ran = run_grade("--device gpu");
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr("'gpu' is none of auto, simulator, cuda, both"));
}

TEST(CommandLine, UnknownExerciseIsAUsageErrorWithASuggestion) {
  const Ran ran = run_grade("copyy");
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr("there is no exercise 'copyy'. Did you mean 'copy'?"));
}

TEST(CommandLine, FolderThatIsNoCourseSaysSo) {
  const Ran ran = run_grade("list --course /tmp", /*with_course=*/false);
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr("is not a course"));
}

TEST(CommandLine, WhatIsCompiledLiesInTheCacheThatIsNamed) {
  const warpgrade::support::TemporaryFolder folder;
  const Ran ran =
      run_program(FAKE_COMMAND " --cache=" + folder.path().string() + " --course " FAKE_COURSE " spec");
  EXPECT_EQ(0, ran.exit_code) << ran.out << ran.err;
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "locks"));
}

TEST(CommandLine, HintIsPrintedWithItsTask) {
  const Ran ran = run_grade("hint copy/elements");
  EXPECT_EQ(0, ran.exit_code);
  EXPECT_THAT(ran.out, HasSubstr("The last block has threads for which there is no element."));
}

TEST(CommandLine, TaskWithoutAHintPointsToTheHandout) {
  const Ran ran = run_grade("hint outcomes/pass");
  EXPECT_EQ(0, ran.exit_code);
  EXPECT_THAT(ran.out, HasSubstr("assignments/verdicts/outcomes/README.md"));
}

TEST(CommandLine, HintWithoutANameIsAUsageError) { EXPECT_EQ(2, run_grade("hint").exit_code); }

TEST(CommandLine, DoctorFindsThisMachineAbleToGrade) {
  const Ran ran = run_grade("doctor");
  EXPECT_EQ(0, ran.exit_code) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("compiles and runs a kernel"));
  EXPECT_THAT(ran.out, HasSubstr("This machine can grade."));
}

TEST(CommandLine, DoctorNamesAMissingDataset) {
  const Ran ran =
      run_program("WARPGRADE_DATASETS=/nonexistent " FAKE_COMMAND " doctor --course " FAKE_COURSE);
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.out, HasSubstr("/nonexistent/manifest.toml"));
  EXPECT_THAT(ran.out, HasSubstr("This machine can't grade yet"));
}

TEST(CommandLine, TheScriptSaysThatItCanNotWriteItsBuildFolder) {
  const Ran ran = run_program("WARPGRADE_BUILD_DIR=/proc/warpgrade " FAKE_COURSE "/../../../grade list");
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr("/proc/warpgrade can't be written"));
}

}  // namespace
