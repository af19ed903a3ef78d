// [program], and the cases of such an exercise.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/spec/spec_file.hpp"

namespace warpgrade::spec {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::mistakes;

/// The first line of the case is line 11; `more` of the task is behind it.
std::string program(const std::string& table, const std::string& one_case, const std::string& more = "") {
  return "format = 1\ntitle = \"A program\"\nsource = \"scan.cu\"\n[program]\n" + table +
         "\n[[task]]\nname = \"all\"\ntitle = \"All\"\npoints = 1\n[[task.cases]]\n" + one_case + "\n" + more;
}

TEST(Program, ARunNeedsANameAndWhatIsRight) {
  EXPECT_THAT(mistakes(program("", "name = \"first\"\nprints = [\"ok\"]")), ElementsAre());
  EXPECT_THAT(mistakes(program("", "name = \"first\"")),
              ElementsAre(HasSubstr("nothing here says what is right: add prints")));
  EXPECT_THAT(mistakes(program("", "prints = [\"ok\"]")), ElementsAre(HasSubstr("name")));
}

TEST(Program, FilesMustBeThereAndInside) {
  EXPECT_THAT(
      mistakes(program("given = [\"main.cpp\"]", "name = \"a\"\nexit_code = 1")),
      ElementsAre(AllOf(HasSubstr("5:10: there is no "), HasSubstr("scan/main.cpp: write the file"))));
  EXPECT_THAT(mistakes(program("", "name = \"a\"\noutput = \"../a.txt\"")),
              ElementsAre("12:10: '../a.txt' must lie in the folder of this file: copy it there"));
  EXPECT_THAT(mistakes(program("", "name = \"a\"\nfiles = { \"../a.txt\" = \"b.txt\" }")),
              ElementsAre(HasSubstr("the program writes '../a.txt' outside of the folder in which it runs")));
}

TEST(Program, APatternIsARegularExpression) {
  EXPECT_THAT(mistakes(program("", "name = \"a\"\nmatches = ['(']")),
              ElementsAre(HasSubstr("'(' is no regular")));
}

TEST(Program, WhatOnlyFunctionsHaveIsRefused) {
  const std::string right = "name = \"a\"\nexit_code = 0";
  EXPECT_THAT(mistakes(program("", right, "[task.cost]\ndepth = { n = 1 }")),
              ElementsAre(HasSubstr("depth needs functions that take an operator")));
  EXPECT_THAT(mistakes(program("", right, "[task.tolerance]\nf32 = { sum_abs = 1, why = \"x\" }")),
              ElementsAre(HasSubstr("a task of a program has no tolerance: remove it")));
  EXPECT_THAT(mistakes(program("", "name = \"a\"\nexit_code = 0\nsizes = [1]")),
              ElementsAre(HasSubstr("sizes")));
}

const std::string kTimedProgram =
    "[task.timing]\n[[task.timing.cases]]\nname = \"large\"\narguments = [\"1000000\"]\nprints = [\"ok\"]\n";
const std::string kTierOfProgram = "[[task.timing.tier]]\npoints = 2\nreference_ratio = 1.5\n";

TEST(Program, WhatIsTimedAreRunsOfTheirOwn) {
  const std::string spec = program("", "name = \"a\"\nexit_code = 0", kTimedProgram + kTierOfProgram);
  EXPECT_THAT(mistakes(spec), ElementsAre());
  const Task task = testing::task_of(spec);
  ASSERT_EQ(1u, task.timing->cases.size());
  EXPECT_EQ("large", task.timing->cases[0].run->name);
  EXPECT_THAT(task.timing->cases[0].run->arguments, ElementsAre("1000000"));
  EXPECT_EQ(1u, task.cases.size()) << "the timed run is no case of its own";
}

TEST(Program, ATimedRunHasNoPointsAndIsComparedWithTheReferenceOrNothing) {
  const auto wrong_with = [](const std::string& timing) {
    return mistakes(program("", "name = \"a\"\nexit_code = 0", timing));
  };
  EXPECT_THAT(wrong_with(kTimedProgram + "points = 1\n" + kTierOfProgram),
              ElementsAre(HasSubstr("a case that is timed has no points, but tiers: remove points")));
  EXPECT_THAT(
      wrong_with(kTimedProgram + "[[task.timing.tier]]\npoints = 2\ncub_ratio = 1.5\n"),
      ElementsAre(HasSubstr("a program can't be compared by cub_ratio: write reference_ratio or max_ms")));
  EXPECT_THAT(wrong_with("[task.timing]\nprints = 'Time'\n" + kTimedProgram.substr(kTimedProgram.find("[[")) +
                         kTierOfProgram),
              ElementsAre(HasSubstr("'Time' must have one group, around the milliseconds")));
  EXPECT_THAT(wrong_with("[task.timing]\nsizes = [1]\n" + kTimedProgram.substr(kTimedProgram.find("[[")) +
                         kTierOfProgram),
              ElementsAre(HasSubstr("sizes")));
}

TEST(Program, KernelsAreThoseOfPrograms) {
  EXPECT_THAT(mistakes(testing::exercise("[task.trace]\nn = 8\n", "# no [program]") + "kernels = [\"k\"]\n"),
              ElementsAre(HasSubstr("kernels")));
}

}  // namespace
}  // namespace warpgrade::spec
