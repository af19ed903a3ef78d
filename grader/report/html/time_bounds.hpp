// The times that a task can't beat on a card (--on), as charts and a table.
#pragma once

#include <string>

#include "model/result.hpp"

namespace warpgrade::report::html {

/// Empty where bounds were not asked for.
std::string time_bounds(const TaskResult& task);

}  // namespace warpgrade::report::html
