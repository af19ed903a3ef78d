// From the cases of a task to its verdict and points. No other place gives points.
#pragma once

#include <vector>

#include "model/result.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

/// Fills in verdict, points and score of a task from its findings and cases.
///   for being right  All or nothing; where the spec weighs its groups of cases, each group's share if all of
///                    it is right. Whatever is undefined (a race, a stray access), a bound that takes all
///                    points, work done by the host, or a finding of the task as a whole: nothing.
///   for cost         All if every case keeps its bounds, else nothing.
/// Right results of another technique than the task's lose the share of both that the spec names.
/// What a comparison found against the submission must be in result.findings before this. The points of
/// timing are part of the maximum; unless the cases fail they wait, until award_timing_points() has times.
void score_task(TaskResult& result, const spec::Task& task);

/// The most that a task gives.
double most_points(const spec::Task& task);

/// For a task with [task.timing], after score_task(), with result.timing and result.timing_note as measured:
/// fills in tiers and tier, and adds the tier's points to the score. `tiers` are those of this card.
///   cases fail     no tier, nothing waits, and timing_note says why
///   not timed      (timing_note says why, or a size without a time) all timing points wait
///   timed          the task has the lowest tier over all its sizes and inputs. Points wait for better tiers
///                  that can't be measured here. No tier, and none to wait for: the verdict is too_slow.
void award_timing_points(TaskResult& result, const std::vector<spec::TimingTier>& tiers);

/// For a run of some cases of a task only: its verdict counts, but nothing can be scored.
void leave_unscored(TaskResult& result);

}  // namespace warpgrade::judge
