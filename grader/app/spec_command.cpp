// ./grade spec FILE…: checks exercise.toml, unit.toml, quizzes, *.hidden.toml and tables of wrong kernels,
// and prints all mistakes of all files. Without files: the whole course, and whether its files fit together.
#include <algorithm>
#include <iostream>
#include <iterator>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/common_options.hpp"
#include "app/course_program.hpp"
#include "app/subcommand.hpp"
#include "course/course.hpp"
#include "judge/cases/oracle_check.hpp"
#include "judge/grading.hpp"
#include "quiz/seal.hpp"
#include "spec/course_file.hpp"
#include "spec/quiz.hpp"
#include "verify/kernel_lists.hpp"
#include "verify/layout.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

struct SpecOptions {
  std::vector<fs::path> files;
  fs::path course;
};

constexpr std::string_view kHiddenSuffix = ".hidden.toml";
constexpr std::string_view kQuizSuffix = ".quiz.toml";
// The folder of the tables of wrong kernels.
constexpr const char* kWrong = "wrong";

bool has_suffix(const std::string& name, std::string_view suffix) {
  return name.size() > suffix.size() && name.ends_with(suffix);
}

/// Operators and inputs are known to the oracle alone. A spec may be looked at before there is one.
void check_names(const spec::Exercise& exercise, judge::Oracles& oracles) {
  if (fs::exists(exercise.folder / "oracle.cpp")) judge::check_against_oracle(exercise, oracles.of(exercise));
}

fs::path folder_of(const fs::path& file) { return fs::absolute(file).lexically_normal().parent_path(); }

bool is_table_of_wrong_kernels(const fs::path& file) { return folder_of(file).filename() == kWrong; }

/// The folder of a unit's references that a file lies in, or in its folder of tables.
fs::path unit_of(const fs::path& file) {
  return is_table_of_wrong_kernels(file) ? folder_of(file).parent_path() : folder_of(file);
}

/// The file of assignments/<unit>/<exercise>/ that <exercise><suffix> among the unit's references belongs to.
fs::path partner_of(const fs::path& file, std::string_view suffix, const char* partner,
                    std::string_view does) {
  const fs::path unit = unit_of(file);
  std::string exercise = file.filename().string();
  exercise.resize(exercise.size() - suffix.size());
  const fs::path found =
      unit.parent_path().parent_path() / "assignments" / unit.filename() / exercise / partner;
  if (!fs::exists(found))
    throw UsageError(
        fmt::format("{}: this file {}, but there is no {}. Name the file <exercise>{} and put it in "
                    "reference/<unit>/{}.",
                    file.string(), does, as_typed(found).string(), suffix,
                    is_table_of_wrong_kernels(file) ? kWrong : ""));
  return found;
}

/// reference/<unit>/<exercise>.hidden.toml adds to assignments/<unit>/<exercise>/exercise.toml.
void check_hidden(const fs::path& file, judge::Oracles& oracles) {
  spec::Exercise exercise =
      spec::read_exercise(partner_of(file, kHiddenSuffix, "exercise.toml", "adds cases to an exercise"));
  spec::add_hidden_cases(exercise, file);
  check_names(exercise, oracles);
}

spec::Quiz read_quiz(const fs::path& file) {
  return spec::read_quiz(file, spec::read_exercise(file.parent_path() / "exercise.toml"));
}

/// reference/<unit>/<exercise>.quiz.toml answers assignments/<unit>/<exercise>/quiz.toml.
void check_solutions(const fs::path& file) {
  spec::read_solutions(file, read_quiz(partner_of(file, kQuizSuffix, "quiz.toml", "answers a quiz")));
}

/// reference/<unit>/wrong/<exercise>.toml: its keys, and that all edits fit their bases.
void check_wrong_kernels(const fs::path& file) {
  const spec::Exercise exercise =
      spec::read_exercise(partner_of(file, ".toml", "exercise.toml", "lists wrong kernels"));
  for (const verify::WrongKernel& kernel : verify::read_wrong_kernels(file, unit_of(file), exercise))
    verify::text_of(kernel);
}

/// reference/<unit>/cheats/<exercise>.toml, beside the folder of its files.
bool is_table_of_cheats(const fs::path& file) {
  return file.parent_path().filename() == "cheats" && fs::is_directory(fs::path(file).replace_extension());
}

void check_file(const fs::path& file, judge::Oracles& oracles) {
  const std::string name = file.filename().string();
  if (!fs::exists(file)) throw UsageError(fmt::format("{} does not exist.", file.string()));
  if (name == "unit.toml")
    spec::read_unit(file);
  else if (name == "course.toml")
    spec::read_course_file(file);
  else if (name == "quiz.toml")
    read_quiz(file);
  else if (name == "quiz.sealed.toml")
    quiz::read_seals(file);
  else if (is_table_of_wrong_kernels(file))
    check_wrong_kernels(file);
  else if (has_suffix(name, kQuizSuffix))
    check_solutions(file);
  else if (has_suffix(name, kHiddenSuffix))
    check_hidden(file, oracles);
  else if (name == "exercise.toml")
    check_names(spec::read_exercise(file), oracles);
  else if (is_table_of_cheats(file))
    throw UsageError(fmt::format("{}: ci/cheats.py reads this table, and says what is wrong with it.",
                                 as_typed(file).string()));
  else
    throw UsageError(
        fmt::format("{}: the grader reads no file of this name. Name it exercise.toml, unit.toml, "
                    "course.toml, quiz.toml, "
                    "<exercise>.hidden.toml or <exercise>.quiz.toml, or remove it.",
                    file.string()));
}

/// All tables that lie in a folder or beneath it. Those of cheats are for ci/cheats.py.
std::vector<fs::path> tables_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".toml" && !is_table_of_cheats(entry.path()))
      files.push_back(as_typed(entry.path()));
  std::sort(files.begin(), files.end());
  return files;
}

/// What is meant by what was named: a file, an exercise's folder, or a folder of any tables.
std::vector<fs::path> files_of(const fs::path& named) {
  if (!fs::is_directory(named)) return {named};
  if (fs::exists(named / "exercise.toml")) return {named / "exercise.toml"};
  std::vector<fs::path> files = tables_in(named);
  if (files.empty()) files.push_back(named / "exercise.toml");  // which is told to be missing
  return files;
}

std::vector<fs::path> files_of(const Installation& installation) {
  std::vector<fs::path> files;
  for (const fs::path& folder : {installation.assignments(), installation.reference()})
    if (fs::is_directory(folder)) std::ranges::copy(tables_in(folder), std::back_inserter(files));
  if (fs::exists(installation.course_file())) files.push_back(as_typed(installation.course_file()));
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<fs::path> files_of(const SpecOptions& options, const Installation& installation) {
  if (options.files.empty()) return files_of(installation);
  std::vector<fs::path> files;
  for (const fs::path& named : options.files) std::ranges::copy(files_of(named), std::back_inserter(files));
  return files;
}

/// The mistakes in a file, one for each line to print.
std::vector<std::string> mistakes_in(const fs::path& file, judge::Oracles& oracles) {
  std::vector<std::string> mistakes;
  try {
    check_file(file, oracles);
  } catch (const spec::SpecError& error) {
    for (const spec::Diagnostic& diagnostic : error.diagnostics()) mistakes.push_back(diagnostic.str());
  } catch (const UsageError& error) {
    mistakes.emplace_back(error.what());
  } catch (const std::runtime_error& error) {  // another file that this one needs
    mistakes.push_back(fmt::format("{}: {}", file.string(), error.what()));
  }
  return mistakes;
}

/// What no file shows by itself: do the lists of the units fit the folders, and is each file there? Students
/// have a part of the files only.
std::vector<std::string> mistakes_in_course(const Installation& installation) {
  if (!fs::is_directory(installation.reference())) return {};
  std::vector<std::string> mistakes;
  try {
    const spec::Course course = spec::read_course(as_typed(installation.assignments()));
    std::vector<const spec::Exercise*> exercises;
    for (const spec::Exercise& exercise : course.exercises) exercises.push_back(&exercise);
    return verify::check_layout(installation, course, exercises);
  } catch (const spec::SpecError& error) {
    for (const spec::Diagnostic& diagnostic : error.diagnostics()) mistakes.push_back(diagnostic.str());
  }
  return mistakes;
}

int check_specs(const SpecOptions& options) {
  const Installation installation = find_installation(options.course);
  const auto oracles = oracles_of(installation);
  const auto files = files_of(options, installation);
  std::set<std::string> told;
  const auto tell = [&](const std::vector<std::string>& mistakes) {
    for (const std::string& mistake : mistakes)
      if (told.insert(mistake).second) fmt::print("{}\n", mistake);
  };
  for (const fs::path& file : files) {
    const auto mistakes = mistakes_in(file, *oracles);
    if (mistakes.empty()) fmt::print("{}: correct\n", file.string());
    tell(mistakes);
  }
  if (options.files.empty()) tell(mistakes_in_course(installation));
  if (told.empty()) return 0;
  std::fflush(stdout);
  std::cerr << fmt::format("{} mistake{} in {} file{}\n", told.size(), told.size() == 1 ? "" : "s",
                           files.size(), files.size() == 1 ? "" : "s");
  return 2;
}

}  // namespace

void add_spec(CLI::App& app, Run& run) {
  auto options = std::make_shared<SpecOptions>();
  Subcommand command(app, "spec", course_command_help("spec"));
  command.option("files", options->files, "The files, or folders of them; none: all of the course")
      .shown_as("FILE");
  add_course_option(command, options->course);
  command.sets(run, [options] { return check_specs(*options); });
}

}  // namespace warpgrade::app
