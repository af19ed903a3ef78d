#include "spec/bounds.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/spec/spec_file.hpp"

namespace warpgrade::spec {
namespace {

using ::testing::ElementsAre;
using testing::exercise;
using testing::mistakes;
using testing::task_of;

const std::string kTiming = "[task.timing]\noperator = \"sum_i32\"\nsizes = [1024]\n";  // lines 13 to 15

TEST(Tolerance, IsReadByType) {
  const Task task = task_of(exercise("[task.tolerance]\nf32 = { sum_abs = 64, why = \"any order\" }\n"));
  EXPECT_EQ(64, task.tolerance.at("f32").sum_abs);
  EXPECT_EQ("any order", task.tolerance.at("f32").why);
}

TEST(Tolerance, WithoutAReasonIsAMistake) {
  EXPECT_THAT(
      mistakes(exercise("[task.tolerance]\nf32 = { sum_abs = 64 }\n")),
      ElementsAre("14:7: tolerance f32 of [[task]] 'blelloch' has no why: add why = \"64 ulp cover any "
                  "order of summation\""));
  EXPECT_EQ(1u, mistakes(exercise("[task.tolerance]\nf32 = { sum_abs = 64, why = \" \" }\n")).size());
}

TEST(Tolerance, IsOnlyForTypesThatRound) {
  EXPECT_THAT(
      mistakes(exercise("[task.tolerance]\ni32 = { sum_abs = 1, why = \"x\" }\n")),
      ElementsAre("14:1: 'i32' has no tolerance: only f32 and f64 round, all other types are compared "
                  "exactly; remove it"));
}

TEST(Tolerance, OfNothingOrOfNoTableIsAMistake) {
  EXPECT_THAT(
      mistakes(exercise("[task.tolerance]\nf32 = { sum_abs = 0, why = \"x\" }\nf64 = 3\n")),
      ElementsAre("14:19: sum_abs is 0, but must be above 0 and at most 1000000000000: write sum_abs = 64",
                  "15:7: f64 must be a table, found a whole number: write f64 = { sum_abs = 64, why = "
                  "\"…\" }"));
}

TEST(CostBound, AddsItsTerms) {
  const CostBound bound{8, 2, 3, 0.5};
  EXPECT_EQ(8 + 2 * 1024 + 3 * 10 + 0.5 * 1024 * 10, bound.at(1024));
  EXPECT_EQ(8 + 2 * 1025 + 3 * 11 + 0.5 * 1025 * 11, bound.at(1025));
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
}

TEST(Cost, IsReadByName) {
  const Task task = task_of(exercise("[task.cost]\nwork = { n = 2, const = 8 }\ndepth = { log2n = 2 }\n"));
  EXPECT_EQ("2·n + 8", task.cost.at("work").formula());
  EXPECT_EQ("2·log2(n)", task.cost.at("depth").formula());
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
                  "'log2n'?",
                  "15:19: log2n is -1, but must be at least 0 and at most 1000000000000: write log2n = "
                  "1"));
}

TEST(Cost, TheCasesThatMeasureAreItsOtherKeys) {
  const Task task = task_of(exercise(
      "[task.cost]\nsizes = [32, 1000]\noperator = \"sum_i32\"\ninput = \"random\"\nwork = { n = 2 }\n"));
  EXPECT_THAT(task.cost_cases.sizes, ElementsAre(32, 1000));
  EXPECT_EQ("sum_i32", task.cost_cases.op);
  EXPECT_EQ("random", task.cost_cases.input);
  EXPECT_EQ(1u, task.cost.size());
}

TEST(Cost, TheCasesThatMeasureAreCheckedToo) {
  EXPECT_THAT(mistakes(exercise("[task.cost]\nsizes = [0]\nwork = { n = 2 }\n")), ::testing::SizeIs(1));
  EXPECT_THAT(mistakes(exercise("[task.cost]\nsize = [8]\n")),
              ElementsAre("14:1: 'size' is not a cost that is counted; did you mean 'sizes'?"));
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

TEST(Timing, TiersAreReadInOrder) {
  const Task task = task_of(exercise(kTiming + "[[task.timing.tier]]\npoints = 2\ncopy_fraction = 0.4\n"
                                               "[[task.timing.tier]]\npoints = 4\nreference_ratio = 1.25\n"));
  ASSERT_TRUE(task.timing);
  EXPECT_EQ("sum_i32", task.timing->op);
  EXPECT_THAT(task.timing->sizes, ElementsAre(1024));
  ASSERT_EQ(2u, task.timing->tiers.size());
  EXPECT_EQ(0.4, task.timing->tiers[0].copy_fraction);
  EXPECT_EQ(4, task.timing->tiers[1].points);
  EXPECT_EQ(1.25, task.timing->tiers[1].reference_ratio);
}

TEST(Timing, ATierHasExactlyOneThreshold) {
  EXPECT_THAT(
      mistakes(exercise(kTiming + "[[task.timing.tier]]\npoints = 2\n"
                                  "[[task.timing.tier]]\npoints = 3\ncub_ratio = 2\nmax_ms = 3\n")),
      ElementsAre("16:1: tier 1 of timing of [[task]] 'blelloch' has no threshold: add one of "
                  "copy_fraction, reference_ratio, cub_ratio, max_ms",
                  "21:10: tier 2 of timing of [[task]] 'blelloch' has 2 thresholds (cub_ratio, max_ms): "
                  "keep one of them"));
}

TEST(Timing, TiersAscendInPoints) {
  EXPECT_THAT(mistakes(exercise(kTiming + "[[task.timing.tier]]\npoints = 2\nmax_ms = 4\n"
                                          "[[task.timing.tier]]\npoints = 2\nmax_ms = 3\n")),
              ElementsAre("19:1: tier 2 of timing of [[task]] 'blelloch' gives no more points than the tier "
                          "before it: order tiers from the fewest points to the most"));
}

TEST(Timing, ThresholdsArePossible) {
  EXPECT_THAT(
      mistakes(exercise(kTiming + "[[task.timing.tier]]\npoints = 2\ncopy_fraction = 1.4\n"
                                  "[[task.timing.tier]]\npoints = 3\nreference_ratio = nan\n")),
      ElementsAre("18:17: copy_fraction is 1.4, but must be above 0 and at most 1: write copy_fraction "
                  "= 0.4",
                  "21:19: reference_ratio is nan, but must be above 0: write reference_ratio = 1.25"));
}

TEST(Timing, NeedsTiersOperatorAndSizes) {
  EXPECT_THAT(
      mistakes(exercise("[task.timing]\nsizes = [0]\n")),
      ElementsAre("13:1: timing of [[task]] 'blelloch' has no operator: add operator = \"sum_i32\"",
                  "13:1: timing of [[task]] 'blelloch' has no tier: add a [[task.timing.tier]] with "
                  "points and a threshold",
                  "14:10: sizes has 0, but a size is at least 1 and at most 4294967296; change or remove "
                  "it"));
}

TEST(Timing, ACardMayHaveTiersOfItsOwn) {
  const Task task = task_of(exercise(kTiming + "[[task.timing.tier]]\npoints = 2\nmax_ms = 4\n"
                                               "[[task.timing.gpu.\"NVIDIA H200\".tier]]\n"
                                               "points = 2\nmax_ms = 0.5\n"));
  EXPECT_EQ(0.5, task.timing->gpu.at("NVIDIA H200").at(0).max_ms);
}

TEST(Timing, WhatATaskIsWorthDoesNotDependOnTheCard) {
  EXPECT_THAT(
      mistakes(exercise(kTiming + "[[task.timing.tier]]\npoints = 2\nmax_ms = 4\n"
                                  "[[task.timing.gpu.\"NVIDIA H200\".tier]]\n"
                                  "points = 3\nmax_ms = 0.5\n")),
      ElementsAre("19:19: the best tier on 'NVIDIA H200' gives 3 points and elsewhere 2: make them equal, "
                  "since what a task is worth must not depend on the card"));
}

}  // namespace
}  // namespace warpgrade::spec
