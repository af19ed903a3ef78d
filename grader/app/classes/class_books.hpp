// From the results of pieces to what an instructor reads: submissions/, gradebook.csv, and a summary.
#pragma once

#include "app/classes/class_options.hpp"
#include "spec/spec.hpp"

namespace warpgrade::app {

/// Writes all of it anew. `course`: with the exercises that count. Returns the exit code: 0 each attempt that
/// counts has its result, 2 the grader could not grade something.
int write_books(const BegunClass& begun, const spec::Course& course);

}  // namespace warpgrade::app
