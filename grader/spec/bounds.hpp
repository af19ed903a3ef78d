// What a task allows and rewards beyond right answers: [task.tolerance], [task.cost], [task.timing].
#pragma once

#include <map>
#include <optional>
#include <string>

#include "spec/spec.hpp"
#include "spec/toml_reader.hpp"

namespace warpgrade::spec {

std::map<std::string, Tolerance> read_tolerance(TableReader& task);
std::map<std::string, CostBound> read_cost(TableReader& task, CostCases& cases);
std::optional<Timing> read_timing(TableReader& task);

}  // namespace warpgrade::spec
