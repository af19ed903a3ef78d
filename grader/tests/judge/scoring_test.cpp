#include "judge/scoring.hpp"

#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

TaskResult with_cases(const std::vector<Verdict>& verdicts) {
  TaskResult result;
  for (const Verdict verdict : verdicts) result.cases.emplace_back().verdict = verdict;
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
  score_task(result, six_points(), {0, 0});
  EXPECT_EQ(Verdict::pass, result.verdict);
  EXPECT_EQ(6, result.score);
  EXPECT_EQ(6, result.max_score());
}

TEST(Scoring, OneFailingCaseCostsAllPoints) {
  TaskResult result = with_cases({Verdict::pass, Verdict::wrong_answer, Verdict::race});
  score_task(result, six_points(), {0, 0, 0});
  EXPECT_EQ(Verdict::race, result.verdict) << "the worst of the cases";
  EXPECT_EQ(0, result.score);
  EXPECT_EQ(6, result.max_score());
}

TEST(Scoring, ACaseThatWasNotRunEarnsNothing) {
  TaskResult result = with_cases({Verdict::pass, Verdict::not_run});
  score_task(result, six_points(), {0, 0});
  EXPECT_EQ(0, result.score);
}

TEST(Scoring, EmptyInputsPassButTheTaskIsNotStarted) {
  TaskResult result = with_cases({Verdict::pass, Verdict::not_started, Verdict::not_started});
  score_task(result, six_points(), {0, 0, 0});
  EXPECT_EQ(Verdict::not_started, result.verdict);
}

TEST(Scoring, WeightedGroupsEarnTheirShare) {
  TaskResult result = with_cases({Verdict::pass, Verdict::pass, Verdict::wrong_answer});
  score_task(result, six_points({1, 2}), {0, 1, 1});
  EXPECT_EQ(2, result.score) << "a third of the weights, 6 points";
  result = with_cases({Verdict::wrong_answer, Verdict::pass, Verdict::pass});
  score_task(result, six_points({1, 2}), {0, 1, 1});
  EXPECT_EQ(4, result.score);
}

TEST(Scoring, AGroupThatDidNotRunEarnsNothing) {
  TaskResult result = with_cases({Verdict::pass, Verdict::wrong_answer});
  score_task(result, six_points({1, 1, 4}), {0, 1});
  EXPECT_EQ(1, result.score);
}

TEST(Scoring, ATaskThatDoesNotCompileEarnsNothing) {
  TaskResult result = with_cases({Verdict::compile_error});
  result.findings.emplace_back().verdict = Verdict::compile_error;
  score_task(result, six_points({1}), {0});
  EXPECT_EQ(Verdict::compile_error, result.verdict);
  EXPECT_EQ(0, result.score);
}

TEST(Scoring, ATaskWithoutCasesDidNotRun) {
  TaskResult result;
  score_task(result, six_points(), {});
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
  score_task(result, with_timing(), {0});
  EXPECT_EQ(Verdict::pass, result.verdict);
  EXPECT_EQ(6, result.score);
  EXPECT_EQ(4, result.timing_points) << "the best tier";
  EXPECT_EQ(4, result.waiting_points);
  EXPECT_EQ(10, result.max_score()) << "never silently lost";
}

TEST(Scoring, ARunOfSomeCasesHasAVerdictAndNoScore) {
  TaskResult result = with_cases({Verdict::pass});
  score_task(result, with_timing(), {0});
  leave_unscored(result);
  EXPECT_EQ(Verdict::pass, result.verdict);
  EXPECT_EQ(0, result.score);
  EXPECT_EQ(0, result.max_score());
  EXPECT_EQ(0, result.waiting_points);
}

TEST(Scoring, TooMuchWorkCostsAllGroups) {
  TaskResult result = with_cases({Verdict::pass, Verdict::pass, Verdict::too_much_work});
  score_task(result, six_points({1, 2}), {0, 1, std::size_t(-1)});  // a case that measures has no group
  EXPECT_EQ(Verdict::too_much_work, result.verdict);
  EXPECT_EQ(0, result.score);
}

}  // namespace
}  // namespace warpgrade::judge
