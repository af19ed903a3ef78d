// What a task cost against n, and what its runs prove: a few lines under the table of its exercise.
#pragma once

#include <string>

#include "model/result.hpp"
#include "report/human.hpp"

namespace warpgrade::report {

/// One line a cost, one column an n; what is above its bound is marked. Of traffic only what has a bound is
/// shown. Empty without measured costs.
std::string cost_table(const TaskResult& task, const HumanOptions& options);

/// "my_task proved right for every associative operator at n = 0–5, 7–9, 1024." Empty without a proof.
std::string proof_lines(const TaskResult& task, const HumanOptions& options);

/// Does a line of this task move more memory than it must?
bool has_wasteful_lines(const TaskResult& task);

/// The student's own lines that waste the most traffic: transactions, and how few would do. Empty if none
/// does.
std::string hot_lines(const ExerciseResult& exercise, const TaskResult& task, const HumanOptions& options);

/// 0, 1, 2, 3, 7, 8 → "0–3, 7, 8"; of many the first few and the last.
std::string as_ranges(const std::vector<std::uint64_t>& ascending);

}  // namespace warpgrade::report
