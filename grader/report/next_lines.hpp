// The first lines of the report in a terminal: what to do next, where, and the commands for it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/result.hpp"
#include "report/human.hpp"
#include "report/next_step.hpp"

namespace warpgrade::report {

/// Commands and what they are for, one below the other; long commands stand alone.
std::string command_lines(const std::vector<std::pair<std::string, std::string>>& given,
                          const HumanOptions& options);

std::string next_lines(const Result& result, const Advice& advice, const HumanOptions& options);

}  // namespace warpgrade::report
