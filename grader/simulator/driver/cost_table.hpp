// The costs of the kernels of a program, as text: a table for each kernel with all its launches together
// and, where they are few, each one; then the source lines that cost most.
#pragma once

#include <string>

#include "wgsim/simulator.hpp"

namespace wgsim::driver {

std::string cost_table(const Costs& costs);

}  // namespace wgsim::driver
