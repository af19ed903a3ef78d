#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using ::testing::HasSubstr;
using warpgrade::support::TemporaryFolder;

TEST(SpecCommand, CorrectCourseExitsWithZero) {
  const Ran ran = run_grade("spec");
  EXPECT_EQ(0, ran.exit_code) << ran.out << ran.err;
  for (const char* file :
       {"copy/exercise.toml: correct", "copy.hidden.toml: correct", "unit.toml: correct",
        "copy/quiz.toml: correct", "copy/quiz.sealed.toml: correct", "copy.quiz.toml: correct"})
    EXPECT_THAT(ran.out, HasSubstr(file));
}

TEST(SpecCommand, ThreeMistakesAreThreeLocatedErrors) {
  const TemporaryFolder folder;
  const auto file = folder.write("assignments/unit/scan/exercise.toml",
                                 "format = 1\n"
                                 "title = \"Scan\"\n"
                                 "source = \"scan.cu\"\n"
                                 "[[task]]\n"
                                 "name = \"blelloch\"\n"
                                 "title = \"Blelloch\"\n"
                                 "pionts = 3\n"
                                 "points = -1\n"
                                 "cases = {sizes = \"many\", operators = [\"sum_i32\"]}\n");
  const Ran ran = run_grade("spec " + file.string());
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.out, HasSubstr("exercise.toml:7:"));
  EXPECT_THAT(ran.out, HasSubstr("exercise.toml:8:"));
  EXPECT_THAT(ran.out, HasSubstr("exercise.toml:9:"));
  EXPECT_THAT(ran.err, HasSubstr("3 mistakes in 1 file"));
}

TEST(SpecCommand, OperatorThatTheOracleDoesNotKnowIsLocated) {
  const TemporaryFolder folder;
  const auto file = folder.write("assignments/unit/copy/exercise.toml",
                                 "format = 1\n"
                                 "title = \"Copy\"\n"
                                 "source = \"copy.cu\"\n"
                                 "[[task]]\n"
                                 "name = \"elements\"\n"
                                 "title = \"Elements\"\n"
                                 "points = 1\n"
                                 "[task.cases]\n"
                                 "sizes = [1]\n"
                                 "operators = [\"copy\", \"cpoy\"]\n");
  folder.write("assignments/unit/copy/oracle.cpp",
               "#include \"" FAKE_COURSE "/assignments/verdicts/copy/oracle.cpp\"\n");
  const Ran ran = run_grade("spec " + file.string());
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.out, HasSubstr("exercise.toml:10:22:"));
  EXPECT_THAT(ran.out, HasSubstr("cpoy"));
}

TEST(SpecCommand, AnEditThatDoesNotFitItsBaseIsLocated) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "course");
  std::filesystem::copy(FAKE_COURSE, folder.path() / "course", std::filesystem::copy_options::recursive);
  const auto table = folder.write("course/reference/verdicts/wrong/copy.toml",
                                  "format = 1\n"
                                  "[nothing_changed]\n"
                                  "gets = \"wrong_answer\"\n"
                                  "why = \"Finds nothing.\"\n"
                                  "edits = [{find = 'no such line', replace = ''}]\n");
  const Ran ran = run_program(FAKE_COMMAND " spec " + table.string());
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.out, HasSubstr("wrong/copy.toml:5:"));
}

TEST(SpecCommand, FilesThatAreMissingInTheCourseAreNamed) {
  const TemporaryFolder folder;
  const auto course = folder.path() / "course";
  std::filesystem::copy(FAKE_COURSE, course, std::filesystem::copy_options::recursive);
  const std::vector<std::string> files = {"student/verdicts/copy.cu", "assignments/verdicts/copy/oracle.cpp",
                                          "assignments/verdicts/outcomes/oracle.cpp",
                                          "assignments/verdicts/copy/bind.cu", "reference/verdicts/copy.cu"};
  for (const std::string& file : files) EXPECT_TRUE(std::filesystem::remove(course / file)) << file;
  const Ran ran = run_program(FAKE_COMMAND " spec --course " + course.string());
  EXPECT_EQ(2, ran.exit_code);
  for (const std::string& file : files) EXPECT_THAT(ran.out, HasSubstr(file + " is missing: "));
  EXPECT_THAT(ran.out, HasSubstr("wrong/copy.toml: ")) << "its mutants are made from the reference";
  EXPECT_THAT(ran.err, ::testing::Not(HasSubstr("the grader can't work")));
}

TEST(SpecCommand, AFileWithANameThatNobodyReadsIsNamed) {
  const TemporaryFolder folder;
  const Ran ran = run_grade("spec " + folder.write("assignments/unit/copy/exercice.toml", "").string());
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.out,
              HasSubstr("exercice.toml: the grader reads no file of this name. Name it exercise.toml"));
}

TEST(SpecCommand, MissingFileIsNamed) {
  const Ran ran = run_grade("spec /nonexistent/exercise.toml");
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.out, HasSubstr("/nonexistent/exercise.toml does not exist"));
}

TEST(SpecCommand, HiddenFileWithoutItsExerciseSaysWhereItBelongs) {
  const TemporaryFolder folder;
  const auto file = folder.write("reference/unit/scan.hidden.toml", "format = 1\n");
  const Ran ran = run_grade("spec " + file.string());
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.out, HasSubstr("put it in reference/<unit>/"));
}

}  // namespace
