// The stages of a class. On this machine: workers for all cores grade, then one for each GPU times what was
// compiled for it before. Or all of them are jobs of a cluster.
#pragma once

#include <vector>

#include "app/classes/class_options.hpp"
#include "app/classes/class_slurm.hpp"

namespace warpgrade::app {

/// All pieces on the simulator, `jobs` at a time.
void grade_on_simulator(const BegunClass& begun, int jobs);

/// Compiles what is right for the GPUs, `jobs` at a time, so that none of them waits for nvcc.
void compile_for_gpus(const BegunClass& begun, const Session& session, int jobs);

/// Times what is right, one piece at a time on each of these GPUs.
void time_on_gpus(const BegunClass& begun, const std::vector<int>& gpus);

/// Both stages, or the first one. `jobs`: at most so many at a time.
void grade_on_slurm(const BegunClass& begun, const SlurmOptions& options, int jobs, bool times);

}  // namespace warpgrade::app
