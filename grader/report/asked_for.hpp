// What --costs and --on have to say where their tables are empty.
#pragma once

#include <string>

#include "model/result.hpp"
#include "report/human.hpp"

namespace warpgrade::report {

/// Why there is nothing to see of some tasks, and what to do. Empty where nothing was asked for.
std::string about_asked(const Result& result, const HumanOptions& options);

}  // namespace warpgrade::report
