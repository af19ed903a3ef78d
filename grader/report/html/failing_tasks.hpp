// The failing tasks of an exercise: what is wrong, where in the source, both parties of a race side by side.
#pragma once

#include <string>

#include "model/result.hpp"

namespace warpgrade::report::html {

/// Empty if nothing failed. `id` of a task's part: see task_id().
std::string failing_tasks(const Result& result, const ExerciseResult& exercise);

/// Where a link to a task leads.
std::string task_id(const ExerciseResult& exercise, const TaskResult& task);

}  // namespace warpgrade::report::html
