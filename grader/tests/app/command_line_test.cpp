// What the command does with the words it is given. Exit codes are FIXED: 0, 1, 2.
#include <initializer_list>
#include <string>

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

TEST(CommandLine, WhatCanNotBeDoneIsRefusedAtOnceWithItsCause) {
  for (const Refused& refused : std::initializer_list<Refused>{
           {"--devise simulator", "--devise"},
           {"--device gpu", "'gpu' is none of auto, simulator, cuda, both"},
           {"copyy", "there is no exercise 'copyy'. Did you mean 'copy'?"},
           {"list --course /tmp", "is not a course"},
           {"hint", "names is required"},
           {"handout", "dir is required"},
           {"--submission /nonexistent", "/nonexistent does not exist"},
           {"outcomes/pass --case n33.copy.randon", "Did you mean 'n33.copy.random'?"},
           {"outcomes/pass --seed -1", "-1"},
           {"outcomes/pass --seed 1.5", "'1.5' is no seed"},
           {"outcomes/pass --seed 99999999999999999999", "'99999999999999999999' is no seed"},
           {"--sandbox bubblewrap", "'bubblewrap' is none of auto, require, none"},
           {"--sanitize --device simulator", "--sanitize is for the GPU"},
           {"--gpu 0 --device simulator", "--gpu chooses a GPU, and --device simulator uses none"},
           {"copy --on H200", "To be timed on H200, run ./grade on a machine that has one"},
           {"draw outcomes", "Name one of them: outcomes/pass, "},
           {"draw copy/elements --n 0", "not a whole number from 1 to 64"},
           {"draw copy/elements --n 65", "not a whole number from 1 to 64"},
           {"trace copy --n 1025", "not a whole number from 1 to 1024"},
           {"trace copi", "Did you mean 'copy'?"},
           {"trace copy --submission no/such/folder", "does not exist"},
           {"trace copy --html no/such/folder/file.html", "--html"},
           {"debug copy/elements --at 10 --thread 3,x", "--thread"},
           {"debug copy/elements --at 10 --thread 1,2,3,4", "--thread"},
           {"debug copy/elements --case n9.nothing.random --do bt",
            "no task that you asked for has a case 'n9.nothing.random'"},
       })
    expect_refused(run_grade(refused.arguments, !std::string(refused.arguments).starts_with("list")),
                   refused);
}

TEST(CommandLine, VersionIsPrinted) {
  const Ran ran = run_grade("--version", /*with_course=*/false);
  EXPECT_EQ(0, ran.exit_code);
  EXPECT_THAT(ran.out, ::testing::MatchesRegex("warpgrade [0-9.]+\n"));
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
