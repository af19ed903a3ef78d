// ./grade hint EXERCISE/TASK: what the instructor advises. For a whole exercise: the hints of all its tasks.
#include <memory>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/common_options.hpp"
#include "app/selection.hpp"
#include "app/subcommand.hpp"
#include "course/course.hpp"
#include "judge/options.hpp"

namespace warpgrade::app {
namespace {

struct HintOptions {
  std::vector<std::string> names;
  std::filesystem::path course;
};

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
        fmt::print("There is no hint for this task. Its description: {}\n\n", handout);
      else
        fmt::print("{}\n(The description of the task: {})\n\n", task.hint, handout);
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
