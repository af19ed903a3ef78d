#include "judge/cases/oracle_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/cases/cases.hpp"
#include "judge/grading.hpp"
#include "kit/operator_case.hpp"
#include "tests/judge/fake_workshop.hpp"

namespace warpgrade::judge {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<std::string> mistakes(const spec::Exercise& exercise) {
  std::vector<std::string> texts;
  try {
    check_against_oracle(exercise, kit::find_oracle(exercise.name));
  } catch (const spec::SpecError& error) {
    for (const spec::Diagnostic& mistake : error.diagnostics()) texts.push_back(mistake.str());
  }
  return texts;
}

TEST(OracleCheck, KnownNamesAreFine) { EXPECT_TRUE(mistakes(fake_exercise()).empty()); }

TEST(OracleCheck, AnUnknownOperatorHasThePlaceOfItsEntry) {
  spec::Exercise exercise = fake_exercise();
  exercise.tasks[0].cases[0].inputs = {"random", "ascending"};
  exercise.tasks[0].cases[0].operators = {"double_i32", "triple_i32"};
  exercise.tasks[0].cases[0].operator_where = {{"exercise.toml", 9, 14}, {"exercise.toml", 9, 28}};
  EXPECT_THAT(mistakes(exercise),
              ElementsAre("exercise.toml:9:28: fake has no operator \"triple_i32\": use one of double_i32"))
      << "once, though it meets two inputs";
}

TEST(OracleCheck, AnUnknownInputHasThePlaceOfItsEntry) {
  spec::Exercise exercise = fake_exercise();
  exercise.tasks[1].cases[0].inputs = {"random", "sorted"};
  exercise.tasks[1].cases[0].input_where = {{"exercise.toml", 10, 11}, {"exercise.toml", 10, 21}};
  EXPECT_THAT(mistakes(exercise), ElementsAre("exercise.toml:10:21: fake has no input \"sorted\": use one of "
                                              "random, ascending, constant, extremes"));
}

TEST(OracleCheck, AllMistakesAreTold) {
  spec::Exercise exercise = fake_exercise();
  exercise.tasks[0].cases[0].operators = {"halve_i32"};
  exercise.tasks[1].cases[0].inputs = {"sorted"};
  EXPECT_EQ(2u, mistakes(exercise).size());
}

kit::CaseData sum_of_all(const kit::CaseRequest& request) {
  return kit::operator_case(kit::Types<std::int32_t, float>(), request,
                            [](const auto& in, auto fold, auto& out) {
                              for (const auto& x : in) fold.add(x);
                              out.record(fold);
                            });
}

const kit::OracleRegistration sum_registration("sum_of_all", &sum_of_all);

kit::CaseData list_without_length(const kit::CaseRequest& request) {
  kit::CaseData data;
  const std::vector<std::int32_t> numbers(request.n / 2, 1);
  data.outputs.push_back(
      {.values = kit::Array::of<std::int32_t>("list", {Scalar::i32}, numbers), .room = request.n});
  return data;
}

const kit::OracleRegistration list_registration("list_without_length", &list_without_length);

/// An exercise over many operators, timed with one of them.
spec::Exercise timed_with(const std::string& op, const std::vector<std::string>& inputs = {"random"}) {
  spec::Exercise exercise = fake_exercise();
  exercise.name = "sum_of_all";
  exercise.tasks.resize(1);
  exercise.tasks[0].cases[0].operators = {"sum_i32"};
  spec::Timing& timing = exercise.tasks[0].timing.emplace();
  timing.op = op;
  timing.inputs = inputs;
  timing.where = {"exercise.toml", 30, 1};
  timing.op_where = {"exercise.toml", 31, 12};
  timing.input_where = {{"exercise.toml", 32, 11}, {"exercise.toml", 32, 21}};
  return exercise;
}

TEST(OracleCheck, TimedOutputsThatRoundNeedATolerance) {
  for (const char* op : {"sum_i32", "max_f32"}) EXPECT_TRUE(mistakes(timed_with(op)).empty()) << op;
  spec::Exercise exercise = timed_with("sum_f32", {"random", "ascending"});
  EXPECT_THAT(
      mistakes(exercise),
      ElementsAre("exercise.toml:31:12: one can't be timed with \"sum_f32\", whose results round and have "
                  "no [task.tolerance]: write one, or use an operator over integers"))
      << "once, though it meets two inputs";
  exercise.tasks[0].tolerance["f32"].sum_abs = 64;
  EXPECT_TRUE(mistakes(exercise).empty());
}

TEST(OracleCheck, TimedOperatorsAndInputsMustBeKnown) {
  EXPECT_THAT(
      mistakes(timed_with("sum_i33")),
      ElementsAre(StartsWith("exercise.toml:31:12: sum_of_all has no operator \"sum_i33\": use one of ")));
  EXPECT_THAT(
      mistakes(timed_with("sum_i32", {"random", "sorted"})),
      ElementsAre(StartsWith("exercise.toml:32:21: sum_of_all has no input \"sorted\": use one of ")));
}

TEST(OracleCheck, TheOperatorThatCountsStepsIsNotTimed) {
  EXPECT_THAT(mistakes(timed_with("traced")),
              ElementsAre("exercise.toml:31:12: one can't be timed with \"traced\", which only counts steps "
                          "and work: name an "
                          "operator that students are graded with"));
}

TEST(OracleCheck, ATimedOutputWithRoomNeedsALength) {
  spec::Exercise exercise = timed_with("sum_i32");
  exercise.name = "list_without_length";
  EXPECT_THAT(mistakes(exercise), ElementsAre(StartsWith("exercise.toml:30:1: list_without_length can't make "
                                                         "the input to time: the output \"list\" has room")))
      << "the cases may have an output whose length nobody tells";
}

/// "random" has strips of 64, of at most 2^20 elements; "ordered" has none.
kit::CaseData strips(const kit::CaseRequest& request) {
  kit::CaseData data;
  data.inputs.push_back(
      kit::Array::of<std::uint32_t>("places", {Scalar::u32}, std::vector<std::uint32_t>(request.n)));
  data.inputs[0].strips = {.elements = 64, .in_one_piece = true};
  if (request.input == "random") data.growth = {.strip = 64, .largest_n = 1 << 20};
  return data;
}
const kit::OracleRegistration strips_registration("strips", &strips);

TEST(OracleCheck, TimedSizesMustFitTheStripsOfTheInput) {
  spec::Exercise exercise = timed_with("sum_i32");
  exercise.name = "strips";
  exercise.tasks[0].timing->sizes = {1 << 20};
  EXPECT_TRUE(mistakes(exercise).empty());
  exercise.tasks[0].timing->sizes = {1'000'003, 1 << 21};
  EXPECT_THAT(mistakes(exercise),
              ElementsAre("exercise.toml:30:1: 1000003 can't be timed with \"random\": use a multiple of 64",
                          "exercise.toml:30:1: 2097152 is too large for \"random\": use at most 1048576"));
}

TEST(OracleCheck, AnInputWhoseOrderMattersIsTimedWithStripsOnly) {
  spec::Exercise exercise = timed_with("sum_i32", {"ordered"});
  exercise.name = "strips";
  EXPECT_THAT(mistakes(exercise),
              ElementsAre(StartsWith("exercise.toml:30:1: \"ordered\" can't be timed: ")));
}

TEST(OracleCheck, AParameterThatTheOracleDoesNotKnowIsAMistake) {
  spec::Exercise exercise = timed_with("sum_i32");
  exercise.tasks[0].timing->parameters["bin"] = 3;
  EXPECT_THAT(mistakes(exercise),
              ElementsAre("exercise.toml:30:1: sum_of_all has no parameter \"bin\": remove it"));
  exercise.tasks[0].cases[0].where = {"exercise.toml", 10, 1};
  exercise.tasks[0].cases[0].parameters["bins"] = 3;
  EXPECT_EQ(2u, mistakes(exercise).size());
}

TEST(CaseNames, AreThoseThatAGradingRuns) {
  const auto names = case_names(fake_exercise());
  ASSERT_EQ(8u, names.size());
  EXPECT_EQ("one", names[0].task);
  EXPECT_EQ("n1.double_i32.random", names[0].name);
  EXPECT_EQ("n2.double_i32.random", names[1].name);
  EXPECT_EQ("two", names[7].task);
}

TEST(OracleCheck, DepthAndWorkNeedTheTracedOperator) {
  spec::Exercise exercise = fake_exercise();
  exercise.tasks[0].cost["work"] = {.n = 1};
  exercise.tasks[0].cost_cases.where = {"exercise.toml", 20, 1};
  EXPECT_THAT(mistakes(exercise),
              ElementsAre("exercise.toml:20:1: the costs of one are measured with the operator \"traced\", "
                          "which fake does not "
                          "have: remove depth and work, or let bind.cu and oracle.cpp offer it"))
      << "once, though several sizes are measured";
}

TEST(OracleCheck, TheOperatorThatTrafficIsCountedWithMustBeKnown) {
  spec::Exercise exercise = fake_exercise();
  exercise.tasks[0].cost["global_bytes"] = {.n = 8};
  EXPECT_TRUE(mistakes(exercise).empty());
  exercise.tasks[0].cost_cases.op = "triple_i32";
  EXPECT_THAT(mistakes(exercise), ElementsAre(HasSubstr("use one of double_i32")));
}

}  // namespace
}  // namespace warpgrade::judge
