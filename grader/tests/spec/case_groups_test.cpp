#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/spec/spec_file.hpp"

namespace warpgrade::spec {
namespace {

using ::testing::ElementsAre;
using testing::exercise;
using testing::mistakes;
using testing::task_of;

// A task with these lines as its cases; the first of them is line 7.
std::string with_cases(const std::string& cases) {
  return "format = 1\ntitle = \"Prefix sum\"\nsource = \"scan.cu\"\n"
         "[[task]]\nname = \"blelloch\"\ntitle = \"Work-efficient\"\npoints = 6\n" +
         cases;
}

TEST(Cases, MissingKeysHaveDefaults) {
  const Task task = task_of(exercise());
  ASSERT_EQ(1u, task.cases.size());
  EXPECT_THAT(task.cases[0].sizes, ElementsAre(1, 2));
  EXPECT_THAT(task.cases[0].operators, ElementsAre("sum_i32"));
  EXPECT_THAT(task.cases[0].inputs, ElementsAre("random"));
  EXPECT_EQ(10, task.cases[0].timeout_s);
  EXPECT_FALSE(task.cases[0].points);
  EXPECT_FALSE(task.cases[0].hidden);
}

TEST(Cases, SeveralGroupsKeepTheirOrder) {
  const Task task = task_of(
      with_cases("[[task.cases]]\nsizes = [0]\noperators = [\"a\"]\npoints = 1\n"
                 "[[task.cases]]\nsizes = [9]\noperators = [\"b\"]\npoints = 3\n"
                 "inputs = [\"ascending\", \"random\"]\ntimeout_s = 0.5\nparameters = { block = 128 }\n"));
  ASSERT_EQ(2u, task.cases.size());
  EXPECT_THAT(task.cases[0].sizes, ElementsAre(0));
  EXPECT_EQ(1, task.cases[0].points);
  EXPECT_THAT(task.cases[1].inputs, ElementsAre("ascending", "random"));
  EXPECT_EQ(0.5, task.cases[1].timeout_s);
  EXPECT_EQ(128, task.cases[1].parameters.at("block"));
  EXPECT_EQ(12, task.cases[1].where.line);
}

TEST(Cases, EachNameKeepsItsPlaceForTheOracle) {
  const Task task = task_of(
      with_cases("[task.cases]\nsizes = [1]\noperators = [\"a\",\n  \"b\"]\ninputs = [\"ascending\"]\n"));
  const CaseGroup& group = task.cases.at(0);
  ASSERT_EQ(2u, group.operator_where.size());
  EXPECT_EQ(11, group.operator_where[1].line);
  EXPECT_EQ(3, group.operator_where[1].column);
  ASSERT_EQ(1u, group.input_where.size());
  EXPECT_EQ(12, group.input_where[0].line);
}

TEST(Cases, SizesThatAreNoArrayOfWholeNumbers) {
  EXPECT_THAT(
      mistakes(with_cases("[task.cases]\nsizes = \"all\"\noperators = [\"a\"]\n")),
      ElementsAre("9:9: sizes must be an array of whole numbers, found a string: write sizes = [1, 32, "
                  "1000]"));
  EXPECT_THAT(
      mistakes(with_cases("[task.cases]\nsizes = [1, 2.5]\noperators = [\"a\"]\n")),
      ElementsAre("9:13: sizes must be an array of whole numbers, found a decimal number in it: write "
                  "sizes = [1, 32, 1000]"));
}

TEST(Cases, ImpossibleSizesAreRefused) {
  EXPECT_THAT(
      mistakes(with_cases("[task.cases]\nsizes = [-1, 4294967297]\noperators = [\"a\"]\n")),
      ElementsAre("9:10: sizes has -1, but a size is at least 0 and at most 4294967296; change or "
                  "remove it",
                  "9:14: sizes has 4294967297, but a size is at least 0 and at most 4294967296; change "
                  "or remove it"));
  EXPECT_THAT(mistakes(with_cases("[task.cases]\nsizes = []\noperators = [\"a\"]\n")),
              ElementsAre("9:9: sizes is empty: write sizes = [1, 32, 1000]"));
}

TEST(Cases, AnEntryThatIsListedTwiceIsAMistake) {
  EXPECT_THAT(
      mistakes(with_cases("[task.cases]\nsizes = [1, 2, 1]\noperators = [\"a\", \"a\"]\n")),
      ElementsAre("9:16: sizes lists 1 twice; remove one", "10:19: operators lists a twice; remove one"));
}

TEST(Cases, OperatorsAndInputsAreNames) {
  EXPECT_THAT(mistakes(with_cases("[task.cases]\nsizes = [1]\noperators = [\"Sum\", 3]\ninputs = []\n")),
              ElementsAre("10:14: operators has 'Sum', but names are lower-case letters, digits and _, "
                          "beginning with a letter: write operators = [\"sum_i32\"]",
                          "10:21: operators must be an array of strings, found a whole number in it: write "
                          "operators = [\"sum_i32\"]",
                          "11:10: inputs is empty: write inputs = [\"random\"]"));
}

TEST(Cases, TimeLimitsAreWithinReason) {
  EXPECT_THAT(
      mistakes(exercise("timeout_s = 0\n")),
      ElementsAre("13:13: timeout_s is 0, but must be above 0 and at most 3600: write timeout_s = 10"));
  EXPECT_EQ(1u, mistakes(exercise("timeout_s = nan\n")).size());
  EXPECT_EQ(1u, mistakes(exercise("timeout_s = 3601\n")).size());
}

TEST(Cases, ParametersAreWholeNumbersWithNames) {
  EXPECT_THAT(
      mistakes(exercise("parameters = { block = 1.5, Bins = 2 }\n")),
      ElementsAre("13:24: parameter block must be a whole number, found a decimal number: write "
                  "parameters = { block = 128 }",
                  "13:29: parameter 'Bins' must be lower-case letters, digits and _, since it becomes "
                  "part of the names of cases: write parameters = { block = 128 }"));
}

TEST(Cases, AnUnknownKeyIsAnErrorWithItsPlace) {
  EXPECT_THAT(mistakes(exercise("timeout = 3\n")),
              ElementsAre("13:1: unknown key 'timeout' in cases of [[task]] 'blelloch'; did you mean "
                          "'timeout_s'?"));
}

TEST(Cases, PointsAreForAllGroupsOrNone) {
  EXPECT_THAT(
      mistakes(with_cases("[[task.cases]]\nsizes = [0]\noperators = [\"a\"]\npoints = 1\n"
                          "[[task.cases]]\nsizes = [9]\noperators = [\"b\"]\n")),
      ElementsAre("12:1: these cases have no points, but other cases of the task do: give all of them "
                  "points, or none"));
}

TEST(Cases, MustBeThereAsTables) {
  EXPECT_THAT(mistakes(with_cases("")),
              ElementsAre("4:1: [[task]] 'blelloch' has no cases: add a table [task.cases] with sizes and "
                          "operators"));
  EXPECT_THAT(mistakes(with_cases("cases = 3\n")),
              ElementsAre("8:9: cases must be a table, or several, found a whole number: write a table "
                          "[task.cases] with sizes and operators"));
}

}  // namespace
}  // namespace warpgrade::spec
