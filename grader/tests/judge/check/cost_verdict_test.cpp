#include "judge/check/cost_verdict.hpp"

#include <gtest/gtest.h>

#include "kit/probes.cuh"

namespace warpgrade::judge {
namespace {

using kit::Traced;

spec::Task task_with(const std::string& name, spec::CostBound bound) {
  spec::Task task;
  task.cost[name] = bound;
  return task;
}

/// A case that passed, with these costs.
CaseResult judged(const spec::Task& task, Measure measure, std::uint64_t n,
                  const std::map<std::string, double>& measured) {
  CaseResult result;
  result.verdict = Verdict::pass;
  judge_costs(result, task, measure, n, measured);
  return result;
}

TEST(JudgeCosts, ABoundThatIsKeptIsAPassWithItsFigures) {
  CaseResult result = judged(task_with("work", {.n_log2n = 1}), Measure::steps, 1024, {{"work", 10'240}});
  EXPECT_EQ(Verdict::pass, result.verdict);
  EXPECT_EQ(10'240, result.cost.at("work").measured);
  EXPECT_EQ(10'240, result.cost.at("work").bound);
  EXPECT_EQ(1024u, result.cost.at("work").n);
}

TEST(JudgeCosts, AboveTheBoundTellsMeasuredAllowedAndFormula) {
  CaseResult result = judged(task_with("work", {.n_log2n = 1}), Measure::steps, 1024, {{"work", 523'776}});
  EXPECT_EQ(Verdict::too_much_work, result.verdict);
  ASSERT_EQ(1u, result.findings.size());
  EXPECT_EQ("work: 523,776 applications of the operator at n = 1024; allowed n·log2(n) = 10,240.",
            result.findings[0].message);
  EXPECT_FALSE(result.findings[0].remedy.empty());
}

TEST(JudgeCosts, ABoundThatDoesNotDependOnNIsToldOnce) {
  CaseResult result = judged(task_with("sectors_per_request", {.constant = 5}), Measure::traffic, 64,
                             {{"sectors_per_request", 14.5}});
  EXPECT_EQ(
      "sectors_per_request: 14.50 sectors of 32 bytes for a warp's access to global memory at n = 64; "
      "allowed 5.",
      result.findings.at(0).message);
}

TEST(JudgeCosts, OnlyABoundThatIsThePointOfTheTaskTakesAllPoints) {
  spec::Task task = task_with("global_bytes", {.n = 8});
  CaseResult result = judged(task, Measure::traffic, 64, {{"global_bytes", 6400}});
  EXPECT_TRUE(is_right_with_losses(result));

  task.cost["global_bytes"].takes_all = true;
  result = judged(task, Measure::traffic, 64, {{"global_bytes", 6400}});
  EXPECT_FALSE(is_right_with_losses(result));
}

TEST(JudgeCosts, AnAlgorithmOfAnotherKindTakesAllPoints) {
  CaseResult result = judged(task_with("work", {.n = 1}), Measure::steps, 64, {{"work", 256}});
  EXPECT_TRUE(is_right_with_losses(result));
  result = judged(task_with("work", {.n = 1}), Measure::steps, 64, {{"work", 257}});
  EXPECT_FALSE(is_right_with_losses(result));
}

TEST(JudgeCosts, ABlockThatDoesOnlyAPartLosesThePointsForCostAlone) {
  spec::Task task = task_with("block_accesses", {.n = 1});
  task.cost["block_accesses"].takes_all = true;
  const auto result_of = [&](double all) {
    return judged(task, Measure::traffic, 100, {{"block_accesses", 150}, {"global_accesses", all}});
  };
  EXPECT_FALSE(is_right_with_losses(result_of(160)));
  EXPECT_TRUE(is_right_with_losses(result_of(300)));
  EXPECT_EQ(Verdict::too_much_work, result_of(300).verdict);
}

TEST(JudgeCosts, InTheLargestCaseOnlyThoseCountThatDoTheWorkOfAll) {
  spec::Task task = task_with("block_accesses", {.n = 1});
  task.cost["serial_steps"] = {.n = 1};
  const auto result_of = [&] {
    return judged(task, Measure::busiest, 100,
                  {{"block_accesses", 150}, {"global_accesses", 160}, {"serial_steps", 500}, {"atomics", 9}});
  };
  EXPECT_EQ(Verdict::pass, result_of().verdict) << "no bound takes all";
  task.cost["block_accesses"].takes_all = true;
  const CaseResult result = result_of();
  EXPECT_EQ(Verdict::too_much_work, result.verdict);
  EXPECT_EQ(1u, result.findings.size());
  EXPECT_EQ(1u, result.cost.size()) << "what is not above a bound is not shown";
}

TEST(JudgeCosts, EveryCostAboveItsBoundIsAFinding) {
  spec::Task task = task_with("work", {.n = 1});
  task.cost["depth"] = {.log2n = 1};
  CaseResult result = judged(task, Measure::steps, 8, {{"work", 28}, {"depth", 7}});
  EXPECT_EQ(2u, result.findings.size());
}

TEST(JudgeCosts, ACostWithoutABoundIsShownAndNeverTooMuch) {
  CaseResult result = judged(task_with("work", {.n = 1}), Measure::steps, 8, {{"work", 7}, {"depth", 1e9}});
  EXPECT_EQ(Verdict::pass, result.verdict);
  EXPECT_FALSE(result.cost.at("depth").bound);
}

TEST(JudgeCosts, StepsOfOneThreadAreBoundedWithSealedElementsTooWhichHaveTwoWords) {
  const spec::Task task = task_with("serial_steps", {.n = 1});
  CaseResult result = judged(task, Measure::steps, 64, {{"serial_steps", 128}});
  EXPECT_EQ(Verdict::pass, result.verdict);
  EXPECT_TRUE(result.cost.empty()) << "the cases with the task's own elements tell it";

  judge_costs(result, task, Measure::steps, 64, {{"serial_steps", 129}});
  EXPECT_EQ(Verdict::too_much_work, result.verdict);
  EXPECT_EQ(128, result.cost.at("serial_steps").bound);
}

TEST(JudgeCosts, LocalMemoryOfOneThreadIsBoundedInEveryTask) {
  spec::Task task = task_with("global_bytes", {.n = 1});
  CaseResult result = judged(task, Measure::traffic, 64, {{"local_words", 768}});
  EXPECT_EQ(Verdict::pass, result.verdict);
  EXPECT_TRUE(result.cost.empty()) << "honest kernels need none: there is nothing to tell";

  judge_costs(result, task, Measure::traffic, 64, {{"local_words", 769}});
  EXPECT_EQ(Verdict::too_much_work, result.verdict);
  EXPECT_TRUE(result.cost.at("local_words").takes_all);

  task.cost["local_words"] = {.constant = 1000};
  EXPECT_EQ(Verdict::pass, judged(task, Measure::traffic, 64, {{"local_words", 1000}}).verdict);
}

TEST(JudgeCosts, TrafficIsCountedWithTheTasksOwnElementsOnly) {
  CaseResult result =
      judged(task_with("global_bytes", {.n = 1}), Measure::steps, 64, {{"global_bytes", 1e9}});
  EXPECT_EQ(Verdict::pass, result.verdict);
}

/// A task of shuffles, of which the technique wants at most 3, and at least n/2 accesses to shared memory.
spec::Task tree_in_shared_memory() {
  spec::Task task;
  task.technique.emplace().name = "a tree in shared memory";
  task.technique->how = "Let a tile be halved.";
  task.technique->most["shuffles_per_thread"] = {.constant = 3};
  task.technique->least["shared_requests"] = {.n = 0.5};
  return task;
}

TEST(JudgeTechnique, WhatKeepsItsBoundsIsAPass) {
  EXPECT_EQ(Verdict::pass, judged(tree_in_shared_memory(), Measure::traffic, 64,
                                  {{"shuffles_per_thread", 3}, {"shared_requests", 32}})
                               .verdict);
}

TEST(JudgeTechnique, TooManyOrTooFewAreAnotherTechniqueAndAreTold) {
  const CaseResult result = judged(tree_in_shared_memory(), Measure::traffic, 64,
                                   {{"shuffles_per_thread", 5}, {"shared_requests", 2}});
  EXPECT_EQ(Verdict::other_technique, result.verdict);
  EXPECT_TRUE(is_right_with_losses(result));
  ASSERT_EQ(2u, result.findings.size());
  EXPECT_EQ(
      "Right, but this is not a tree in shared memory, which has at most 3 shuffles for each thread that "
      "accesses memory "
      "at n = "
      "64: yours has 5.",
      result.findings[0].message);
  EXPECT_EQ(
      "Right, but this is not a tree in shared memory, which has at least 32 accesses of warps to shared "
      "memory at n "
      "= 64: yours has 2.",
      result.findings[1].message);
  EXPECT_EQ("Let a tile be halved.", result.findings[0].remedy);
}

TEST(JudgeTechnique, WhatAlsoCostsTooMuchIsTooMuchWorkAndTellsBoth) {
  spec::Task task = tree_in_shared_memory();
  task.cost["global_bytes"] = {.n = 8};
  const CaseResult result =
      judged(task, Measure::traffic, 64, {{"global_bytes", 6400}, {"shared_requests", 2}});
  EXPECT_EQ(Verdict::too_much_work, result.verdict);
  EXPECT_EQ(2u, result.findings.size());
}

TEST(JudgeTechnique, CountsOfSealedElementsSayNothing) {
  EXPECT_EQ(
      Verdict::pass,
      judged(tree_in_shared_memory(), Measure::steps, 64, {{"shared_requests", 2}, {"work", 63}}).verdict);
}

TEST(JudgeCosts, AWrongAnswerHasNoCosts) {
  CaseResult result;
  result.verdict = Verdict::wrong_answer;
  judge_costs(result, task_with("work", {.n = 1}), Measure::steps, 8, {{"work", 1000}});
  EXPECT_EQ(Verdict::wrong_answer, result.verdict);
  EXPECT_TRUE(result.cost.empty());
}

/// A case whose right sums are 10 and 30, and a call that gave `out`.
struct TracedCall {
  kit::CaseData data;
  CallResult call;
  explicit TracedCall(const std::vector<Traced>& out) {
    const std::vector<Traced> right = {{10, 1}, {30, 1}};
    data.outputs.push_back({kit::Array::of<Traced>("out", {Scalar::u32, 2}, right), {}});
    call.outputs.push_back(kit::Array::of<Traced>("out", {Scalar::u32, 2}, out).bytes);
  }
  bool is_right() const { return call.outputs[0] == data.outputs[0].values.bytes; }
};

TEST(TakeDepth, IsTheHighestTreeWithoutItsLeaves) {
  TracedCall traced({{10, 4}, {30, 3}});
  take_depth(traced.data, traced.call);
  EXPECT_EQ(3, traced.call.cost.at("depth"));
  EXPECT_TRUE(traced.is_right()) << "the levels are no part of the answer";
}

TEST(TakeDepth, AnElementWithoutAnyApplicationHasNone) {
  TracedCall traced({{10, 1}, {30, 0}});
  take_depth(traced.data, traced.call);
  EXPECT_EQ(0, traced.call.cost.at("depth"));
}

TEST(TakeDepth, OutputsOfOtherElementsHaveNoDepth) {
  TracedCall traced({{10, 4}, {30, 3}});
  traced.data.outputs[0].values.type = {Scalar::u32, 1};
  take_depth(traced.data, traced.call);
  EXPECT_TRUE(traced.call.cost.empty());
  EXPECT_FALSE(traced.is_right()) << "they are left as they are";
}

TEST(TakeDepth, AnElementWithMoreLevelsThanApplicationsIsWrong) {
  TracedCall traced({{10, 4}, {30, 4'000'000'000}});
  traced.call.cost["work"] = 12;
  take_depth(traced.data, traced.call);
  EXPECT_FALSE(traced.is_right());
  EXPECT_EQ(3, traced.call.cost.at("depth"));
}

TEST(TakeDepth, AWrongSumStaysWrong) {
  TracedCall traced({{10, 4}, {31, 900}});
  take_depth(traced.data, traced.call);
  EXPECT_FALSE(traced.is_right());
  EXPECT_EQ(3, traced.call.cost.at("depth"));
}

}  // namespace
}  // namespace warpgrade::judge
