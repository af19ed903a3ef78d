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

TEST(Program, KernelsAreThoseOfPrograms) {
  EXPECT_THAT(mistakes(testing::exercise("[task.trace]\nn = 8\n", "# no [program]") + "kernels = [\"k\"]\n"),
              ElementsAre(HasSubstr("kernels")));
}

}  // namespace
}  // namespace warpgrade::spec
