// Points are counted by groups of cases; a task without weights is one group.
#include "judge/scoring.hpp"

#include <algorithm>

namespace warpgrade::judge {
namespace {

Verdict verdict_of(const TaskResult& result) {
  std::vector<Verdict> verdicts;
  for (const Finding& finding : result.findings) verdicts.push_back(finding.verdict);
  for (const CaseResult& one : result.cases) verdicts.push_back(one.verdict);
  return verdicts.empty() ? Verdict::not_run : worst(verdicts);
}

/// The share of the points that is earned, by the weights of the groups whose cases all pass.
double earned_share(const TaskResult& result, const spec::Task& task,
                    const std::vector<std::size_t>& group_of_case) {
  std::vector<bool> ran(task.cases.size(), false), passes(task.cases.size(), true);
  bool all_pass = result.verdict == Verdict::pass;
  bool task_fails = std::any_of(result.findings.begin(), result.findings.end(),
                                [](const Finding& finding) { return finding.verdict != Verdict::pass; });
  for (std::size_t i = 0; i < result.cases.size(); ++i) {
    const std::size_t group = group_of_case[i];
    const bool passed = result.cases[i].verdict == Verdict::pass;
    all_pass &= passed;
    if (group >= passes.size()) {  // what a task costs is not one group's affair
      task_fails |= !passed;
      continue;
    }
    ran[group] = true;
    if (!passed) passes[group] = false;
  }
  const bool weighted = !task.cases.empty() && task.cases.front().points.has_value();
  if (all_pass) return 1;
  if (task_fails || !weighted) return 0;

  double earned = 0, all = 0;
  for (std::size_t g = 0; g < task.cases.size(); ++g) {
    const double weight = task.cases[g].points.value_or(0);
    all += weight;
    if (ran[g] && passes[g]) earned += weight;
  }
  return all > 0 ? earned / all : 0;
}

double best_tier(const spec::Task& task) {
  double best = 0;
  if (task.timing)
    for (const spec::TimingTier& tier : task.timing->tiers) best = std::max(best, tier.points);
  return best;
}

}  // namespace

void score_task(TaskResult& result, const spec::Task& task, const std::vector<std::size_t>& group_of_case) {
  result.points = task.points;
  result.timing_points = best_tier(task);
  result.waiting_points = result.timing.empty() ? result.timing_points : 0;
  result.verdict = verdict_of(result);
  result.score = result.points * earned_share(result, task, group_of_case);
}

void leave_unscored(TaskResult& result) {
  result.points = result.timing_points = result.waiting_points = result.score = 0;
}

}  // namespace warpgrade::judge
