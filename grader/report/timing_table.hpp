// The times of a task: a line for each size and input, what they are worth, and how far the next tier is.
#pragma once

#include <string>
#include <vector>

#include "model/result.hpp"
#include "report/columns.hpp"
#include "report/human.hpp"

namespace warpgrade::report {

/// The table, its footnotes and what the times are worth: a few lines under the table of an exercise. Columns
/// that nothing was measured for are left out. For a task that is right and not timed yet: what its tiers ask
/// for.
std::string timing_table(const TaskResult& task, const HumanOptions& options);

/// Those that have figures, with a cell for each element of TaskResult::timing.
std::vector<Column> timing_columns(const TaskResult& task);

/// What a reader should know of single measurements: a line for each.
std::vector<std::string> timing_footnotes(const TaskResult& task);

/// "1 point for at most 3.5 × the reference's time, 2 points for 2.5 ×, 4 points for 1.2 ×"
std::string tiers_in_words(const TaskResult& task);

/// What the time would have to be multiplied by. Only where the tier's figure was measured.
double needed_factor(const TimingResult& timing, const TierResult& tier);

/// "Tier 2 of 3, 4 of 6 points. The next needs at most 1.1 × the reference's time: yours is 1.27 at n = 2^28,
/// so 14 % less time." Empty for a task that was not timed.
std::string tier_sentence(const TaskResult& task);

/// Why points of this task wait, for a reader; empty if none waits, or the reason is not known.
std::string why_points_wait(const TaskResult& task);

}  // namespace warpgrade::report
