#include "judge/run/failures.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "judge/check/cost_verdict.hpp"

namespace warpgrade::judge {
namespace {

/// After this many crashes the rest of a task's cases is not run.
constexpr int kCrashesPerTask = 10;

/// … or after this many that use up all of their time. A third would say nothing new.
constexpr int kHangsPerTask = 2;

/// The same after this many seconds in cases that fail: a task that hangs must not take an hour. Not by the
/// clock, which goes on while other cases have the processors.
constexpr double kFailingSecondsPerTask = 10;

/// Then larger sizes are not run: they would take longer and longer.
bool is_far_above_bound(const CaseResult& result) {
  return std::ranges::any_of(result.cost,
                             [](const auto& entry) { return is_far_above(entry.first, entry.second); });
}

bool reaches_memory_limit(const CaseResult& result) {
  return std::ranges::any_of(result.findings,
                             [](const Finding& f) { return f.kind == FindingKind::memory_limit; });
}

}  // namespace

void Failures::record(const Case& c, const CaseResult& result, double used_s) {
  const std::lock_guard lock(mutex_);
  if (is_far_above_bound(result)) largest_ = std::min(largest_, c.request.n);
  if (!is_students_fault(result.verdict)) return;
  if (!is_right_with_losses(result)) seconds_ += used_s;
  crashes_ += result.verdict == Verdict::crash;
  hangs_ += result.verdict == Verdict::timeout && used_s >= c.timeout_s;
  needs_too_much_memory_ |= reaches_memory_limit(result);
  is_wrong_ |= !c.measures() && !traits(result.verdict).results_are_right;
  has_enough_ |= result.verdict == enough_ && c.request.n > 0;
}

std::string Failures::reason_to_leave_out(const Case& c) const {
  const std::lock_guard lock(mutex_);
  if (c.request.n > largest_) return fmt::format("Given up after far too much work at n = {}.", largest_);
  if (has_enough_) return "Given up after a case that tells enough.";
  if (seconds_ >= kFailingSecondsPerTask)
    return fmt::format("Given up: cases of this task that fail have taken {} s.", kFailingSecondsPerTask);
  if (needs_too_much_memory_) return "Given up after a case that needs too much memory.";
  if (hangs_ >= kHangsPerTask)
    return fmt::format("Given up after {} cases of this task that did not end.", kHangsPerTask);
  if (crashes_ >= kCrashesPerTask) return fmt::format("Given up after {} crashes of this task.", crashes_);
  if (is_wrong_ && c.measures() && !measures_anyway_) return "Costs are measured once the results are right.";
  return "";
}

bool Failures::is_first_to_be_repeated() {
  const std::lock_guard lock(mutex_);
  return !std::exchange(one_was_repeated_, true);
}

void DeadRunners::add(const std::filesystem::path& runner, const std::vector<Finding>& why) {
  const std::lock_guard lock(mutex_);
  why_.emplace(runner, why);
}

std::vector<Finding> DeadRunners::why(const std::filesystem::path& runner) const {
  const std::lock_guard lock(mutex_);
  const auto found = why_.find(runner);
  return found == why_.end() ? std::vector<Finding>() : found->second;
}

}  // namespace warpgrade::judge
