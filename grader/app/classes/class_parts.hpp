// `warpgrade class`: its parts, and what they share. Workers for all cores of this machine grade, then one
// for each GPU times what was compiled for it before; or all of them are jobs of a cluster.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/command_line.hpp"
#include "app/common_options.hpp"
#include "app/session.hpp"
#include "app/subcommand.hpp"
#include "classes/crew.hpp"
#include "classes/queue.hpp"
#include "classes/results_folder.hpp"
#include "classes/roll.hpp"
#include "spec/spec.hpp"

namespace warpgrade::app {

/// A class that was begun: its settings and its roll. Throws UsageError if there is none in this folder.
struct BegunClass {
  explicit BegunClass(const std::filesystem::path& folder);

  classes::ResultsFolder results;
  classes::Settings settings;
  classes::Roll roll;

  classes::Queue queue(DeviceKind stage) const { return {results, stage, settings.run}; }
};

/// The options of a session that grades as the class is graded.
CommonOptions options_of(const classes::Settings& settings, DeviceKind stage, std::optional<int> gpu);

/// The device of the second stage.
DeviceKind timing_device();

// ---- class_slurm.cpp: how jobs of a cluster are asked for -----------------------------------------------

/// What the user says about a cluster.
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

// ---- class_stages.cpp -----------------------------------------------------------------------------------

/// Grades the references, `jobs` at a time, and those never again whose results are there. Returns one
/// sentence for each task of which the reference falls short: then the spec takes points from everybody.
std::vector<std::string> grade_references(const BegunClass& begun,
                                          const std::vector<classes::Piece>& references, int jobs);

/// All pieces on the simulator, `jobs` at a time.
void grade_on_simulator(const BegunClass& begun, int jobs);

/// Compiles what is right for the GPUs, `jobs` at a time, so that none of them waits for nvcc.
void compile_for_gpus(const BegunClass& begun, const Session& session, int jobs);

/// Times what is right, one piece at a time on each of these GPUs.
void time_on_gpus(const BegunClass& begun, const std::vector<int>& gpus);

/// Both stages, or the first one. `jobs`: at most so many at a time.
void grade_on_slurm(const BegunClass& begun, const SlurmOptions& options, int jobs, bool times);

// ---- class_books.cpp: from the results of pieces to what an instructor reads ------------------------------

/// Writes submissions/, gradebook.csv and a summary anew. `course`: with the exercises that count,
/// `references`: as they were graded. Returns the exit code: 0 each attempt that counts has its result, 2 the
/// grader could not grade something.
int write_books(const BegunClass& begun, const spec::Course& course,
                const std::vector<classes::Piece>& references);

// ---- The subcommands ------------------------------------------------------------------------------------

void add_class_status(CLI::App& app, Run& run);   ///< how far it is
void add_class_regrade(CLI::App& app, Run& run);  ///< grade a part of it again
void add_class_place(CLI::App& app, Run& run);    ///< make a submission of one hand-in
void add_class_work(CLI::App& app, Run& run);     ///< be a worker

}  // namespace warpgrade::app
