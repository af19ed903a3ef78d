// ./grade list: units, exercises and tasks, with points and what the last grading gave.
#include <algorithm>
#include <iostream>
#include <memory>
#include <unistd.h>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/common_options.hpp"
#include "app/last_results.hpp"
#include "app/selection.hpp"
#include "app/subcommand.hpp"
#include "course/bounds_section.hpp"
#include "course/course.hpp"
#include "judge/cases/cases.hpp"
#include "judge/grading.hpp"
#include "report/style.hpp"
#include "report/terminal.hpp"
#include "report/text.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

struct ListOptions {
  std::vector<std::string> names;
  fs::path submission, course;
  bool cases = false, bounds = false;
};

/// What timing adds to a task at most.
double points_for_speed(const spec::Task& task) {
  return task.timing && !task.timing->tiers.empty() ? task.timing->tiers.back().points : 0;
}

/// "10 points (4 for speed)"
std::string points_of(const spec::Task& task) {
  const double speed = points_for_speed(task), all = task.points + speed;
  return fmt::format("{} {}{}", all, all == 1 ? "point" : "points",
                     speed > 0 ? fmt::format(" ({} for speed)", speed) : "");
}

/// What the last gradings gave, and the files as they are now.
struct Known {
  std::map<std::string, LastResult> results;
  TaskSources sources;
};

constexpr const char* kStale = "changed since";
constexpr const char* kAboutStale =
    "changed since: its lines are not those of the last check. ./grade EXERCISE/TASK checks it again.";

std::string state_of(const Known& known, const std::string& task) {
  const auto found = known.results.find(task);
  if (found == known.results.end()) return "not graded yet";
  if (found->second.is_stale(task, known.sources)) return kStale;
  return report::in_words(found->second.verdict);
}

struct Row {
  std::string name, points, state, title;
};

/// The columns of all rows that are listed. Titles begin a line of their own where a line is too short.
struct Columns {
  std::size_t name = 0, points = 0, state = 0, title = 0;

  bool some_are_stale = false;

  void make_room_for(const Row& row) {
    some_are_stale |= row.state == kStale;
    name = std::max(name, report::display_width(row.name));
    points = std::max(points, report::display_width(row.points));
    state = std::max(state, report::display_width(row.state));
    title = std::max(title, report::display_width(row.title));
  }
};

constexpr std::size_t kIndent = 4, kGap = 2;

/// The parts one after the other, each at its column; what does not fit begins a new line.
void print_row(const Row& row, const Columns& columns, std::size_t width) {
  std::string line(kIndent, ' ');
  line += report::pad_right(row.name, columns.name);
  const std::size_t states = kIndent + columns.name + kGap + columns.points + kGap + columns.state;
  const std::string state =
      report::pad_right(row.points, columns.points) + "  " + report::pad_right(row.state, columns.state);
  line += (states <= width ? "  " : "\n        ") + state;
  line += (states + kGap + columns.title <= width ? "  " : "\n        ") + row.title;
  for (const std::string_view one : report::split_lines(line))
    fmt::print("{}\n", one.substr(0, one.find_last_not_of(' ') + 1));
}

Row row_of(const spec::Exercise& exercise, const spec::Task& task, const Known& known) {
  const std::string name = exercise.name + "/" + task.name;
  return {name, points_of(task), state_of(known, name), (task.repair ? "Repair: " : "") + task.title};
}

void print_cases(const spec::Exercise& exercise, const spec::Task& task) {
  for (const judge::CaseName& known_case : judge::case_names(exercise))
    if (known_case.task == task.name)
      fmt::print("        {}{}\n", known_case.name, known_case.hidden ? "   (hidden)" : "");
}

/// The title and the file of an exercise.
void print_heading(const spec::Exercise& exercise, const fs::path& file, std::size_t width) {
  const std::string title = fmt::format("  {}: {}", exercise.name, exercise.title);
  const std::string path = as_typed(file).string();
  const bool fits = report::display_width(title) + 3 + report::display_width(path) <= width;
  fmt::print("\n{}{}{}\n", title, fits ? "   " : "\n    ", path);
}

int list(const ListOptions& options) {
  const Installation installation = find_installation(options.course);
  const spec::Course course = load_course(installation);
  const auto selection = select(course, options.names);
  const fs::path submission = options.submission.empty()
                                  ? installation.student()
                                  : fs::absolute(options.submission).lexically_normal();
  std::vector<const spec::Exercise*> exercises;
  for (const spec::Exercise& exercise : course.exercises) exercises.push_back(&exercise);
  const Known known{last_results(installation, submission), sources_of_tasks(exercises, submission)};
  const auto width = std::size_t(report::terminal_width(STDOUT_FILENO));

  const auto is_selected = [&](const spec::Exercise& exercise, const std::string& task) {
    return std::any_of(selection.begin(), selection.end(), [&](const judge::Selection& s) {
      return s.exercise == exercise.name && (s.task.empty() || task.empty() || s.task == task);
    });
  };
  Columns columns;
  for (const spec::Exercise& exercise : course.exercises)
    for (const spec::Task& task : exercise.tasks)
      if (is_selected(exercise, task.name)) columns.make_room_for(row_of(exercise, task, known));
  for (const spec::Unit& unit : course.units) {
    bool unit_shown = false;
    for (const spec::Exercise& exercise : course.exercises) {
      if (exercise.unit != unit.name || !is_selected(exercise, "")) continue;
      if (!unit_shown) fmt::print("{}: {}\n", unit.name, unit.title);
      unit_shown = true;
      print_heading(exercise, submission / exercise.unit / exercise.source, width);
      for (const spec::Task& task : exercise.tasks) {
        if (!is_selected(exercise, task.name)) continue;
        print_row(row_of(exercise, task, known), columns, width);
        if (options.cases) print_cases(exercise, task);
      }
      if (options.bounds) fmt::print("\n{}", section_on_bounds(exercise));
      if (exercise.quiz)
        fmt::print("    {} in the quiz: ./grade quiz {}\n",
                   report::counted(exercise.quiz->questions.size(), "question"), exercise.name);
    }
    if (unit_shown) fmt::print("\n");
  }
  if (columns.some_are_stale)
    for (const std::string& line : report::wrap(kAboutStale, width)) fmt::print("{}\n", line);
  return 0;
}

}  // namespace

void add_list(CLI::App& app, Run& run) {
  auto options = std::make_shared<ListOptions>();
  Subcommand command(app, "list", "Show the exercises, their tasks and points");
  command.option("names", options->names, "Only these").shown_as("EXERCISE[/TASK]");
  command.flag("--cases", options->cases, "Show the names of all cases too");
  command.flag("--bounds", options->bounds, "Show what the simulator counts, and how much is allowed");
  command
      .option("--submission", options->submission,
              "The submission whose last results are shown (default: student/)")
      .shown_as("DIR");
  add_course_option(command, options->course);
  command.sets(run, [options] { return list(*options); });
}

}  // namespace warpgrade::app
