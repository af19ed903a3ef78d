#include "judge/scoring.hpp"

#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

/// `groups`: of the cases, one after the other; all others are of the first.
TaskResult with_cases(const std::vector<Verdict>& verdicts, const std::vector<std::size_t>& groups = {}) {
  TaskResult result;
  for (const Verdict verdict : verdicts) {
    CaseResult& one = result.cases.emplace_back();
    one.verdict = verdict;
    one.n = 64;
    if (result.cases.size() <= groups.size()) one.group = groups[result.cases.size() - 1];
  }
  return result;
}

spec::Task six_points(std::vector<std::optional<double>> weights = {std::nullopt}) {
  spec::Task task;
  task.points = 6;
  for (const auto& weight : weights) task.cases.emplace_back().points = weight;
  return task;
}

TEST(Scoring, AllCasesPassingEarnsThePoints) {
  TaskResult result = with_cases({Verdict::pass, Verdict::pass});
  score_task(result, six_points());
  EXPECT_EQ(Verdict::pass, result.verdict);
  EXPECT_EQ(6, result.score);
  EXPECT_EQ(6, result.max_score());
}

TEST(Scoring, OneFailingCaseCostsAllPoints) {
  TaskResult result = with_cases({Verdict::pass, Verdict::wrong_answer, Verdict::race});
  score_task(result, six_points());
  EXPECT_EQ(Verdict::wrong_answer, result.verdict) << "that of the leading case";
  EXPECT_EQ(0, result.score);
  EXPECT_EQ(6, result.max_score());
}

TEST(Scoring, ACaseThatWasNotRunEarnsNothing) {
  TaskResult result = with_cases({Verdict::pass, Verdict::not_run});
  score_task(result, six_points());
  EXPECT_EQ(0, result.score);
}

TEST(Scoring, EmptyInputsPassButTheTaskIsNotStarted) {
  TaskResult result = with_cases({Verdict::pass, Verdict::not_started, Verdict::not_started});
  score_task(result, six_points());
  EXPECT_EQ(Verdict::not_started, result.verdict);
}

TEST(Scoring, WeightedGroupsEarnTheirShare) {
  TaskResult result = with_cases({Verdict::pass, Verdict::pass, Verdict::wrong_answer}, {0, 1, 1});
  score_task(result, six_points({1, 2}));
  EXPECT_EQ(2, result.score) << "a third of the weights, 6 points";
  result = with_cases({Verdict::wrong_answer, Verdict::pass, Verdict::pass}, {0, 1, 1});
  score_task(result, six_points({1, 2}));
  EXPECT_EQ(4, result.score);
}

TEST(Scoring, AGroupThatDidNotRunEarnsNothing) {
  TaskResult result = with_cases({Verdict::pass, Verdict::wrong_answer}, {0, 1});
  score_task(result, six_points({1, 1, 4}));
  EXPECT_EQ(1, result.score);
}

TEST(Scoring, ATaskThatDoesNotCompileEarnsNothing) {
  TaskResult result = with_cases({Verdict::compile_error});
  result.findings.emplace_back().verdict = Verdict::compile_error;
  score_task(result, six_points({1}));
  EXPECT_EQ(Verdict::compile_error, result.verdict);
  EXPECT_EQ(0, result.score);
}

TEST(Scoring, ATaskWithoutCasesDidNotRun) {
  TaskResult result;
  score_task(result, six_points());
  EXPECT_EQ(Verdict::not_run, result.verdict);
  EXPECT_EQ(0, result.score);
}

spec::Task with_timing() {
  spec::Task task = six_points();
  task.timing.emplace();
  for (const double points : {2.0, 4.0}) task.timing->tiers.emplace_back().points = points;
  return task;
}

TEST(Scoring, TimingPointsThatWereNotMeasuredWait) {
  TaskResult result = with_cases({Verdict::pass});
  score_task(result, with_timing());
  EXPECT_EQ(Verdict::pass, result.verdict);
  EXPECT_EQ(6, result.score);
  EXPECT_EQ(4, result.timing_points) << "the best tier";
  EXPECT_EQ(4, result.waiting_points);
  EXPECT_EQ(10, result.max_score()) << "never silently lost";
}

TEST(Scoring, NothingWaitsForATaskWhoseCasesFail) {
  TaskResult result = with_cases({Verdict::pass, Verdict::wrong_answer});
  score_task(result, with_timing());
  EXPECT_EQ(0, result.waiting_points);
  award_timing_points(result, with_timing().timing->tiers);
  EXPECT_EQ(0, result.waiting_points);
  EXPECT_EQ(4, result.timing_points) << "still to be had";
  EXPECT_EQ("timed only once every case passes", result.timing_note);
  EXPECT_EQ(Verdict::wrong_answer, result.verdict);
}

/// A passing task with tiers for 40 % of copy (2 points) and 1.25 of the reference's time (4 points), timed
/// at two sizes with these tiers.
TaskResult timed(int small, int large) {
  spec::Task task = with_timing();
  TaskResult result = with_cases({Verdict::pass});
  score_task(result, task);
  for (const int tier : {small, large}) {
    TimingResult& one = result.timing.emplace_back();
    one.ms = {1, 1, 1};
    one.copy_fraction = {0.5, 0.5, 0.5};
    one.reference_ratio = {1.5, 1.5, 1.5};
    one.tier = tier;
  }
  return result;
}

std::vector<spec::TimingTier> two_tiers() {
  return {{.points = 2, .kind = TierKind::copy_fraction, .threshold = 0.4},
          {.points = 4, .kind = TierKind::reference_ratio, .threshold = 1.25}};
}

TEST(TimingPoints, AddThoseOfTheLowestTierOverAllSizes) {
  TaskResult result = timed(1, 2);
  award_timing_points(result, two_tiers());
  EXPECT_EQ(1, result.tier);
  EXPECT_EQ(8, result.score) << "6 for being right, 2 for tier 1";
  EXPECT_EQ(10, result.max_score());
  EXPECT_EQ(0, result.waiting_points);
  EXPECT_EQ(Verdict::pass, result.verdict);
  ASSERT_EQ(2u, result.tiers.size());
  EXPECT_EQ(TierKind::reference_ratio, result.tiers[1].kind);
  EXPECT_TRUE(result.tiers[1].measurable);
  EXPECT_EQ("", result.timing_note);
}

TEST(TimingPoints, TheBestTierGivesAll) {
  TaskResult result = timed(2, 2);
  award_timing_points(result, two_tiers());
  EXPECT_EQ(result.max_score(), result.score);
}

TEST(TimingPoints, NoTierIsTooSlowAndLeavesTheOtherPoints) {
  TaskResult result = timed(0, 2);
  award_timing_points(result, two_tiers());
  EXPECT_EQ(Verdict::too_slow, result.verdict);
  EXPECT_EQ(6, result.score);
  EXPECT_EQ(0, result.waiting_points);

  Result grading;
  grading.exercises.emplace_back().tasks.push_back(result);
  EXPECT_EQ(1, grading.exit_code());
}

TEST(TimingPoints, ABetterTierWithoutItsReferenceWaits) {
  TaskResult result = timed(1, 1);
  result.timing[1].reference_ratio.reset();
  award_timing_points(result, two_tiers());
  EXPECT_EQ(8, result.score);
  EXPECT_EQ(2, result.waiting_points) << "what the better tier would add";
  EXPECT_FALSE(result.tiers[1].measurable);
  EXPECT_EQ(Verdict::pass, result.verdict);
}

TEST(TimingPoints, ALesserTierWithoutItsReferenceDoesNot) {
  TaskResult result = timed(2, 2);
  for (TimingResult& one : result.timing) one.copy_fraction.reset();
  award_timing_points(result, two_tiers());
  EXPECT_EQ(10, result.score);
  EXPECT_EQ(0, result.waiting_points);
}

TEST(TimingPoints, NobodyIsTooSlowForATierThatCannotBeMeasured) {
  TaskResult result = timed(0, 0);
  for (TimingResult& one : result.timing) one.reference_ratio.reset();
  award_timing_points(result, two_tiers());
  EXPECT_EQ(Verdict::pass, result.verdict) << "the reference might be no faster";
  EXPECT_EQ(6, result.score);
  EXPECT_EQ(4, result.waiting_points);
}

TEST(TimingPoints, AllWaitWhereNothingWasTimed) {
  TaskResult result = timed(2, 2);
  result.timing_note = "something else uses the GPU";
  award_timing_points(result, two_tiers());
  EXPECT_EQ(0, result.tier);
  EXPECT_EQ(6, result.score);
  EXPECT_EQ(4, result.waiting_points);
  EXPECT_EQ("something else uses the GPU", result.timing_note);
}

TEST(TimingPoints, AllWaitIfOneSizeHasNoTime) {
  TaskResult result = timed(2, 0);
  result.timing[1] = {};
  result.timing[1].note = "the GPU has too little memory";
  award_timing_points(result, two_tiers());
  EXPECT_EQ(Verdict::pass, result.verdict) << "not the student's fault";
  EXPECT_EQ(4, result.waiting_points);
  EXPECT_EQ("the GPU has too little memory", result.timing_note);
}

TEST(TimingPoints, AFindingOfTheComparisonTakesAllPoints) {
  TaskResult result = timed(0, 0);
  result.findings.emplace_back().verdict = Verdict::forbidden;
  score_task(result, with_timing());
  award_timing_points(result, two_tiers());
  EXPECT_EQ(Verdict::forbidden, result.verdict);
  EXPECT_EQ(0, result.score);
  EXPECT_EQ(0, result.waiting_points);
  EXPECT_EQ(0, result.tier);
}

TEST(Scoring, ARunOfSomeCasesHasAVerdictAndNoScore) {
  TaskResult result = with_cases({Verdict::pass});
  score_task(result, with_timing());
  leave_unscored(result);
  EXPECT_EQ(Verdict::pass, result.verdict);
  EXPECT_EQ(0, result.score);
  EXPECT_EQ(0, result.max_score());
  EXPECT_EQ(0, result.waiting_points);
}

/// Six points, two of them for cost; with `weights` of groups of cases.
spec::Task with_cost(const std::string& name, std::vector<std::optional<double>> weights = {std::nullopt}) {
  spec::Task task = six_points(std::move(weights));
  task.cost[name] = {.n = 1};
  return task;
}

/// Adds a case that measures, and whose cost is above its bound.
void add_costly(TaskResult& result, const std::string& name, bool takes_all) {
  CaseResult& one = result.cases.emplace_back();
  one.verdict = Verdict::too_much_work;
  one.n = 64;
  one.measures = true;
  one.cost[name] = {.measured = 65, .bound = 64, .formula = "n", .n = 64, .takes_all = takes_all};
}

void add_not_measured(TaskResult& result) {
  result.cases.emplace_back().verdict = Verdict::not_run;
  result.cases.back().measures = true;
}

TEST(CostPoints, AreAThirdAndAreLostAlone) {
  TaskResult result = with_cases({Verdict::pass, Verdict::pass});
  add_costly(result, "global_bytes", /*takes_all=*/false);
  score_task(result, with_cost("global_bytes"));
  EXPECT_EQ(Verdict::too_much_work, result.verdict);
  EXPECT_EQ(2, result.cost_points);
  EXPECT_EQ(0, result.cost_score);
  EXPECT_EQ(4, result.score);
  EXPECT_EQ(6, result.max_score());
}

TEST(CostPoints, ATaskWithinItsBoundsHasThemToo) {
  TaskResult result = with_cases({Verdict::pass});
  score_task(result, with_cost("global_bytes"));
  EXPECT_EQ(2, result.cost_score);
  EXPECT_EQ(6, result.score);
}

TEST(CostPoints, AreAsManyAsTheSpecSays) {
  spec::Task task = with_cost("global_bytes");
  task.cost_points = 1;
  TaskResult result = with_cases({Verdict::pass});
  add_costly(result, "global_bytes", /*takes_all=*/false);
  score_task(result, task);
  EXPECT_EQ(5, result.score);
}

TEST(CostPoints, ABoundThatIsThePointOfTheTaskTakesAll) {
  TaskResult result = with_cases({Verdict::pass});
  add_costly(result, "work", /*takes_all=*/true);
  score_task(result, with_cost("work", {1}));
  EXPECT_EQ(Verdict::too_much_work, result.verdict);
  EXPECT_EQ(0, result.score);
}

TEST(CostPoints, OneBoundThatTakesAllIsEnough) {
  TaskResult result = with_cases({Verdict::pass});
  add_costly(result, "work", /*takes_all=*/true);
  add_costly(result, "global_bytes", /*takes_all=*/false);
  score_task(result, with_cost("global_bytes"));
  EXPECT_EQ(0, result.score);
}

TEST(CostPoints, WorkOfTheHostTakesAllPointsOfAllGroups) {
  TaskResult result = with_cases({Verdict::pass, Verdict::pass, Verdict::too_much_work}, {0, 1, 2});
  score_task(result, with_cost("global_bytes", {3, 2, 1}));  // a finding of judge_host_work(), and no cost
  EXPECT_EQ(Verdict::too_much_work, result.verdict);
  EXPECT_EQ(0, result.score);
}

TEST(CostPoints, AreNotForATaskThatIsPartlyWrong) {
  TaskResult result = with_cases({Verdict::pass, Verdict::wrong_answer}, {0, 1});
  score_task(result, with_cost("global_bytes", {1, 1}));
  EXPECT_EQ(2, result.score) << "half of the four for being right";
  EXPECT_EQ(0, result.cost_score);
}

TEST(CostPoints, AWrongResultOfACaseThatMeasuresTakesAll) {
  TaskResult result = with_cases({Verdict::pass, Verdict::wrong_answer}, {0, 1});
  result.cases[1].measures = true;
  score_task(result, with_cost("global_bytes", {1, 1}));
  EXPECT_EQ(0, result.score);
}

TEST(CostPoints, ABoundThatTakesAllCannotBeAvoidedByAMistakeElsewhere) {
  spec::Task task = with_cost("work", {5, 1});
  task.cost["work"].takes_all = true;
  TaskResult result = with_cases({Verdict::pass, Verdict::wrong_answer}, {0, 1});
  add_not_measured(result);
  score_task(result, task);
  EXPECT_EQ(0, result.score);

  task.cost["work"].takes_all = false;
  score_task(result, task);
  EXPECT_GT(result.score, 0) << "only the points for cost are at stake";
}

TEST(Scoring, WhatIsUndefinedAnywhereTakesAllGroups) {
  for (const Verdict verdict : {Verdict::race, Verdict::out_of_bounds, Verdict::uninitialized_read,
                                Verdict::barrier_divergence, Verdict::crash, Verdict::forbidden}) {
    TaskResult result = with_cases({Verdict::pass, verdict}, {0, 1});
    score_task(result, six_points({5, 1}));
    EXPECT_EQ(0, result.score) << to_string(verdict);
  }
}

TEST(Scoring, AnEmptyInputAloneEarnsNothing) {
  TaskResult result = with_cases({Verdict::pass, Verdict::wrong_answer}, {0, 1});
  result.cases[0].n = 0;
  score_task(result, six_points({1, 1}));
  EXPECT_EQ(0, result.score) << "a kernel that does nothing is right for n = 0";
}

}  // namespace
}  // namespace warpgrade::judge
