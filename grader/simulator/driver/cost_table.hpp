// What the kernels of a program cost, as text: a table for each kernel, with all its launches and, where they
// are few, each one; then the costliest lines of the source.
#pragma once

#include <string>

#include "wgsim/simulator.hpp"

namespace wgsim::driver {

std::string cost_table(const Costs& costs);

}  // namespace wgsim::driver
