// What a task cost against n, and what its runs prove: a few lines under the table of its exercise; and why
// there are no costs.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/costs.hpp"
#include "model/result.hpp"
#include "report/human.hpp"

namespace warpgrade::report {

/// By name, then by n.
using CostsByN = std::vector<std::pair<std::string, std::map<std::uint64_t, CostResult>>>;

/// What a person wants to see: steps, work, and what has a bound. Costs of the algorithm come first, then
/// those of its code, as in model/costs.def.
CostsByN costs_by_n(const TaskResult& task);

/// All sizes of these costs, ascending.
std::vector<std::uint64_t> sizes_of(const CostsByN& costs);

/// What is allowed of a cost, at the largest of these sizes where it has a bound; empty: it has none.
std::string formula_at(const std::map<std::uint64_t, CostResult>& by_n,
                       const std::vector<std::uint64_t>& sizes);

enum class CostRows { all, above_their_bounds };

/// One line a cost, one column an n; what is above its bound is marked, and so is an n that was drawn. Of
/// traffic only what has a bound is shown. Of the columns the largest that fit. Empty without such costs.
std::string cost_table(const TaskResult& task, CostRows rows, const HumanOptions& options);

/// Of a cost, as model/costs.def has it.
std::string meaning_of(const Cost& cost);

/// What the words in these tables mean, each once.
std::string words_of_costs(std::span<const TaskResult> tasks, CostRows rows, const HumanOptions& options);

/// "my_task proved right for every associative operator at n = 0–5, 7–9, 1024." Empty without a proof.
std::string proof_lines(const TaskResult& task, const HumanOptions& options);

/// Could fewer transactions serve the same bytes? (A branch moves none.)
bool is_wasteful(const HotLine& line);

/// Does a line of this task move more memory than it must?
bool has_wasteful_lines(const TaskResult& task);

/// Is a second version worth an evening? What takes most of the lines' turns takes at least three times as
/// many as it must, and the spec has no bound for that which the task keeps.
bool moves_far_too_much(const TaskResult& task);

/// The student's own lines that waste the most traffic: transactions, and how few would do. Empty if none
/// does.
std::string hot_lines(const ExerciseResult& exercise, const TaskResult& task, const HumanOptions& options);

/// 0, 1, 2, 3, 7, 8 → "0–3, 7, 8"; of many the first few and the last.
std::string as_ranges(const std::vector<std::uint64_t>& ascending);

/// Why there are no costs of some tasks, and what to do. Empty where none were asked for.
std::string missing_costs(const Result& result, const HumanOptions& options);

}  // namespace warpgrade::report
