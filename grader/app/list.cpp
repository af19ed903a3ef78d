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
#include "course/course.hpp"
#include "handout/bounds.hpp"
#include "judge/cases/cases.hpp"
#include "judge/grading.hpp"
#include "report/human.hpp"
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

/// "10 points (4 for speed)". Padded for the tasks of one exercise: only some have points for speed.
std::string points_of(const spec::Exercise& exercise, const spec::Task& task) {
  const auto is_timed = [](const spec::Task& one) { return points_for_speed(one) > 0; };
  const bool some_are_timed = std::any_of(exercise.tasks.begin(), exercise.tasks.end(), is_timed);
  const double speed = points_for_speed(task);
  return fmt::format("{:>4} points{:<{}}", task.points + speed,
                     speed > 0 ? fmt::format(" ({} for speed)", speed) : "", some_are_timed ? 16 : 0);
}

std::string state_of(const std::map<std::string, LastResult>& known, const std::string& task) {
  const auto found = known.find(task);
  if (found == known.end()) return "not graded yet";
  std::string words(to_string(found->second.verdict));
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

void print_task(const spec::Exercise& exercise, const spec::Task& task,
                const std::map<std::string, LastResult>& known, bool with_cases) {
  const std::string name = exercise.name + "/" + task.name;
  fmt::print("    {:<34} {}   {:<16} {}{}\n", name, points_of(exercise, task), state_of(known, name),
             task.repair ? "Repair: " : "", task.title);
  if (!with_cases) return;
  for (const judge::CaseName& known_case : judge::case_names(exercise))
    if (known_case.task == task.name)
      fmt::print("        {}{}\n", known_case.name, known_case.hidden ? "   (hidden)" : "");
}

int list(const ListOptions& options) {
  const Installation installation = find_installation(options.course);
  const spec::Course course = load_course(installation);
  const auto selection = select(course, options.names);
  const fs::path submission = options.submission.empty()
                                  ? installation.student()
                                  : fs::absolute(options.submission).lexically_normal();
  const auto known = last_results(installation, submission);

  const auto is_selected = [&](const spec::Exercise& exercise, const std::string& task) {
    return std::any_of(selection.begin(), selection.end(), [&](const judge::Selection& s) {
      return s.exercise == exercise.name && (s.task.empty() || task.empty() || s.task == task);
    });
  };
  for (const spec::Unit& unit : course.units) {
    bool unit_shown = false;
    for (const spec::Exercise& exercise : course.exercises) {
      if (exercise.unit != unit.name || !is_selected(exercise, "")) continue;
      if (!unit_shown) fmt::print("{}: {}\n", unit.name, unit.title);
      unit_shown = true;
      fmt::print("\n  {}: {}   {}\n", exercise.name, exercise.title,
                 as_typed(submission / exercise.unit / exercise.source).string());
      for (const spec::Task& task : exercise.tasks)
        if (is_selected(exercise, task.name)) print_task(exercise, task, known, options.cases);
      if (options.bounds) fmt::print("\n{}", handout::section_on_bounds(exercise));
      if (exercise.quiz)
        fmt::print("    {} in the quiz: ./grade quiz {}\n",
                   report::counted(exercise.quiz->questions.size(), "question"), exercise.name);
    }
    if (unit_shown) fmt::print("\n");
  }
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
