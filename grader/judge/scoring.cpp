// Points are counted by groups of cases; a task without weights is one group.
#include "judge/scoring.hpp"

#include <algorithm>

#include "judge/timing/tiers.hpp"

namespace warpgrade::judge {
namespace {

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
    if (group >= passes.size()) {  // a case that measures costs belongs to no group
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

/// The points of the best tier. They are the same for every card, which the reader of specs checks.
double best_tier(const spec::Task& task) {
  double best = 0;
  if (task.timing)
    for (const spec::TimingTier& tier : task.timing->tiers) best = std::max(best, tier.points);
  return best;
}

/// A tier is not measurable if it compares with a contestant that did not run at some size.
std::vector<TierResult> tier_results(const std::vector<spec::TimingTier>& tiers,
                                     const std::vector<TimingResult>& timing) {
  std::vector<TierResult> results;
  for (const spec::TimingTier& tier : tiers) {
    TierResult& result = results.emplace_back(TierResult{tier.points, tier.kind, tier.threshold});
    result.measurable = !timing.empty() && std::all_of(timing.begin(), timing.end(), [&](const auto& one) {
      return figure(one, result.kind).has_value();
    });
  }
  return results;
}

/// Why this task has no times; empty: it has them all.
std::string why_not_timed(const TaskResult& result) {
  if (is_students_fault(result.verdict) && result.timing.empty()) return "timed only once every case passes";
  if (!result.timing_note.empty()) return result.timing_note;
  if (result.timing.empty()) return "nothing was timed";
  for (const TimingResult& one : result.timing)
    if (!(one.ms.value > 0)) return one.note.empty() ? "there is no time for one of its sizes" : one.note;
  return "";
}

int lowest_tier(const std::vector<TimingResult>& timing) {
  return std::min_element(timing.begin(), timing.end(),
                          [](const TimingResult& a, const TimingResult& b) { return a.tier < b.tier; })
      ->tier;
}

}  // namespace

void score_task(TaskResult& result, const spec::Task& task, const std::vector<std::size_t>& group_of_case) {
  result.points = task.points;
  result.timing_points = best_tier(task);
  result.verdict = verdict_of(result);
  result.waiting_points = is_students_fault(result.verdict) ? 0 : result.timing_points;
  result.score = result.points * earned_share(result, task, group_of_case);
}

double most_points(const spec::Task& task) { return task.points + best_tier(task); }

void award_timing_points(TaskResult& result, const std::vector<spec::TimingTier>& tiers) {
  result.tiers = tier_results(tiers, result.timing);
  result.tier = 0;
  result.timing_note = why_not_timed(result);
  if (!result.timing_note.empty() || result.verdict != Verdict::pass) return;

  result.tier = lowest_tier(result.timing);
  const double earned = result.tier > 0 ? result.tiers.at(std::size_t(result.tier) - 1).points : 0;
  result.score += earned;
  result.waiting_points = 0;
  for (const TierResult& tier : result.tiers)
    if (!tier.measurable) result.waiting_points = std::max(result.waiting_points, tier.points - earned);
  if (result.tier == 0 && result.waiting_points == 0) result.verdict = Verdict::too_slow;
}

void leave_unscored(TaskResult& result) {
  result.points = result.timing_points = result.waiting_points = result.score = 0;
}

}  // namespace warpgrade::judge
