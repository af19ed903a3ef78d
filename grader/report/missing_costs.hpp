// What --costs has to say where its tables are empty.
#pragma once

#include <string>

#include "model/result.hpp"
#include "report/human.hpp"

namespace warpgrade::report {

/// Why there are no costs of some tasks, and what to do. Empty where none were asked for.
std::string missing_costs(const Result& result, const HumanOptions& options);

}  // namespace warpgrade::report
