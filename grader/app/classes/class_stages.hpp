// The two stages of a class on this machine: workers for all cores, then one for each GPU.
#pragma once

#include <filesystem>
#include <vector>

#include "app/classes/class_options.hpp"

namespace warpgrade::app {

/// All pieces on the simulator, `jobs` at a time.
void grade_on_simulator(const BegunClass& begun, int jobs);

/// Times what is right, one piece at a time on each of these GPUs.
void time_on_gpus(const BegunClass& begun, const std::vector<int>& gpus);

}  // namespace warpgrade::app
