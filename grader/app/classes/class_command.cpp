// `warpgrade class SUBMISSIONS --out RESULTS`: grades a whole class. All of its state is in files (classes/),
// so the same command goes on where it was interrupted.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/classes/class_parts.hpp"
#include "app/command_line.hpp"
#include "app/course_program.hpp"
#include "app/interrupt.hpp"
#include "app/selection.hpp"
#include "app/session.hpp"
#include "app/subcommand.hpp"
#include "classes/page/class_page.hpp"
#include "classes/similarity.hpp"
#include "classes/slurm.hpp"
#include "classes/submissions/pile.hpp"
#include "classes/submissions/times.hpp"
#include "judge/devices.hpp"
#include "report/terminal.hpp"
#include "system/atomic_file.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

struct ClassOptions {
  CommonOptions common{.sandbox = sandbox::Choice::require};
  fs::path submissions, results, roster, extensions;
  std::string deadline, csv = "comma";
  std::vector<fs::path> earlier;
  std::vector<std::string> exercises;
  std::vector<int> gpus;
  SlurmOptions slurm;
  bool best = false;
  bool similarity = false;
};

/// More than these wait for the file system, or for each other's last pieces.
constexpr int kUsualSlurmJobs = 64;

/// This command, as it was typed, with its folder: a class goes on by the same one.
std::string command_as_given() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::string words, word;
  std::getline(file, word, '\0');  // the program
  while (std::getline(file, word, '\0')) words += " " + shell_word(word);
  return fmt::format("cd {} && warpgrade{}", shell_word(fs::current_path().string()), words);
}

/// The seed stays that of the first command, so that all results belong together.
classes::Settings settings_for(const ClassOptions& options, const classes::ResultsFolder& results,
                               const fs::path& course) {
  const auto before = classes::read_settings(results.settings());
  if (before && before->comes_in())
    throw UsageError(
        fmt::format("{} keeps what comes over SSH (`warpgrade receive`). Give another folder with --out; "
                    "`warpgrade class board {}` "
                    "writes the books of this one.",
                    options.results.string(), options.results.string()));
  classes::Settings settings;
  settings.submissions = fs::absolute(options.submissions).lexically_normal();
  settings.course = course;
  settings.exercises = options.exercises;
  settings.seed = options.common.seed ? *options.common.seed : before ? before->seed : std::random_device()();
  settings.sandbox = to_string(options.common.sandbox);
  settings.csv = options.csv;
  for (const fs::path& folder : options.earlier) {
    const fs::path earlier = fs::absolute(folder).lexically_normal();
    if (std::ranges::count(settings.earlier, earlier) > 0 || earlier == results.path())
      throw UsageError(
          fmt::format("--earlier {}: it is this class, or named twice: its late days would count twice.",
                      folder.string()));
    if (!fs::exists(earlier / "gradebook.csv"))
      throw UsageError(fmt::format("--earlier {}: no class was graded into it.", folder.string()));
    settings.earlier.push_back(earlier);
  }
  settings.command = command_as_given();
  settings.run = name_of_run();
  return settings;
}

/// Oracles are built once here, not by each worker.
void build_oracles(const Session& session, const spec::Course& course, int jobs) {
  std::vector<const spec::Exercise*> exercises;
  for (const spec::Exercise& exercise : course.exercises) exercises.push_back(&exercise);
  report::ProgressLine line(std::cerr, report::is_terminal(STDERR_FILENO));
  session.grading.oracles->build(exercises, jobs, [&](const std::string& exercise) {
    line.show(0, 0, "building the oracle of " + exercise);
  });
}

/// --device auto: where the cluster has GPUs.
bool slurm_takes_times(const ClassOptions& options) {
  if (!options.gpus.empty())
    throw UsageError("--gpus chooses among the GPUs of this machine, and --slurm has the cluster choose.");
  if (options.common.device == judge::DeviceChoice::automatic) return classes::slurm_has_gpus();
  return judge::may_use_gpu(options.common.device);
}

/// Those that were asked for; else all that CUDA shows.
std::vector<int> gpus_to_use(const ClassOptions& options, const Session& session) {
  if (!judge::may_use_gpu(options.common.device)) return {};
  if (!options.gpus.empty()) return options.gpus;
  const judge::DeviceStatus cuda = judge::cuda_status(session.installation.toolchain);
  if (!cuda.usable && options.common.device != judge::DeviceChoice::automatic)
    throw UsageError(fmt::format("--device {} needs a GPU, but {}. `./grade doctor` checks this machine.",
                                 to_string(options.common.device), cuda.reason));
  std::vector<int> gpus;
  for (std::size_t i = 0; i < cuda.gpus.size(); ++i) gpus.push_back(int(i));
  return gpus;
}

classes::Pile read_submissions(const ClassOptions& options, const spec::Course& course,
                               const classes::ResultsFolder& results, const spec::ClassRules& rules) {
  classes::PileOptions how{
      .roster = options.roster, .extensions = options.extensions, .work = results.unpacked()};
  how.grace = std::chrono::seconds(std::int64_t(60 * rules.grace_minutes));
  return understood([&] {
    if (!options.deadline.empty()) how.deadline = classes::read_deadline(options.deadline);
    classes::Pile pile =
        classes::read_pile(fs::absolute(options.submissions).lexically_normal(), course, how);
    if (how.deadline) pile.remarks.push_back(classes::about_deadline(options.deadline));
    return pile;
  });
}

/// Reads the pile, and writes what workers need.
void begin(const ClassOptions& options, const Session& session, const spec::Course& course,
           const classes::ResultsFolder& results) {
  results.create();
  const classes::Settings settings = settings_for(options, results, session.installation.course);
  // Files of exercises that don't count here are no strangers.
  const spec::ClassRules rules = spec::read_course_file(session.installation.course_file()).rules;
  use_zone(rules);
  const classes::Pile pile = read_submissions(options, session.course, results, rules);
  const classes::KeyBase keys = key_base(session.installation, course, settings.seed);
  write_roll(results, make_roll(pile, course, keys, results, options.best));
  write_settings(results.settings(), settings);
}

/// Returns the exit code.
int compare(const BegunClass& begun, const spec::Course& course, const std::filesystem::path& stubs) {
  const std::vector<std::string> problems =
      compare_files(begun.roll, course, begun.results, stubs, [](const std::string& exercise) {
        std::cerr << fmt::format("class: comparing the files of {}\n", exercise);
      });
  for (const std::string& problem : problems)
    std::cout << fmt::format("Could not be compared: {}\n", problem);
  return problems.empty() ? 0 : 2;
}

/// With the reference, everybody would lose points.
int refuse(const classes::ResultsFolder& results, const std::vector<std::string>& problems) {
  const std::string why =
      "The reference falls short of its own exercises, so everybody would lose points without a mistake: "
      "nothing is graded.";
  const std::string what =
      "A bound may be too tight, an oracle wrong, or the reference itself. ./grade verify shows the same. "
      "Mend it, and give the same command again.";
  std::cerr << fmt::format("class: {}\n  {}\n{}\n", why, fmt::join(problems, "\n  "), what);
  system::write_file_atomically(results.path() / "index.html",
                                classes::page_without_grades("Nothing is graded", {why, what}, problems));
  return 2;
}

/// Results among the submissions would be a hand-in of the next run.
void require_results_elsewhere(const ClassOptions& options) {
  const fs::path way =
      fs::weakly_canonical(options.results).lexically_relative(fs::canonical(options.submissions));
  if (!way.empty() && *way.begin() != "..")
    throw UsageError(
        fmt::format("{} lies in {}, where the next run would take it for a hand-in. Give a folder outside "
                    "with --out.",
                    options.results.string(), options.submissions.string()));
}

int grade_class(const ClassOptions& options) {
  if (!options.extensions.empty() && options.deadline.empty())
    throw UsageError("--extensions gives more time than --deadline, which is missing.");
  if (options.submissions.empty())
    throw UsageError("say where the submissions are: warpgrade class SUBMISSIONS --out RESULTS");
  if (options.results.empty())
    throw UsageError("say where the results go: warpgrade class SUBMISSIONS --out RESULTS");
  if (!fs::exists(options.submissions))
    throw UsageError(fmt::format("{} does not exist.", options.submissions.string()));
  require_results_elsewhere(options);
  check_slurm(options.slurm);
  if (options.similarity)
    if (const std::string problem = classes::why_no_compare50(); !problem.empty()) throw UsageError(problem);
  const Session session(options.common);
  const spec::Course course = selected_part(session.course, options.exercises);
  const classes::ResultsFolder results(fs::absolute(options.results).lexically_normal());
  const bool on_slurm = options.slurm.wanted, slurm_times = on_slurm && slurm_takes_times(options);
  const std::vector<int> gpus = on_slurm ? std::vector<int>() : gpus_to_use(options, session);
  const int cores = int(std::max(1u, std::thread::hardware_concurrency()));
  const int jobs = options.common.jobs > 0 ? options.common.jobs : on_slurm ? kUsualSlurmJobs : cores;
  end_cleanly_when_interrupted("interrupted. The same command goes on from here.");
  begin(options, session, course, results);
  build_oracles(session, course, std::min(jobs, cores));
  const BegunClass begun(results.path());
  const std::vector<classes::Piece> references = references_of(begun, course);
  if (const auto problems = grade_references(begun, references, std::min(jobs, cores)); !problems.empty())
    return refuse(results, problems);
  if (on_slurm) {
    grade_on_slurm(begun, options.slurm, jobs, slurm_times);
  } else {
    grade_on_simulator(begun, jobs);
    if (!gpus.empty()) {
      compile_for_gpus(begun, session, jobs);
      time_on_gpus(begun, gpus);
    }
  }
  const int compared = options.similarity ? compare(begun, course, session.installation.student()) : 0;
  print_remarks(begun);
  return std::max(write_books(begun, course, references), compared);
}

}  // namespace

void add_class(CLI::App& app, Run& run) {
  auto options = std::make_shared<ClassOptions>();
  Subcommand command(app, "class", course_command_help("class"));
  command
      .option("submissions", options->submissions,
              "What a platform gives for download, or a folder with a folder for each student")
      .shown_as("SUBMISSIONS");
  command.option("exercises", options->exercises, "The exercises that count; none: the whole course")
      .shown_as("EXERCISE");
  command.option("--out", options->results, "Where results go, and where an interrupted class goes on")
      .shown_as("RESULTS");
  command.option("--roster", options->roster, "A table (CSV) of all students: who is who, and who is missing")
      .shown_as("FILE");
  command.option("--deadline", options->deadline, "What was handed in later is marked: \"2026-11-20 23:59\"")
      .shown_as("TIME");
  command
      .option("--extensions", options->extensions,
              "A table (CSV) of who has more time: student or group, deadline or days")
      .shown_as("FILE");
  command
      .option("--earlier", options->earlier,
              "Results of earlier classes of the course, whose late days are used")
      .shown_as("RESULTS")
      .one_at_a_time();
  command
      .option("--csv", options->csv,
              "How gradebook.csv is written: comma, or semicolon for a spreadsheet with 2,5")
      .one_of({"comma", "semicolon"});
  command.flag("--best", options->best, "Grade all attempts; a student's best one counts, not the newest");
  command.option("--gpus", options->gpus, "The GPUs that take times, as 0,1 (default: all)")
      .separated_by(',');
  add_slurm_options(command, options->slurm);
  command.flag("--similarity", options->similarity,
               "Also compare the files of each exercise, by compare50 where it is installed");
  add_seed_option(command, options->common.seed,
                  "The numbers of all inputs (default: fresh ones, kept in RESULTS)");
  add_common_options(command, options->common);
  command.sets(run, [options] { return grade_class(*options); });
  for (auto* add : {add_class_status, add_class_points, add_class_regrade, add_class_mails, add_class_board,
                    add_class_place, add_class_work})
    command.holds(add, run);
}

}  // namespace warpgrade::app
