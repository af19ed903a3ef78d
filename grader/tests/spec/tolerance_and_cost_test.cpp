#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/spec/spec_file.hpp"

namespace warpgrade::spec {
namespace {

using ::testing::ElementsAre;
using testing::exercise;
using ::testing::HasSubstr;
using testing::mistakes;
using testing::task_of;
using ::testing::UnorderedElementsAre;

TEST(Tolerance, IsReadByType) {
  const Task task = task_of(exercise("[task.tolerance]\nf32 = { sum_abs = 64, why = \"any order\" }\n"));
  EXPECT_EQ(64, task.tolerance.at("f32").sum_abs);
  EXPECT_EQ("any order", task.tolerance.at("f32").why);
}

TEST(Tolerance, AToleranceWithoutAReasonIsAMistake) {
  EXPECT_THAT(
      mistakes(exercise("[task.tolerance]\nf32 = { sum_abs = 64 }\n")),
      ElementsAre("14:7: tolerance f32 of [[task]] 'blelloch' has no why: add why = \"64 ulp cover any "
                  "order of summation\""));
  EXPECT_EQ(1u, mistakes(exercise("[task.tolerance]\nf32 = { sum_abs = 64, why = \" \" }\n")).size());
}

TEST(Tolerance, IsOnlyForTypesThatRound) {
  EXPECT_THAT(
      mistakes(exercise("[task.tolerance]\ni32 = { sum_abs = 1, why = \"x\" }\n")),
      ElementsAre("14:1: 'i32' has no tolerance: only f16, bf16, f32 and f64 round, all other types are "
                  "compared exactly; remove it"));
}

TEST(Tolerance, AnEmptyToleranceOrOneThatIsNoTableIsAMistake) {
  EXPECT_THAT(
      mistakes(exercise("[task.tolerance]\nf32 = { sum_abs = 0, why = \"x\" }\nf64 = 3\n")),
      ElementsAre("14:19: sum_abs is 0, but must be above 0 and at most 1000000000000: write sum_abs = 64",
                  "15:7: f64 must be a table, found a whole number: write f64 = { sum_abs = 64, why = "
                  "\"…\" }"));
}

TEST(CostBound, TheLogarithmIsRoundedUp) {
  const CostBound steps{0, 0, 1, 0};
  EXPECT_EQ(0, steps.at(0));
  EXPECT_EQ(0, steps.at(1));
  EXPECT_EQ(1, steps.at(2));
  EXPECT_EQ(2, steps.at(3));
  EXPECT_EQ(10, steps.at(1024));
  EXPECT_EQ(11, steps.at(1025));
}

TEST(CostBound, IsShownAsAFormula) {
  EXPECT_EQ("n·log2(n)", (CostBound{0, 0, 0, 1}.formula()));
  EXPECT_EQ("2·n + 1.5·log2(n) + 8", (CostBound{8, 2, 1.5, 0}.formula()));
  EXPECT_EQ("0", CostBound{}.formula());
  EXPECT_EQ("0.5·n² + 0.25·n·log2(n)² + n",
            (CostBound{.n = 1, .n_log2n_squared = 0.25, .n_squared = 0.5}.formula()));
  EXPECT_EQ("0.5·log2(n)² + 0.5·log2(n)", (CostBound{.log2n = 0.5, .log2n_squared = 0.5}.formula()));
}

TEST(Cost, EachTermIsReadByItsName) {
  const Task task =
      task_of(exercise("[task.cost]\nwork = { const = 1, n = 2, log2n = 3, n_log2n = 4, "
                       "log2n_squared = 5, n_log2n_squared = 6, n_squared = 7 }\n"));
  const CostBound& work = task.cost.at("work");
  EXPECT_EQ("7·n² + 6·n·log2(n)² + 4·n·log2(n) + 2·n + 5·log2(n)² + 3·log2(n) + 1", work.formula());
  const double n = 1025, log2n = 11;
  EXPECT_EQ(1 + 2 * n + 3 * log2n + 4 * n * log2n + 5 * log2n * log2n + 6 * n * log2n * log2n + 7 * n * n,
            work.at(1025));
}

TEST(Cost, ABoundThatNothingCouldBreakIsAMistake) {
  EXPECT_THAT(mistakes(exercise("[task.cost]\ndept = { n = 1 }\ndepth = {}\nwork = 3\n")),
              ElementsAre("14:1: 'dept' is not a cost that is counted; did you mean 'depth'?",
                          "15:9: the bound for depth is empty: write depth = { log2n = 1 }",
                          "16:8: work must be a table, found a whole number: write work = { log2n = 1 }"));
}

TEST(Cost, CoefficientsHaveNamesAndAreNotNegative) {
  EXPECT_THAT(
      mistakes(exercise("[task.cost]\nwork = { nlog2n = 1 }\ndepth = { log2n = -1 }\n")),
      ElementsAre("14:10: unknown key 'nlog2n' in cost work of [[task]] 'blelloch'; did you mean "
                  "'n_log2n'?",
                  "15:19: log2n is -1, but must be at least 0 and at most 1000000000000: write log2n = "
                  "1"));
}

TEST(Cost, TheCasesThatMeasureAreItsOtherKeys) {
  const Task task =
      task_of(exercise("[task.cost]\nsizes = [32, 1000]\noperator = \"sum_i32\"\ninputs = [\"random\", "
                       "\"constant\"]\nwork = { n = 2 }\n"));
  EXPECT_THAT(task.cost_cases.sizes, ElementsAre(32, 1000));
  EXPECT_EQ("sum_i32", task.cost_cases.op);
  EXPECT_THAT(task.cost_cases.inputs, ElementsAre("random", "constant"));
  EXPECT_EQ(1u, task.cost.size());
}

TEST(Cost, TheCasesThatMeasureAreCheckedToo) {
  EXPECT_THAT(mistakes(exercise("[task.cost]\nsizes = [0]\nwork = { n = 2 }\n")), ::testing::SizeIs(1));
  EXPECT_THAT(mistakes(exercise("[task.cost]\nsize = [8]\n")),
              ElementsAre("14:1: 'size' is not a cost that is counted; did you mean 'sizes'?"));
}

TEST(Technique, BoundsCostsFromAboveAndFromBelow) {
  const Task task =
      task_of(exercise("[task.technique]\nis = \"a tree\"\nhow = \"Halve.\"\nshare = 0.25\nmost = { barriers "
                       "= { const = 3 } }\nleast "
                       "= { work = { n = 1, const = -8 } }\n"));
  ASSERT_TRUE(task.technique);
  EXPECT_EQ("a tree", task.technique->name);
  EXPECT_EQ("Halve.", task.technique->how);
  EXPECT_EQ(0.25, task.technique->share);
  EXPECT_EQ(3, task.technique->most.at("barriers").constant);
  EXPECT_EQ(8, task.technique->least.at("work").at(16));
  EXPECT_EQ("n - 8", task.technique->least.at("work").formula());
  EXPECT_TRUE(task.measures("barriers"));
  EXPECT_TRUE(task.measures("work"));
  EXPECT_FALSE(task.measures("depth"));
}

TEST(Technique, OneThatNothingTellsOrThatTakesAllIsAMistake) {
  EXPECT_THAT(
      mistakes(exercise("[task.technique]\nis = \"a tree\"\nshare = 1\nmost = { barrier = { n = 1 } }\n")),
      UnorderedElementsAre(HasSubstr("how"), HasSubstr("share is 1, but must be above 0 and at most 0.9"),
                           HasSubstr("'barrier' is not a cost that is counted; did you mean 'barriers'?"),
                           HasSubstr("nothing tells this technique from others")));
}

/// The exercise with a line among the task's own keys.
std::string with_key(const std::string& line, const std::string& task) {
  std::string text = exercise(task);
  return text.insert(text.find("points = 6"), line + "\n");
}

TEST(CostPoints, AreAThirdIfTheSpecDoesNotSay) {
  EXPECT_EQ(0, task_of(exercise()).points_for_cost());
  EXPECT_EQ(2, task_of(exercise("[task.cost]\nwork = { n = 2 }\n")).points_for_cost());
  EXPECT_EQ(1, task_of(with_key("cost_points = 1", "[task.cost]\nwork = { n = 2 }\n")).points_for_cost());
}

TEST(CostPoints, AreNoneWhereAllBoundsTakeAllPoints) {
  EXPECT_EQ(0, task_of(exercise("[task.cost]\nhost_bytes = { const = 8 }\n")).points_for_cost());
  const Task task =
      task_of(exercise("[task.cost]\ntakes_all = [\"work\"]\nwork = { n = 2 }\nhost_bytes = { n = 1 }\n"));
  EXPECT_EQ(0, task.points_for_cost());
  EXPECT_TRUE(task.cost.at("work").takes_all);
  EXPECT_TRUE(task.cost.at("host_bytes").takes_all);
}

TEST(CostPoints, ArePartOfThePoints) {
  EXPECT_THAT(mistakes(with_key("cost_points = 7", "[task.cost]\nwork = { n = 2 }\n")),
              ElementsAre("8:15: cost_points are a part of points, and can't be more: write at most 6"));
}

TEST(CostPoints, NeedABoundThatCostsThem) {
  const std::string why =
      "8:15: no bound of [[task]] 'blelloch' costs these points: remove cost_points, or give [task.cost] a "
      "bound that is not in takes_all (host_bytes and upload_bytes always are)";
  EXPECT_THAT(mistakes(with_key("cost_points = 2", "")), ElementsAre(why));
  EXPECT_THAT(mistakes(with_key("cost_points = 2", "[task.cost]\nhost_bytes = { n = 1 }\n")),
              ElementsAre(why));
}

TEST(TakesAll, ListsBoundsThatAreThere) {
  EXPECT_THAT(mistakes(exercise("[task.cost]\ntakes_all = [\"wrok\", \"depth\"]\nwork = { n = 2 }\n")),
              ElementsAre("14:14: takes_all lists 'wrok', which has no bound here; did you mean 'work'?",
                          ::testing::StartsWith("14:22: takes_all lists 'depth', which has no bound here")));
  EXPECT_THAT(mistakes(exercise("[task.cost]\ntakes_all = [\"work\"]\n")),
              ElementsAre("14:14: takes_all lists 'work', which has no bound here: remove it"));
}

TEST(TakesAll, ListsNoneTwiceAndNotWhatAlwaysDoes) {
  EXPECT_THAT(mistakes(exercise("[task.cost]\ntakes_all = [\"work\", \"work\", \"host_bytes\"]\n"
                                "work = { n = 2 }\nhost_bytes = { n = 2 }\n")),
              ElementsAre("14:22: takes_all lists work twice; remove one",
                          "14:30: 'host_bytes' always takes all points: remove it from takes_all"));
}

TEST(StrictBarriers, AreAskedForByAKeyOfTheTask) {
  std::string text = exercise();
  EXPECT_FALSE(task_of(text).strict_barriers);
  EXPECT_TRUE(task_of(text.insert(text.find("points = 6"), "strict_barriers = true\n")).strict_barriers);
}

TEST(SameBits, AreAskedForByAKeyOfTheTask) {
  std::string text = exercise();
  EXPECT_FALSE(task_of(text).same_bits);
  EXPECT_TRUE(task_of(text.insert(text.find("points = 6"), "same_bits = true\n")).same_bits);
}

TEST(SameValueRaces, AreAllowedByAKeyOfTheTask) {
  const auto with = [](const std::string& line) {
    std::string text = exercise();
    return text.insert(text.find("points = 6"), line + "\n");
  };
  EXPECT_FALSE(task_of(exercise()).allow_same_value_races);
  EXPECT_TRUE(task_of(with("allow_same_value_races = true")).allow_same_value_races);
  EXPECT_THAT(mistakes(with("allow_same_value_races = 1")),
              ElementsAre("8:26: allow_same_value_races must be true or false, found a whole number: write "
                          "allow_same_value_races = true"));
}

}  // namespace
}  // namespace warpgrade::spec
