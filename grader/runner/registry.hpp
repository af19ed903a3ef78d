// The tasks that bind.cu registered in this program.
#pragma once

#include <string>

#include "kit/bind.cuh"

namespace warpgrade::runner {

kit::TaskFunction find_task(const std::string& name);  ///< nullptr if there is none
/// Where the exercise's bind.cu lies, with a slash at the end; empty if no task is registered.
std::string exercise_folder();

}  // namespace warpgrade::runner
