// The stages of a class on this machine: workers for all cores grade, then one for each GPU times what was
// compiled for it before.
#pragma once

#include <filesystem>
#include <vector>

#include "app/classes/class_options.hpp"

namespace warpgrade::app {

/// All pieces on the simulator, `jobs` at a time.
void grade_on_simulator(const BegunClass& begun, int jobs);

/// Compiles what is right for the GPUs, `jobs` at a time, so that none of them waits for nvcc.
void compile_for_gpus(const BegunClass& begun, const Session& session, int jobs);

/// Times what is right, one piece at a time on each of these GPUs.
void time_on_gpus(const BegunClass& begun, const std::vector<int>& gpus);

}  // namespace warpgrade::app
