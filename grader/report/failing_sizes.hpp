// What the sizes have in common at which a task is right, or wrong: that often says more than the first wrong
// value. A boundary of a block, or of what one launch holds, shows in it.
#pragma once

#include <string>

#include "model/result.hpp"

namespace warpgrade::report {

/// "Right where n is a multiple of 256, wrong at every other n." Empty where there is nothing to say. Only of
/// cases that are not hidden.
std::string which_sizes_fail(const TaskResult& task);

}  // namespace warpgrade::report
