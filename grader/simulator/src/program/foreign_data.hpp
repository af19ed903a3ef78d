// The variables of the simulator and of the program around it, and the memory that this program keeps from
// host code that is graded. That has no name for them, but could come to one by a wrong index or on purpose:
// of variables it may touch its own only. The linker finds these by their sections, wgsim_host_data and
// wgsim_host_bss, which the judge gives them (cmake/own_variables.ld). A program without such sections, as
// warpgrade-sim makes it, has nobody to be kept apart from.
#pragma once

#include <cstddef>
#include <cstdint>

namespace wgsim::core {

/// Is any of these bytes?
bool is_foreign_data(std::uintptr_t begin, std::size_t bytes);

}  // namespace wgsim::core
