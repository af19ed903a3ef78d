// What a task allows beyond right answers: [task.tolerance] and [task.cost].
#pragma once

#include <map>
#include <string>

#include "spec/spec.hpp"
#include "spec/toml_reader.hpp"

namespace warpgrade::spec {

std::map<std::string, Tolerance> read_tolerance(TableReader& task);
std::map<std::string, CostBound> read_cost(TableReader& task, CostCases& cases);

}  // namespace warpgrade::spec
