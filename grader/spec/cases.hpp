// [task.cases]: the inputs of a task, from exercise.toml and hidden.toml alike.
#pragma once

#include <vector>

#include "spec/spec.hpp"
#include "spec/toml_reader.hpp"

namespace warpgrade::spec {

/// One table or several; `task` is a reader of the [[task]] they belong to.
std::vector<CaseGroup> read_cases(TableReader& task, bool hidden);

/// Points per group: all groups of a task have them, or none.
void check_points_of_groups(const std::vector<CaseGroup>& groups, Diagnostics& diagnostics);

}  // namespace warpgrade::spec
