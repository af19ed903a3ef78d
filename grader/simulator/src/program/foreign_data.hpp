// Memory that graded host code may not touch: variables of the simulator and of the program around it, and
// memory that this program keeps from the submission. The submission can't name these variables, but could
// reach one by a wrong index or on purpose. Of all variables it may touch only its own. These are found by
// their sections, wgsim_host_data and wgsim_host_bss, into which the judge puts them
// (cmake/own_variables.ld). A program without such sections, as warpgrade-sim makes it, has no submission to
// keep out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "program/device_variables.hpp"

namespace wgsim::core {

/// Has the judge built this program, with a submission in it?
bool is_graded_program();
/// Is any of these bytes?
bool is_foreign_data(std::uintptr_t begin, std::size_t bytes);
/// Whole pages: the variables of the grader. Not those of the C++ library's variables that the linker has
/// copied into the program, which host code that prints changes. Empty in a program that is not graded, and
/// where that library is linked into the program, whose variables then lie among the grader's.
std::vector<Section> grader_variables();
/// What wgsim::keep_from_host was told.
Section grader_heap();
/// The address that the first frame of the program's stack lies below.
std::uintptr_t stack_begin();
/// The submission's own variables, but for those of the device. Empty in a program that is not graded.
std::array<Section, 2> own_variables();

}  // namespace wgsim::core
