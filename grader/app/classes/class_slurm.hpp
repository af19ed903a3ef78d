// `warpgrade class --slurm`: what the user says about a cluster, and how its jobs are asked for.
#pragma once

#include <string>
#include <vector>

#include "app/classes/class_options.hpp"
#include "app/subcommand.hpp"
#include "classes/crew.hpp"

namespace warpgrade::app {

struct SlurmOptions {
  bool wanted = false;
  std::vector<std::string> options;      ///< for sbatch
  std::vector<std::string> gpu_options;  ///< and those of jobs that take times
};

void add_slurm_options(Subcommand& command, SlurmOptions& options);

/// Throws UsageError if this machine can't submit jobs, or if the options don't go together.
void check_slurm(const SlurmOptions& options);

/// At most `jobs` at a time work on a stage until it is finished. Throws UsageError if Slurm refuses them.
void run_slurm_jobs(const BegunClass& begun, DeviceKind stage, const std::vector<std::string>& worker,
                    const SlurmOptions& options, int jobs, const classes::Work& work);

}  // namespace warpgrade::app
