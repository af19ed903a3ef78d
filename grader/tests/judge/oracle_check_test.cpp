#include <gtest/gtest.h>

#include "fake_workshop.hpp"
#include "judge/grading.hpp"

namespace warpgrade::judge {
namespace {

std::vector<spec::Diagnostic> mistakes(const spec::Exercise& exercise) {
  try {
    check_against_oracle(exercise);
  } catch (const spec::SpecError& error) {
    return error.diagnostics();
  }
  return {};
}

TEST(OracleCheck, KnownNamesAreFine) { EXPECT_NO_THROW(check_against_oracle(fake_exercise())); }

TEST(OracleCheck, AnUnknownOperatorHasThePlaceOfItsEntry) {
  spec::Exercise exercise = fake_exercise();
  exercise.tasks[0].cases[0].operators = {"double_i32", "triple_i32"};
  exercise.tasks[0].cases[0].operator_where = {{"exercise.toml", 9, 14}, {"exercise.toml", 9, 28}};
  const auto found = mistakes(exercise);
  ASSERT_EQ(1u, found.size()) << "once, though it meets two inputs";
  EXPECT_EQ("exercise.toml:9:28: fake has no operator \"triple_i32\": use one of double_i32", found[0].str());
}

TEST(OracleCheck, AnUnknownInputHasThePlaceOfItsEntry) {
  spec::Exercise exercise = fake_exercise();
  exercise.tasks[1].cases[0].inputs = {"random", "sorted"};
  const auto found = mistakes(exercise);
  ASSERT_EQ(1u, found.size());
  EXPECT_EQ(
      "exercise.toml:10:21: fake has no input \"sorted\": use one of random, ascending, constant, extremes",
      found[0].str());
}

TEST(OracleCheck, AllMistakesAreTold) {
  spec::Exercise exercise = fake_exercise();
  exercise.tasks[0].cases[0].operators = {"halve_i32"};
  exercise.tasks[1].cases[0].inputs = {"sorted"};
  EXPECT_EQ(2u, mistakes(exercise).size());
}

TEST(OracleCheck, AnExerciseWithoutAnOracleIsNamed) {
  spec::Exercise exercise = fake_exercise();
  exercise.name = "lonely";
  const auto found = mistakes(exercise);
  ASSERT_EQ(1u, found.size());
  EXPECT_NE(std::string::npos, found[0].message.find("lonely has no oracle"));
}

TEST(CaseNames, AreThoseThatAGradingRuns) {
  const auto names = case_names(fake_exercise());
  ASSERT_EQ(8u, names.size());
  EXPECT_EQ("one", names[0].task);
  EXPECT_EQ("n1.double_i32.random", names[0].name);
  EXPECT_EQ("n2.double_i32.ascending", names[1].name);
  EXPECT_EQ("two", names[7].task);
}

TEST(OracleCheck, DepthAndWorkNeedTheTracedOperator) {
  spec::Exercise exercise = fake_exercise();
  exercise.tasks[0].cost["work"] = {.n = 1};
  exercise.tasks[0].cost_cases.where = {"exercise.toml", 20, 1};
  const auto found = mistakes(exercise);
  ASSERT_EQ(1u, found.size()) << "once, though several sizes are measured";
  EXPECT_EQ(
      "exercise.toml:20:1: the costs of one are measured with the operator \"traced\", which fake does not "
      "have: remove depth and work, or let bind.cu and oracle.cpp offer it",
      found[0].str());
}

TEST(OracleCheck, TheOperatorThatTrafficIsCountedWithMustBeKnown) {
  spec::Exercise exercise = fake_exercise();
  exercise.tasks[0].cost["global_bytes"] = {.n = 8};
  EXPECT_TRUE(mistakes(exercise).empty());
  exercise.tasks[0].cost_cases.op = "triple_i32";
  ASSERT_EQ(1u, mistakes(exercise).size());
  EXPECT_NE(std::string::npos, mistakes(exercise)[0].message.find("use one of double_i32"));
}

}  // namespace
}  // namespace warpgrade::judge
