// `warpgrade class`: its parts, and what they share. Workers for all cores of this machine grade, then one
// for each GPU times what was compiled for it before; or all of them are jobs of a cluster.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/command_line.hpp"
#include "app/common_options.hpp"
#include "app/session.hpp"
#include "app/subcommand.hpp"
#include "classes/crew.hpp"
#include "classes/filter.hpp"
#include "classes/page/overview.hpp"
#include "classes/points_by_hand.hpp"
#include "classes/queue.hpp"
#include "classes/results_folder.hpp"
#include "classes/roll.hpp"
#include "classes/submissions/csv.hpp"
#include "spec/course_file.hpp"
#include "spec/spec.hpp"

namespace warpgrade::app {

/// A class that was begun: its settings and its roll. Throws UsageError if there is none in this folder.
struct BegunClass {
  explicit BegunClass(const std::filesystem::path& folder);

  classes::ResultsFolder results;
  classes::Settings settings;
  classes::Roll roll;
  spec::ClassRules rules;  ///< of course.toml, as it is now
  std::string owner =
      {};  ///< of jobs of a cluster, where several commands work on the same folder; empty: the class

  classes::Queue queue(DeviceKind stage) const { return {results, stage, settings.run}; }
};

/// Times that name no zone are of the course's zone, or else of this machine's.
void use_zone(const spec::ClassRules& rules);

/// A name for a run that no other has.
std::string name_of_run();

/// What keys of pieces depend on besides files.
classes::KeyBase key_base(const Installation& installation, const spec::Course& course, std::uint64_t seed);

/// The options of a session that grades as the class is graded.
CommonOptions options_of(const classes::Settings& settings, DeviceKind stage, std::optional<int> gpu);

/// What `read` makes of an instructor's words or tables. What it can't understand is a UsageError.
template <class Read>
auto understood(const Read& read) {
  try {
    return read();
  } catch (const classes::UnknownWord& error) {
    throw UsageError(error.what());
  } catch (const classes::PileError& error) {
    throw UsageError(error.what());
  }
}

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

/// The same sentences of those that are graded already.
std::vector<std::string> known_shortfalls(const BegunClass& begun,
                                          const std::vector<classes::Piece>& references);

/// All pieces on the simulator, `jobs` at a time.
void grade_on_simulator(const BegunClass& begun, int jobs);

/// Compiles what is right for the GPUs, `jobs` at a time, so that none of them waits for nvcc.
void compile_for_gpus(const BegunClass& begun, const Session& session, int jobs);

/// Times what is right, one piece at a time on each of these GPUs.
void time_on_gpus(const BegunClass& begun, const std::vector<int>& gpus);

/// Both stages, or the first one. `jobs`: at most so many at a time.
void grade_on_slurm(const BegunClass& begun, const SlurmOptions& options, int jobs, bool times);

// ---- class_books.cpp: from the results of pieces to what an instructor reads ------------------------------

/// What books follow besides results and rules.
struct BookRules {
  /// Reads the points by hand, and the gradebooks of earlier classes.
  explicit BookRules(const BegunClass& begun);

  classes::PointsByHand by_hand;
  std::map<std::string, int> used_before;  ///< late days, by student
};

classes::CsvForm csv_form(const classes::Settings& settings);

/// What there is to say of the pile and of each hand-in.
void print_remarks(const BegunClass& begun);

/// Writes submissions/, gradebook.csv and a summary anew. `course`: with the exercises that count,
/// `references`: as they were graded. Returns the exit code: 0 each attempt that counts has its result, 2 the
/// grader could not grade something.
int write_books(const BegunClass& begun, const spec::Course& course,
                const std::vector<classes::Piece>& references);
/// The same with the course as it is on disk, after something else than a result has changed.
int write_books(const BegunClass& begun);

/// The exercises that count.
spec::Course course_of(const BegunClass& begun);

/// The references of what was handed in, as the class was begun.
std::vector<classes::Piece> references_of(const BegunClass& begun, const spec::Course& course);

/// What the page of the class shows, as the results are now.
classes::Overview class_overview(const BegunClass& begun, const spec::Course& course);

// ---- The subcommands ------------------------------------------------------------------------------------

void add_class_status(CLI::App& app, Run& run);   ///< how far it is
void add_class_regrade(CLI::App& app, Run& run);  ///< grade a part of it again
void add_class_points(CLI::App& app, Run& run);   ///< decide points by hand
void add_class_board(CLI::App& app, Run& run);    ///< a page of the fastest
void add_class_mails(CLI::App& app, Run& run);    ///< write to all who made the same mistake
void add_class_place(CLI::App& app, Run& run);    ///< make a submission of one hand-in
void add_class_work(CLI::App& app, Run& run);     ///< be a worker

}  // namespace warpgrade::app
