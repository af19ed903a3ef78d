// What a task allows beyond right answers: [task.tolerance] and [task.cost].
#pragma once

#include <map>
#include <optional>
#include <string>

#include "spec/spec.hpp"
#include "spec/toml_reader.hpp"

namespace warpgrade::spec {

std::map<std::string, Tolerance> read_tolerance(TableReader& task);
/// What has no key in [task.cost] stays as it is in `read`: the defaults, or what `like` brought.
void read_cost(TableReader& task, Task& read);
/// Key cost_points of a task whose points and bounds are read.
std::optional<double> read_cost_points(TableReader& task, const Task& read);

}  // namespace warpgrade::spec
