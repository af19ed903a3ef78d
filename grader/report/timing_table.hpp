// The times of a task: a line for each size and input, what they are worth, and how far the next tier is.
#pragma once

#include <string>

#include "model/result.hpp"
#include "report/human.hpp"

namespace warpgrade::report {

/// The table, its footnotes and what the times are worth: a few lines under the table of an exercise. Columns
/// that nothing was measured for are left out. Of a task that is right and not timed yet: what its tiers ask
/// for.
std::string timing_table(const TaskResult& task, const HumanOptions& options);

/// "Tier 2 of 3, 4 of 6 points. The next needs at most 1.1 × the reference's time: yours is 1.27 at n = 2^28,
/// so 14 % less time." Empty for a task that was not timed.
std::string tier_sentence(const TaskResult& task);

/// Why points of this task wait, for a reader; empty if none waits, or the reason is not known.
std::string why_points_wait(const TaskResult& task);

}  // namespace warpgrade::report
