// ./grade handout DIR: makes the copy of the course that students get, without any solution.
#include "handout/handout.hpp"

#include <algorithm>
#include <iostream>
#include <memory>
#include <thread>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/common_options.hpp"
#include "app/interrupt.hpp"
#include "app/session.hpp"
#include "report/progress.hpp"
#include "verify/kernels.hpp"
#include "verify/stub_files.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

/// Ends with a slash or not, as the user typed it.
fs::path absolute_folder(const fs::path& typed) {
  const fs::path folder = fs::absolute(typed).lexically_normal();
  return folder.has_filename() ? folder : folder.parent_path();
}

void check_is_free(const fs::path& folder) {
  try {
    handout::check_is_free(folder);
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

/// A solution that is not the reference's is noticed by what it does: every stub must be unsolved.
std::vector<std::string> solved_stubs(const Session& session) {
  auto kernels = verify::kernels_of(session.installation, exercises_of(session.course), {kDefaultDevice}, 0);
  std::erase_if(kernels, [](const verify::Kernel& k) { return k.role != verify::Kernel::Role::stub; });
  const int jobs = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  report::ProgressLine line(std::cerr, report::is_terminal(STDERR_FILENO));
  std::size_t done = 0;
  const auto outcomes = verify::grade_kernels(
      kernels, session.grading, verify::WrongKernelCases::until_verdict, jobs,
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

void print_left_out() {
  fmt::print(
      "Students do not get: reference/ (solutions, hidden cases, wrong kernels, answers to the quizzes), "
      "the\n"
      "tests of the grader, and what you wrote in student/ beside the stubs. Try it as a student does:\n");
}

int handout(const fs::path& typed) {
  const Installation installation = find_installation();
  if (!fs::is_directory(installation.reference()))
    throw UsageError(
        "handout is for instructors: it needs the course's reference/ to check the stubs, and that is not "
        "here.");
  const fs::path folder = absolute_folder(typed);
  check_is_free(folder);
  const Session session({.device = judge::only(kDefaultDevice)}, installation);
  const spec::Course& course = session.course;

  end_cleanly_when_interrupted("interrupted; no handout was made.");
  std::vector<std::string> problems = problems_in_stubs(installation, course);
  if (problems.empty()) problems = solved_stubs(session);
  for (const std::string& problem : problems) fmt::print("{}\n", problem);
  if (!problems.empty()) throw UsageError("no handout was made: mend the stubs above first.");

  const handout::Handout made = handout::make_handout(installation.course, course, folder);
  fmt::print("{}: {} files, {:.1f} MB, {} exercises.\n", as_typed(folder).string(), made.files,
             static_cast<double>(made.bytes) / 1e6, course.exercises.size());
  print_left_out();
  fmt::print("  cd {} && ci/bootstrap.sh && ./grade\n", as_typed(folder).string());
  return 0;
}

}  // namespace

void add_handout(CLI::App& app, Run& run) {
  auto folder = std::make_shared<fs::path>();
  CLI::App* command = app.add_subcommand(
      "handout", "For instructors: make the copy of the course that students get, without solutions");
  command->add_option("dir", *folder, "A new folder, or an empty one")->type_name("DIR")->required();
  command->callback([folder, &run] { run = [folder] { return handout(*folder); }; });
}

}  // namespace warpgrade::app
