// ./grade hint EXERCISE/TASK: what the instructor advises. For a whole exercise: the hints of all its tasks.
#include <memory>
#include <unistd.h>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/common_options.hpp"
#include "app/selection.hpp"
#include "app/subcommand.hpp"
#include "course/course.hpp"
#include "judge/options.hpp"
#include "report/failure.hpp"
#include "report/human.hpp"
#include "report/text.hpp"

namespace warpgrade::app {
namespace {

struct HintOptions {
  std::vector<std::string> names;
  std::filesystem::path course;
};

/// As wide as the terminal: an author's line breaks are those of the spec file.
void print(const std::string& text) {
  fmt::print("{}\n", report::indented(report::reflow(text), 0, report::human_options_for(STDOUT_FILENO)));
}

int hint(const HintOptions& options) {
  const spec::Course course = load_course(find_installation(options.course));
  for (const judge::Selection& selected : select(course, options.names)) {
    const spec::Exercise& exercise = *find_exercise(course, selected.exercise);
    const std::string handout = as_typed(exercise.folder / "README.md").string();
    for (const spec::Task& task : exercise.tasks) {
      if (!selected.task.empty() && task.name != selected.task) continue;
      fmt::print("{}/{}: {}\n", exercise.name, task.name, task.title);
      if (task.repair)
        fmt::print("The kernel in {} has one mistake: find it and repair it.\n", exercise.source);
      if (task.hint.empty())
        print(fmt::format("There is no hint for this task. Its description: {}", handout));
      else
        print(fmt::format("{}\n\n(The description of the task: {})", task.hint, handout));
    }
  }
  return 0;
}

}  // namespace

void add_hint(CLI::App& app, Run& run) {
  auto options = std::make_shared<HintOptions>();
  Subcommand command(app, "hint", "Show the hint of a task");
  command.option("names", options->names, "Whose hint").shown_as("EXERCISE[/TASK]").required();
  add_course_option(command, options->course);
  command.sets(run, [options] { return hint(*options); });
}

}  // namespace warpgrade::app
