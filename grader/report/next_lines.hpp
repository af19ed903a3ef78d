// The first lines of the report in a terminal: what to do next, where, and the commands for it.
#pragma once

#include <string>

#include "model/result.hpp"
#include "report/human.hpp"
#include "report/next_step.hpp"

namespace warpgrade::report {

std::string next_lines(const Result& result, const Advice& advice, const HumanOptions& options);

}  // namespace warpgrade::report
