// A whole course at a glance: one line an exercise.
#pragma once

#include <string>

#include "model/result.hpp"
#include "report/human.hpp"

namespace warpgrade::report {

/// How many tasks are right, the points, and the first that falls short.
std::string overview(const Result& result, const HumanOptions& options);

}  // namespace warpgrade::report
