// What a reader should know and do after a grading, and the first lines of the report in a terminal, which
// say it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/result.hpp"
#include "report/human.hpp"

namespace warpgrade::report {

struct Advice {
  std::string sentence, command;  ///< the command may be empty
  const ExerciseResult* exercise = nullptr;
  const TaskResult* task = nullptr;  ///< to look at first, with its exercise; null: none falls short
  std::string to_do = {};            ///< with that task: "write", "correct", "repair", "speed up"
  bool has_warnings = false;         ///< all is right, and there are warnings to look at
  /// All that was graded is right, as far as can be told here: time for another task.
  bool is_good = false;
};

/// The one thing to do next.
Advice next_step(const Result& result);

/// Traces a failing task at the size of the case that the report shows, if that is small enough for a
/// picture; else empty.
std::string trace_command(const ExerciseResult& exercise, const TaskResult& task);

/// Why points wait: a sentence for each reason, with the tasks where the reasons differ.
std::vector<std::string> why_points_wait(const Result& result);

/// Commands and what they are for, one below the other; long commands stand alone.
std::string command_lines(const std::vector<std::pair<std::string, std::string>>& given,
                          const HumanOptions& options);

std::string next_lines(const Result& result, const Advice& advice, const HumanOptions& options);

}  // namespace warpgrade::report
