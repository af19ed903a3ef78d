// warpgrade new UNIT/EXERCISE --like KIND: writes all files of an exercise that builds, and says what is left
// to write.
#include <algorithm>
#include <iostream>
#include <memory>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/common_options.hpp"
#include "app/course_program.hpp"
#include "app/subcommand.hpp"
#include "course/course.hpp"
#include "judge/cases/oracle_check.hpp"
#include "judge/compile/toolchain.hpp"
#include "judge/options.hpp"
#include "judge/oracles/oracles.hpp"
#include "judge/workshop.hpp"
#include "new_exercise/draft.hpp"
#include "new_exercise/from_program.hpp"
#include "simulator/driver/programs.hpp"
#include "verify/author_marks.hpp"
#include "verify/stub_files.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

struct NewOptions {
  std::string name, kind;
  fs::path course, from;
  std::vector<std::string> arguments;
  std::string input;
};

new_exercise::Request request_of(const NewOptions& options) {
  const std::size_t slash = options.name.find('/');
  if (slash == std::string::npos || options.name.find('/', slash + 1) != std::string::npos)
    throw UsageError(fmt::format("'{}' must be UNIT/EXERCISE, for example filters/blur.", options.name));
  return {.templates = wgsim::driver::share_folder() / "templates",
          .script = wgsim::driver::share_folder() / "handout/grade",
          .course = course_folder(options.course),
          .unit = options.name.substr(0, slash),
          .exercise = options.name.substr(slash + 1),
          .kind = options.kind,
          .from = options.from,
          .arguments = options.arguments,
          .input = options.input};
}

/// As a name that is no namespace: a word of C++, or a function of the C library or of CUDA.
[[noreturn]] void throw_bad_name(const std::string& name, const std::string& why) {
  throw UsageError(fmt::format(
      "'{}' can't be the name of an exercise: its files do not compile. The name is also that of a "
      "namespace; a word of C++ can't be one, nor can a function of the C library or of CUDA. Choose "
      "another name.\n  {}",
      name, why));
}

/// The mistakes in a program that someone has brought.
[[noreturn]] void throw_does_not_build(const std::string& what, const judge::BuildResult& built) {
  std::string message = fmt::format("{} does not compile with this exercise's files:", what);
  for (const Finding& finding : built.findings)
    message += fmt::format("\n  {}:{}: {}", finding.place.file, finding.place.line, finding.message);
  throw UsageError(message);
}

/// Runs the reference of a program twice, and writes what it prints into the exercise.
void see_what_is_right(const new_exercise::Draft& draft, const spec::Exercise& exercise,
                       const Installation& installation, judge::Workshop& workshop) {
  const fs::path source = verify::reference_of(installation, exercise);
  const judge::BuildResult built = workshop.build(kDefaultDevice, {.exercise = &exercise,
                                                                   .source = source,
                                                                   .only_task = {},
                                                                   .cache = installation.cache,
                                                                   .trusted = true});
  if (!built.ok()) throw_does_not_build("The program", built);
  std::vector<new_exercise::ProgramOutput> runs;
  for (const Order order : {Order::forward, Order::reverse}) {
    const judge::ProgramResult ran =
        workshop.run_program(kDefaultDevice, built.runner, exercise,
                             *exercise.tasks.front().cases.front().run, {.timeout_s = 60, .order = order},
                             /*tool=*/{});
    if (!ran.findings.empty())
      throw UsageError(fmt::format("the program is not right as it is: {}:{}: {}",
                                   ran.findings.front().place.file, ran.findings.front().place.line,
                                   ran.findings.front().message));
    if (!ran.status.success())
      throw UsageError(fmt::format(
          "the program ends with exit code {}. Does it need arguments, or an input? --arguments and "
          "--input give them.",
          ran.status.code));
    runs.push_back({ran.printed, new_exercise::written_in(ran.folder, exercise.program->data)});
  }
  new_exercise::write_what_is_right(draft.exercise_toml(), runs);
}

/// Before the files get into their place: do oracle and stub compile?
void require_builds(const new_exercise::Draft& draft) {
  const Installation installation = find_installation(draft.folder());
  const spec::Exercise exercise = spec::read_exercise(draft.exercise_toml());
  judge::GradingOptions grading;
  grading.oracles = oracles_of(installation);
  try {
    if (!exercise.program) judge::check_against_oracle(exercise, grading.oracles->of(exercise));
  } catch (const spec::SpecError& error) {
    throw_bad_name(exercise.name, error.diagnostics().front().message);
  }
  const auto workshop = judge::make_workshop(judge::read_toolchain(installation.toolchain), grading);
  const judge::BuildResult built =
      workshop->build(kDefaultDevice, {.exercise = &exercise,
                                       .source = verify::stub_of(installation, exercise),
                                       .only_task = {},
                                       .cache = installation.cache});
  if (built.ok() && exercise.program) see_what_is_right(draft, exercise, installation, *workshop);
  if (built.ok()) return;
  if (exercise.program) throw_does_not_build("The stub", built);
  const bool has_finding = !built.findings.empty();
  if (has_finding && built.findings.front().verdict == Verdict::grader_error)
    throw std::runtime_error(built.findings.front().message);
  throw_bad_name(exercise.name, has_finding ? built.findings.front().message : built.compiler_output);
}

/// The script of the course, from here.
std::string again(const fs::path& course, const std::string& words) {
  const fs::path script = as_typed(course / "grade");
  return fmt::format("{}{} {}", script.has_parent_path() ? "" : "./", shell_word(script.string()), words);
}

void print_report(const new_exercise::Request& request, const std::vector<fs::path>& files) {
  fmt::print("Written, like {}:\n", request.kind);
  for (const fs::path& file : files) fmt::print("  {}\n", as_typed(request.course / file).string());
  fmt::print("\nIt builds and can be graded. Left to write, at the word AUTHOR:\n");
  for (const fs::path& file : files)
    for (const verify::AuthorMark& mark : verify::author_marks(request.course / file))
      fmt::print("  {}:{}: {}\n", as_typed(mark.file).string(), mark.line, mark.what);
  fmt::print("\nThis tells what is left, and whether all kernels get their verdicts:\n  {}\n",
             again(request.course, "verify " + request.exercise));
}

int make_new(const NewOptions& options) {
  const new_exercise::Request request = request_of(options);
  try {
    const new_exercise::Draft draft(request);
    require_builds(draft);
    print_report(request, draft.move_into_place());
  } catch (const new_exercise::Refused& refused) {
    throw UsageError(refused.what());
  }
  return 0;
}

}  // namespace

void add_new(CLI::App& app, Run& run) {
  auto options = std::make_shared<NewOptions>();
  Subcommand command(app, "new", course_command_help("new"));
  command.option("name", options->name, "The unit and the exercise").shown_as("UNIT/EXERCISE").required();
  command.option("--like", options->kind, "The template: map, operator, sort or picture; or program")
      .shown_as("KIND")
      .required();
  command
      .option(
          "--from", options->from,
          "Like program: a folder with a working one, // TODO and // END TODO around what a student writes")
      .shown_as("DIR");
  command.option("--arguments", options->arguments, "Like program: how it is called in the first case")
      .shown_as("WORDS")
      .separated_by(' ');
  command
      .option("--input", options->input, "Like program: a file of DIR, the standard input of the first case")
      .shown_as("FILE");
  add_course_option(command, options->course);
  command.sets(run, [options] { return make_new(*options); });
}

}  // namespace warpgrade::app
