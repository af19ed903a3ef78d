// ./grade handout DIR EXERCISE...: makes the copy of the course that students get, without any solution; with
// --notebooks, as notebooks.
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/common_options.hpp"
#include "app/course_program.hpp"
#include "app/interrupt.hpp"
#include "app/selection.hpp"
#include "app/session.hpp"
#include "app/subcommand.hpp"
#include "handout/notebook.hpp"
#include "judge/oracles/oracles.hpp"
#include "judge/recording/record.hpp"
#include "report/terminal.hpp"
#include "report/text.hpp"
#include "simulator/driver/programs.hpp"
#include "verify/author_marks.hpp"
#include "verify/kernel_verdicts.hpp"
#include "verify/stub_files.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

struct HandoutOptions {
  fs::path folder, course, package;
  std::vector<std::string> exercises;
  bool notebooks = false;
  std::string wheel;
};

/// Ends with a slash or not, as the user typed it.
fs::path absolute_folder(const fs::path& typed) {
  const fs::path folder = fs::absolute(typed).lexically_normal();
  return folder.has_filename() ? folder : folder.parent_path();
}

/// Before anything is graded.
void check_options(const HandoutOptions& options, const fs::path& folder) {
  if (options.notebooks && !options.package.empty())
    throw UsageError("notebooks install the grader from a wheel: give --wheel, and not --package.");
  if (!options.notebooks && !options.wheel.empty())
    throw UsageError("--wheel is for notebooks: add --notebooks.");
  try {
    handout::check_is_free(folder);
    handout::check_is_wheel(options.wheel);
    if (!options.package.empty()) handout::check_is_package(options.package);
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
}

std::vector<const spec::Exercise*> exercises_of(const spec::Course& course) {
  std::vector<const spec::Exercise*> exercises;
  for (const spec::Exercise& exercise : course.exercises) exercises.push_back(&exercise);
  return exercises;
}

std::vector<std::string> problems_in_stubs(const Installation& installation, const spec::Course& course) {
  std::vector<std::string> problems;
  for (const spec::Exercise& exercise : course.exercises)
    verify::check_stub(installation, exercise, problems);
  return problems;
}

/// Grades all stubs, which must be unsolved. So a solution in a stub is found even if it is not the
/// reference's.
std::vector<std::string> solved_stubs(const Session& session, const spec::Course& course) {
  auto kernels = verify::kernels_of(session.installation, exercises_of(course), {kDefaultDevice}, 0);
  std::erase_if(kernels, [](const verify::Kernel& k) { return k.role != verify::Kernel::Role::stub; });
  const int jobs = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  report::ProgressLine line(std::cerr, report::is_terminal(STDERR_FILENO));
  std::size_t done = 0;
  const auto outcomes = verify::grade_kernels(
      kernels, session.grading, verify::WrongKernelCases::until_verdict, jobs, nullptr,
      [&](const verify::KernelOutcome& outcome) {
        line.show(++done, kernels.size(), "the stub of " + outcome.kernel.exercise->name);
      });
  std::vector<std::string> problems;
  for (const verify::KernelOutcome& outcome : outcomes)
    if (outcome.judgement == verify::Judgement::unexpected)
      problems.push_back(fmt::format("{}: this stub is graded {}, and must be {}. {}",
                                     as_typed(outcome.kernel.file).string(), to_string(outcome.got),
                                     to_string(outcome.kernel.expected), outcome.detail));
  return problems;
}

/// What the author of a new exercise has not written yet, students would read.
void warn_of_marks(const fs::path& assignments) {
  std::size_t marks = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(assignments))
    marks += verify::author_marks(entry.path()).size();
  if (marks > 0)
    fmt::print("Left to write: {} of assignments/. `./grade verify` lists them.\n",
               report::counted(marks, "line"));
}

void print_left_out(const fs::path& folder, const fs::path& package) {
  fmt::print(
      "Students do not get: reference/ (solutions, hidden cases, wrong kernels, answers to the quizzes), the "
      "grader's\nsource, and what you wrote in student/ beside the stubs. {}\nTry it as a student does:\n  "
      "cd {} "
      "&& ./grade\n",
      package.empty() ? "They need the grader installed, or --package FILE puts its package into the handout."
                      : "The package of the grader lies in the handout.",
      as_typed(folder).string());
}

/// Of each exercise the first task that combines elements, if one does.
std::map<std::string, std::string> drawn_tasks(const Session& session, const spec::Course& course) {
  std::map<std::string, std::string> drawn;
  for (const spec::Exercise& exercise : course.exercises) {
    if (exercise.program) continue;
    const kit::Oracle oracle = session.grading.oracles->of(exercise);
    for (const spec::Task& task : exercise.tasks)
      if (judge::has_graph(task, oracle)) drawn.emplace(exercise.name, task.name);
  }
  return drawn;
}

void print_made(const handout::Handout& made, const fs::path& folder, const spec::Course& course) {
  fmt::print("{}: {} files, {:.1f} MB, {} exercises.\n", as_typed(folder).string(), made.files,
             static_cast<double>(made.bytes) / 1e6, course.exercises.size());
}

int handout(const HandoutOptions& options) {
  const Installation installation = find_installation(options.course);
  if (!fs::is_directory(installation.reference()))
    throw UsageError(
        "handout is for instructors: it needs the course's reference/ to check the stubs, and that is not "
        "here.");
  const fs::path folder = absolute_folder(options.folder);
  check_options(options, folder);
  const Session session({.device = judge::only(kDefaultDevice)}, installation);
  const spec::Course course = selected_part(session.course, options.exercises);

  end_cleanly_when_interrupted("interrupted; no handout was made.");
  std::vector<std::string> problems = problems_in_stubs(installation, course);
  if (problems.empty()) problems = solved_stubs(session, course);
  for (const std::string& problem : problems) fmt::print("{}\n", problem);
  if (!problems.empty()) throw UsageError("no handout was made: mend the stubs above first.");

  const handout::Sources sources = {installation.course, wgsim::driver::share_folder() / "handout",
                                    options.package};
  if (options.notebooks) {
    const handout::NotebookSources all = {sources, options.wheel, drawn_tasks(session, course)};
    print_made(handout::make_notebooks(all, course, folder), folder, course);
    if (options.wheel.empty())
      fmt::print("Each needs the grader's wheel, warpgrade-*.whl, beside it, or give --wheel.\n");
    return 0;
  }
  print_made(handout::make_handout(sources, course, folder), folder, course);
  warn_of_marks(folder / "assignments");
  print_left_out(folder, options.package);
  return 0;
}

}  // namespace

void add_handout(CLI::App& app, Run& run) {
  auto options = std::make_shared<HandoutOptions>();
  Subcommand command(app, "handout", course_command_help("handout"));
  command.option("dir", options->folder, "A new folder, or an empty one").shown_as("DIR").required();
  command.option("exercises", options->exercises, "What it holds; none: the whole course")
      .shown_as("EXERCISE");
  command
      .option("--package", options->package,
              "The grader's package for students who have it not installed: warpgrade_*.deb or .tar.gz")
      .shown_as("FILE");
  command.flag("--notebooks", options->notebooks,
               "A Jupyter notebook for each exercise in place of the folders");
  command
      .option("--wheel", options->wheel,
              "Notebooks install the grader from it: an address, or a file, which goes along "
              "(default: warpgrade-*.whl beside the notebook)")
      .shown_as("FILE|URL");
  add_course_option(command, options->course);
  command.sets(run, [options] { return handout(*options); });
}

}  // namespace warpgrade::app
