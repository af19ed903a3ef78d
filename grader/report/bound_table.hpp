// What ./grade --on CARD tells of a task: times that can't be reached on a card, and why.
#pragma once

#include <string>
#include <vector>

#include "model/result.hpp"
#include "report/columns.hpp"
#include "report/human.hpp"

namespace warpgrade::report {

/// A line for each size and input that is timed, and the tiers that are out of reach: a few lines under the
/// table of an exercise. Empty where bounds were not asked for.
std::string bound_table(const TaskResult& task, const HumanOptions& options);

/// The same for other reports: its columns, and what stands below them.
std::vector<Column> bound_columns(const TimeBounds& bounds);
std::vector<std::string> bound_sentences(const TaskResult& task);

}  // namespace warpgrade::report
