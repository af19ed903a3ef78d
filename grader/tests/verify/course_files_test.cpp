#include "verify/course_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "quiz/seal.hpp"
#include "system/file_text.hpp"
#include "tests/support/temporary_folder.hpp"
#include "verify/kernel_lists.hpp"

namespace {

using warpgrade::support::TemporaryFolder;
using namespace warpgrade;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A course of one exercise with one task, in which all is well.
class VerifyCourse : public ::testing::Test {
 protected:
  VerifyCourse() {
    folder.write("assignments/unit/README.md", "The lesson");
    folder.write("assignments/unit/unit.toml", "");
    folder.write("assignments/unit/scan/README.md", "The handout");
    folder.write("assignments/unit/scan/bind.cu", "");
    folder.write("assignments/unit/scan/oracle.cpp", "");
    folder.write("student/unit/scan.cu", "a\n// TODO\n// END TODO\n");
    folder.write("reference/unit/scan.cu", "a\n// TODO\nx\n// END TODO\n");
    write_wrong_kernels({"a", "b", "c", "d", "e"});
    installation.course = folder.path();
    installation.cache = folder.path() / "cache";
    spec::Exercise scan;
    scan.unit = "unit";
    scan.name = "scan";
    scan.source = "scan.cu";
    scan.folder = folder.path() / "assignments/unit/scan";
    scan.tasks.emplace_back();
    scan.tasks.back().name = "blelloch";
    course.units.emplace_back();
    course.units.back().name = "unit";
    course.units.back().exercises = {"scan"};
    course.exercises.push_back(scan);
  }

  std::vector<std::string> problems() const {
    return verify::check_course_files(installation, course, {&course.exercises.front()});
  }
  void write_wrong_kernels(const std::vector<std::string>& names) const {
    std::string table = "format = 1\n";
    for (const std::string& name : names)
      table += "[" + name + "]\ntask = \"blelloch\"\ngets = \"timeout\"\nwhy = \"x\"\ncode = 'x'\n";
    folder.write("reference/unit/wrong/scan.toml", table);
  }
  void remove(const std::string& file) const { std::filesystem::remove(folder.path() / file); }

  TemporaryFolder folder;
  Installation installation;
  spec::Course course;
};

TEST_F(VerifyCourse, CompleteCourseHasNoProblems) { EXPECT_THAT(problems(), IsEmpty()); }

TEST_F(VerifyCourse, EachMissingFileIsNamed) {
  for (const char* file :
       {"assignments/unit/README.md", "assignments/unit/scan/README.md", "assignments/unit/scan/bind.cu",
        "assignments/unit/scan/oracle.cpp", "student/unit/scan.cu", "reference/unit/scan.cu"}) {
    const std::string text = system::file_text(folder.path() / file).value_or("");
    remove(file);
    EXPECT_THAT(problems(), ::testing::ElementsAre(HasSubstr(std::string(file) + " is missing"))) << file;
    folder.write(file, text);
  }
}

TEST_F(VerifyCourse, WhatItsAuthorHasNotWrittenIsNamedWithTheLine) {
  folder.write("assignments/unit/scan/README.md", "# Scan\n\n<!-- AUTHOR: the story. -->\n");
  EXPECT_THAT(problems(), ::testing::ElementsAre(HasSubstr(
                              "assignments/unit/scan/README.md:3: left to write (AUTHOR): the story")));
}

TEST_F(VerifyCourse, AUnitWithoutItsListIsNamed) {
  folder.write("assignments/forgotten/scan/exercise.toml", "");
  EXPECT_THAT(problems(), ::testing::ElementsAre(HasSubstr("assignments/forgotten has no unit.toml")));
}

TEST_F(VerifyCourse, StubThatDiffersOutsideTodoIsNamedWithBothLines) {
  folder.write("student/unit/scan.cu", "b\n// TODO\n// END TODO\n");
  EXPECT_THAT(problems(), ::testing::ElementsAre(::testing::AllOf(HasSubstr("student/unit/scan.cu:1 and"),
                                                                  HasSubstr("reference/unit/scan.cu:1"))));
}

TEST_F(VerifyCourse, TodoWithoutEndIsNamed) {
  folder.write("student/unit/scan.cu", "a\n// TODO\n");
  EXPECT_THAT(problems(), Contains(HasSubstr("scan.cu:2: this `// TODO` or `// END TODO` has no partner")));
}

TEST_F(VerifyCourse, StubWithoutTodoGivesNothingToDo) {
  folder.write("student/unit/scan.cu", "a\n");
  folder.write("reference/unit/scan.cu", "a\n");
  EXPECT_THAT(problems(), ::testing::ElementsAre(HasSubstr("gives nothing to do")));
}

TEST_F(VerifyCourse, FourWrongKernelsAreTooFew) {
  write_wrong_kernels({"a", "b", "c", "d"});
  EXPECT_THAT(problems(), ::testing::ElementsAre(
                              ::testing::AllOf(HasSubstr("scan/blelloch needs at least 5 wrong kernels"),
                                               HasSubstr("and has 4: write more"))));
}

TEST_F(VerifyCourse, UnlistedFilesAreNamed) {
  for (const char* file : {"student/unit/sort.cu", "reference/unit/sort.cu",
                           "reference/unit/sort.hidden.toml", "reference/unit/wrong/sort.toml",
                           "reference/unit/cheats/sort.toml", "assignments/unit/sort/exercise.toml"}) {
    folder.write(file, "");
    EXPECT_THAT(problems(), ::testing::ElementsAre(HasSubstr("sort"))) << file;
    std::filesystem::remove(folder.path() / file);
  }
}

TEST_F(VerifyCourse, OtherRightSolutionsLieInAFolderOfTheirOwn) {
  folder.write("reference/unit/right/scan/by_warps.cu", "");
  EXPECT_THAT(problems(), IsEmpty());
  EXPECT_THAT(verify::right_kernels(installation, course.exercises.front()),
              ::testing::ElementsAre(folder.path() / "reference/unit/right/scan/by_warps.cu"));
  folder.write("reference/unit/right/sort/by_warps.cu", "");
  EXPECT_THAT(problems(), ::testing::ElementsAre(HasSubstr("right/sort belongs to no exercise")));
}

TEST_F(VerifyCourse, FilesToRaceAgainstNameTheirTasks) {
  for (const char* file : {"assignments/unit/scan/cub.cu", "reference/unit/fast/scan.sm_90.cu"}) {
    folder.write(file, "// Fast.\n// tasks: blelloch\n");
    EXPECT_THAT(problems(), IsEmpty());
    folder.write(file, "// Fast.\n// tasks: bleloch\n");
    EXPECT_THAT(problems(), ::testing::ElementsAre(HasSubstr(":2: exercise 'scan' has no task 'bleloch'")))
        << file;
    folder.write(file, "int x;\n");
    EXPECT_THAT(problems(), ::testing::ElementsAre(HasSubstr(":1: among the comments at the top"))) << file;
    remove(file);
  }
}

TEST_F(VerifyCourse, ATierAgainstCubNeedsATaskOfCub) {
  spec::Timing timing;
  timing.tiers = {
      {.points = 1, .kind = TierKind::copy_fraction, .threshold = 0.5},
      {.points = 2, .kind = TierKind::cub_ratio, .threshold = 1.1, .where = {"exercise.toml", 9, 1}}};
  timing.gpu["NVIDIA H200"] = {
      {.points = 2, .kind = TierKind::cub_ratio, .threshold = 1.0, .where = {"exercise.toml", 12, 1}}};
  course.exercises.front().tasks.front().timing = timing;
  EXPECT_THAT(problems(), ::testing::ElementsAre(HasSubstr("exercise.toml:12:1: a tier of 'blelloch'"),
                                                 HasSubstr("exercise.toml:9:1: a tier of 'blelloch'")));
  folder.write("assignments/unit/scan/cub.cu", "// tasks: blelloch\n");
  EXPECT_THAT(problems(), IsEmpty());
}

TEST_F(VerifyCourse, AFastReferenceThatNoExerciseLooksForIsNamed) {
  folder.write("reference/unit/fast/README.md", "");
  folder.write("reference/unit/fast/tiles.cuh", "");
  EXPECT_THAT(problems(), IsEmpty());
  folder.write("reference/unit/fast/scan.sm90.cu", "// tasks: blelloch\n");
  EXPECT_THAT(problems(),
              ::testing::ElementsAre(HasSubstr("scan.sm90.cu is the fast reference of no exercise")));
}

TEST_F(VerifyCourse, UnlistedUnitIsNamed) {
  folder.write("student/other/scan.cu", "");
  EXPECT_THAT(problems(), ::testing::ElementsAre(HasSubstr("student/other belongs to no unit")));
}

TEST_F(VerifyCourse, SealsFitTheAnswers) {
  const auto with_answer = [](const std::string& answer) {
    return "format = 1\n[first]\nanswer = \"" + answer + "\"\nwhy = \"So.\"\n[first.wrong]\n7 = \"No.\"\n";
  };
  spec::Quiz quiz;
  quiz.file = folder.write("assignments/unit/scan/quiz.toml", "");
  quiz.questions.emplace_back();
  quiz.questions.back().name = "first";
  quiz.questions.back().kind = spec::QuestionKind::number;
  course.exercises.front().quiz = quiz;
  EXPECT_THAT(problems(), ::testing::ElementsAre(HasSubstr("reference/unit/scan.quiz.toml is missing")));

  folder.write("reference/unit/scan.quiz.toml", with_answer("8"));
  EXPECT_THAT(problems(), ::testing::ElementsAre(HasSubstr("not sealed")));
  const auto seal = quiz::seal({"8", "So.", {{"7", "No."}}}, "salt");
  folder.write("assignments/unit/scan/quiz.sealed.toml", quiz::seals_as_toml(quiz, {seal}));
  EXPECT_THAT(problems(), IsEmpty());

  folder.write("reference/unit/scan.quiz.toml", with_answer("9"));
  EXPECT_THAT(problems(), ::testing::ElementsAre(HasSubstr("the seal of 'first' does not fit its answer")));
  folder.write("reference/unit/scan.quiz.toml", with_answer("seven"));
  EXPECT_THAT(problems(),
              ::testing::ElementsAre(HasSubstr("scan.quiz.toml:3:10: 'seven' can't be an answer")));
}

TEST_F(VerifyCourse, AnswersToNoQuizAreNamed) {
  folder.write("reference/unit/scan.quiz.toml", "");
  EXPECT_THAT(problems(), ::testing::ElementsAre(HasSubstr("scan.quiz.toml belongs to no exercise")));
}

}  // namespace
