// Points for being right are counted by groups of cases; a task without weights is one group.
#include "judge/scoring.hpp"

#include <algorithm>

#include "judge/timing/tiers.hpp"

namespace warpgrade::judge {
namespace {

/// Right, whatever it costs.
bool is_right(const CaseResult& result) {
  return result.verdict == Verdict::pass || is_right_with_losses(result);
}

/// Does one of these leave nothing of the points, whatever the others are? A race or a stray access anywhere
/// does, and work that the host has done: such a task is not mostly right.
bool takes_all_points(const CaseResult& result) {
  if (is_right(result)) return false;
  return result.measures ? result.verdict != Verdict::not_run : !traits(result.verdict).spares_other_groups;
}

/// Costs that were not measured break no bound, and so a mistake in a cheap group must not pay.
bool leaves_open_what_takes_all(const TaskResult& result, const spec::Task& task) {
  const auto was_not_measured = [](const CaseResult& one) {
    return one.measures && one.verdict == Verdict::not_run;
  };
  return std::ranges::any_of(result.cases, was_not_measured) &&
         std::ranges::any_of(task.cost, [](const auto& bound) { return bound.second.takes_all; });
}

/// The share of the points for being right, by the weights of the groups. Of a group it is that of its worst
/// case; without weights all are one group.
double share_that_is_right(const TaskResult& result, const spec::Task& task) {
  const auto is_fault = [](const Finding& finding) {
    return finding.verdict != Verdict::pass && finding.verdict != Verdict::not_run;
  };
  const auto share_of = [](const CaseResult& one) { return is_right(one) ? 1 : one.share; };
  const auto shows_something = [&](const CaseResult& one) { return one.n > 0 && share_of(one) > 0; };
  if (std::ranges::any_of(result.findings, is_fault) || std::ranges::any_of(result.cases, takes_all_points) ||
      std::ranges::all_of(result.cases, [](const CaseResult& one) { return one.measures; }))
    return 0;
  if (std::ranges::all_of(result.cases, is_right)) return 1;
  if (std::ranges::none_of(result.cases, shows_something) || leaves_open_what_takes_all(result, task))
    return 0;

  std::vector<std::optional<double>> shares(task.cases.size());  // nothing: no case of it ran
  for (const CaseResult& one : result.cases) {
    if (one.measures) continue;
    auto& share = shares.at(task.has_weights() ? one.group : 0);
    share = std::min(share.value_or(1), share_of(one));
  }
  if (!task.has_weights()) return shares.front().value_or(0);
  double earned = 0, all = 0;
  for (std::size_t g = 0; g < task.cases.size(); ++g) {
    const double weight = task.cases[g].points.value_or(0);
    all += weight;
    earned += weight * shares[g].value_or(0);
  }
  return all > 0 ? earned / all : 0;
}

bool is_of_another_technique(const CaseResult& result) {
  return std::ranges::count(result.findings, Verdict::other_technique, &Finding::verdict) > 0;
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

void score_task(TaskResult& result, const spec::Task& task) {
  result.points = task.points;
  result.cost_points = task.points_for_cost();
  result.timing_points = best_tier(task);
  result.verdict = verdict_of(result);
  result.waiting_points = is_students_fault(result.verdict) ? 0 : result.timing_points;
  const double share = share_that_is_right(result, task);
  const bool costs_too_much = std::ranges::any_of(result.cases, [](const CaseResult& one) {
    return is_failure(one) && one.verdict != Verdict::other_technique;
  });
  const bool earns_cost = share == 1 && !costs_too_much;
  const bool keeps_all = std::ranges::none_of(result.cases, is_of_another_technique);
  const double kept = keeps_all ? 1 : 1 - task.technique->share;
  const double earned = earns_cost ? result.points : share * result.right_points();
  result.cost_score = earns_cost ? kept * result.cost_points : 0;
  result.score = kept * earned;
  result.technique_loss = earned - result.score;
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
  result.points = result.cost_points = result.timing_points = 0;
  result.waiting_points = result.score = result.cost_score = 0;
}

}  // namespace warpgrade::judge
