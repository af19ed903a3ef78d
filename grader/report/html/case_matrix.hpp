// Which cases of a task fail, at a glance: sizes against operators.
#pragma once

#include <string>

#include "model/result.hpp"

namespace warpgrade::report::html {

/// A table for each device on which a case fails: a column for each size, a row for each operator that
/// fails at some size; how many others there are in one sentence. Empty where there is nothing to compare:
/// one case, or all with the same verdict.
std::string case_matrix(const TaskResult& task);

}  // namespace warpgrade::report::html
