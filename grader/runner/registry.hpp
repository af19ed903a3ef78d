// The tasks that bind.cu registered in this program.
#pragma once

#include <string>
#include <vector>

#include "kit/bind.cuh"

namespace warpgrade::runner {

kit::TaskFunction find_task(const std::string& name);  ///< nullptr if there is none
std::vector<std::string> task_names();
/// Where the exercise's bind.cu lies, with a slash at the end; empty if no task is registered.
std::string exercise_folder();

}  // namespace warpgrade::runner
