// From the cases of a task to its verdict and points. No other place gives points.
#pragma once

#include <cstddef>
#include <vector>

#include "model/result.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

/// Fills in verdict, points and score of a task from its findings and cases; group_of_case[i] is the group in
/// the spec that cases[i] came from.
///   points   all or nothing; where the spec weighs its groups of cases, each group's share if all of it
///   passes timing   the points of the best tier are part of the maximum; not measured, they wait and are not
///   lost
void score_task(TaskResult& result, const spec::Task& task, const std::vector<std::size_t>& group_of_case);

/// For a run of some cases of a task only: its verdict counts, but nothing can be scored.
void leave_unscored(TaskResult& result);

}  // namespace warpgrade::judge
