// The tasks that bind.cu registered in this program.
#pragma once

#include <string>
#include <vector>

#include "kit/bind.cuh"

namespace warpgrade::runner {

kit::TaskFunction find_task(const std::string& name);  ///< nullptr if there is none
std::vector<std::string> task_names();

}  // namespace warpgrade::runner
