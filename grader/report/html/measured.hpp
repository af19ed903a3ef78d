// What a task cost and how fast it is: its costs against n beside their bounds, its times on a GPU, what its
// runs prove, and which lines move the memory.
#pragma once

#include <string>

#include "model/result.hpp"

namespace warpgrade::report::html {

/// A part that the reader can open; it is open from the start if the task costs too much or is too slow.
/// Empty if nothing was measured. `show_lines`: also which lines move the memory; where the task costs too
/// much they are shown in any case.
std::string measured(const Result& result, const ExerciseResult& exercise, const TaskResult& task,
                     bool show_lines);

}  // namespace warpgrade::report::html
