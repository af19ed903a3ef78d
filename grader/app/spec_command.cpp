// ./grade spec FILE…: checks exercise.toml, unit.toml and *.hidden.toml, and prints all mistakes of all
// files. Without files: the whole course.
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/common_options.hpp"
#include "course/course.hpp"
#include "judge/cases/oracle_check.hpp"
#include "judge/grading.hpp"
#include "kit/oracle.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

struct SpecOptions {
  std::vector<fs::path> files;
  fs::path course;
};

constexpr std::string_view kHiddenSuffix = ".hidden.toml";

/// Operators and inputs are known to the oracle alone, and only oracles of this build can be asked.
void check_names(const spec::Exercise& exercise) {
  if (kit::find_oracle(exercise.name)) judge::check_against_oracle(exercise);
}

/// reference/<unit>/<exercise>.hidden.toml adds to assignments/<unit>/<exercise>/exercise.toml.
void check_hidden(const fs::path& file) {
  const fs::path unit = fs::absolute(file).lexically_normal().parent_path();
  std::string exercise_name = file.filename().string();
  exercise_name.resize(exercise_name.size() - kHiddenSuffix.size());
  const fs::path exercise_toml =
      unit.parent_path().parent_path() / "assignments" / unit.filename() / exercise_name / "exercise.toml";
  if (!fs::exists(exercise_toml))
    throw UsageError(
        fmt::format("{}: a hidden.toml adds cases to an exercise, but there is no {}. Name the file "
                    "<exercise>.hidden.toml and put it in reference/<unit>/.",
                    file.string(), as_typed(exercise_toml).string()));
  spec::Exercise exercise = spec::read_exercise(exercise_toml);
  spec::add_hidden_cases(exercise, file);
  check_names(exercise);
}

void check_file(const fs::path& path) {
  const fs::path file = fs::is_directory(path) ? path / "exercise.toml" : path;
  const std::string name = file.filename().string();
  if (!fs::exists(file)) throw UsageError(fmt::format("{} does not exist.", file.string()));
  if (name == "unit.toml")
    spec::read_unit(file);
  else if (name.size() > kHiddenSuffix.size() && name.ends_with(kHiddenSuffix))
    check_hidden(file);
  else
    check_names(spec::read_exercise(file));
}

std::vector<fs::path> files_of(const Installation& installation) {
  std::vector<fs::path> files;
  for (const fs::path& folder : {installation.assignments(), installation.reference()}) {
    if (!fs::is_directory(folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (entry.path().extension() == ".toml") files.push_back(as_typed(entry.path()));
  }
  std::sort(files.begin(), files.end());
  return files;
}

int check_specs(const SpecOptions& options) {
  auto files = options.files.empty() ? files_of(find_installation(options.course)) : options.files;
  std::size_t mistakes = 0;
  for (const fs::path& file : files) {
    try {
      check_file(file);
      fmt::print("{}: correct\n", file.string());
    } catch (const spec::SpecError& error) {
      for (const spec::Diagnostic& diagnostic : error.diagnostics()) fmt::print("{}\n", diagnostic.str());
      mistakes += error.diagnostics().size();
    } catch (const UsageError& error) {
      fmt::print("{}\n", error.what());
      ++mistakes;
    }
  }
  if (mistakes == 0) return 0;
  std::fflush(stdout);
  std::cerr << fmt::format("{} mistake{} in {} file{}\n", mistakes, mistakes == 1 ? "" : "s", files.size(),
                           files.size() == 1 ? "" : "s");
  return 2;
}

}  // namespace

void add_spec(CLI::App& app, Run& run) {
  auto options = std::make_shared<SpecOptions>();
  CLI::App* command = app.add_subcommand("spec", "Check exercise.toml, unit.toml and hidden.toml files");
  command->add_option("files", options->files, "The files; none: all of the course")->type_name("FILE");
  add_course_option(*command, options->course);
  command->callback([options, &run] { run = [options] { return check_specs(*options); }; });
}

}  // namespace warpgrade::app
