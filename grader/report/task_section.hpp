// The failing tasks of an exercise, each in full.
#pragma once

#include <string>

#include "model/result.hpp"
#include "report/human.hpp"

namespace warpgrade::report {

/// Empty if nothing failed. Tasks that fail for the same reason (the file does not compile) share a section,
/// and tasks that were not started share one line. `command` is how commands to run again begin.
std::string failures(const ExerciseResult& exercise, const std::string& command, const HumanOptions& options);

/// What is wrong with one task that was begun.
std::string failures_of(const ExerciseResult& exercise, const TaskResult& task, const std::string& command,
                        const HumanOptions& options);

/// One task alone, with its times and warnings. Empty if there is nothing to say about it.
std::string about_task(const ExerciseResult& exercise, const TaskResult& task, const std::string& command,
                       const HumanOptions& options);

}  // namespace warpgrade::report
