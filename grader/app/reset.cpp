// ./grade reset EXERCISE[/TASK]: puts the stub back. What was there is kept beside it.
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/common_options.hpp"
#include "app/selection.hpp"
#include "app/subcommand.hpp"
#include "course/course.hpp"
#include "course/source_sections.hpp"
#include "judge/options.hpp"
#include "system/atomic_file.hpp"
#include "system/file_text.hpp"
#include "system/process.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

struct ResetOptions {
  std::vector<std::string> names;
  fs::path course;
};

/// As the last commit has it: a checkout keeps stubs in student/ only.
std::optional<std::string> committed(const fs::path& file) try {
  const auto ran = system::run_command(
      {.command = {"git", "-C", file.parent_path().string(), "show", "HEAD:./" + file.filename().string()},
       .variables = system::whole_environment()},
      {});
  return ran.status.success() ? std::optional(ran.output) : std::nullopt;
} catch (const std::system_error&) {
  return std::nullopt;  // there is no git
}

std::string stub_of(const spec::Exercise& exercise, const fs::path& file) {
  const fs::path kept = kept_stub(exercise, file.filename().string());
  if (const auto stub = system::file_text(kept)) return *stub;
  if (const auto stub = committed(file)) return *stub;
  throw UsageError(
      fmt::format("the stub of {} is not here: there is no {}, and git has no {}. Take it from the handout.",
                  exercise.name, as_typed(kept).string(), as_typed(file).string()));
}

/// Keeps the file under a name that is never graded. Returns that.
fs::path keep(const fs::path& file) {
  fs::path kept = fmt::format("{}.{:%Y-%m-%d-%H%M}", file.string(), fmt::localtime(std::time(nullptr)));
  while (fs::exists(kept)) kept += "+";
  fs::copy_file(file, kept);
  return kept;
}

/// False if a task was asked for of which the file has no TODO blocks of its own.
bool reset_one(const judge::Selection& selected, const spec::Exercise& exercise, const fs::path& file) {
  if (fs::is_symlink(file))
    throw UsageError(fmt::format("{} is a link to another file, which is not touched: remove the link first.",
                                 as_typed(file).string()));
  const std::string stub = stub_of(exercise, file), shown = as_typed(file).string();
  const std::optional<std::string> before = system::file_text(file);
  const std::optional<std::string> after =
      selected.task.empty() ? stub : with_blocks_of_stub(selected.task, before.value_or(""), stub, exercise);
  if (!after) return false;
  const std::string what =
      selected.task.empty() ? shown : fmt::format("What {} has for {}", shown, selected.task);
  if (before == after) {
    fmt::print("{} is the stub already: nothing was changed.\n", what);
    return true;
  }
  const fs::path kept = before ? keep(file) : fs::path();
  system::write_file_and_folders(file, *after);
  fmt::print("{} is the stub again.\n", what);
  if (before) fmt::print("The file as it was is now {}, which is not graded.\n", as_typed(kept).string());
  return true;
}

void reset_all(const judge::Selection& selected, const spec::Exercise& exercise, const fs::path& folder) {
  const std::vector<std::string> files = exercise.edited_files();
  std::size_t reset = 0;
  for (const std::string& file : files) reset += reset_one(selected, exercise, folder / file) ? 1 : 0;
  if (reset == 0)
    throw UsageError(
        fmt::format("{} and the stub do not have the same TODO blocks for {} alone. Reset the whole file: "
                    "./grade reset {}",
                    as_typed(folder / files.front()).string(), selected.task, exercise.name));
}

int reset(const ResetOptions& options) {
  const Installation installation = find_installation(options.course);
  const spec::Course course = load_course(installation);
  for (const judge::Selection& selected : select(course, options.names)) {
    const spec::Exercise& exercise = *find_exercise(course, selected.exercise);
    reset_all(selected, exercise, installation.student() / exercise.unit);
  }
  return 0;
}

}  // namespace

void add_reset(CLI::App& app, Run& run) {
  auto options = std::make_shared<ResetOptions>();
  Subcommand command(app, "reset", "Begin anew: put the stub back, and keep your file under another name");
  command.option("names", options->names, "Whose stub; of a task, only its TODO blocks")
      .shown_as("EXERCISE[/TASK]")
      .required();
  add_course_option(command, options->course);
  command.sets(run, [options] { return reset(*options); });
}

}  // namespace warpgrade::app
