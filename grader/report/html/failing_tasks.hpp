// The failing tasks of an exercise: what is wrong, where in the source, both parties of a race side by side.
#pragma once

#include <string>

#include "model/result.hpp"

namespace warpgrade::report::html {

/// Empty if nothing failed. `id` of a task's part: see task_id().
std::string failing_tasks(const Result& result, const ExerciseResult& exercise);

/// The part of the page that says what is wrong with a task; empty: none does. Tasks that failed with one
/// message share it.
std::string link_target(const ExerciseResult& exercise, const TaskResult& task);

/// The part of a task of its own.
std::string task_id(const ExerciseResult& exercise, const TaskResult& task);

}  // namespace warpgrade::report::html
