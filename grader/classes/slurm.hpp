// The workers of a class as jobs of a cluster: arrays that take from the queue. When and where they run is
// Slurm's business. It is asked by sbatch, squeue and scancel, and needs to keep no accounts. A class knows
// its jobs by their names, so a command that was killed leaves nothing behind that the next one does not
// find.
#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "classes/crew.hpp"

namespace warpgrade::classes {

struct SlurmCrew {
  std::string family;                ///< how the names of all jobs of this class begin
  std::string name;                  ///< of the jobs that can do this work
  std::string command;               ///< of a worker, for a shell
  std::vector<std::string> options;  ///< for sbatch
  std::size_t most = 1;              ///< so many jobs at a time
  std::filesystem::path outputs;     ///< the folder for what they print
};

/// sbatch did not take the jobs: what it said.
struct SlurmRefusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Submits jobs, unless there are some of an earlier command, and waits until all is finished. Where jobs end
/// before that, by a time limit or with their machine, it submits others. Throws SlurmRefusal, and
/// std::runtime_error with what a worker printed if jobs end again and again and nothing gets finished.
void run_on_slurm(const SlurmCrew& crew, const Work& work);

/// Has a partition GPUs?
bool slurm_has_gpus();

}  // namespace warpgrade::classes
