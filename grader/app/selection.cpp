#include "app/selection.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/command_line.hpp"
#include "course/course.hpp"
#include "judge/cases/cases.hpp"
#include "judge/options.hpp"
#include "model/nearest_name.hpp"
#include "spec/diagnostics.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> task_names(const spec::Exercise& exercise) {
  std::vector<std::string> names;
  for (const spec::Task& task : exercise.tasks) names.push_back(task.name);
  return names;
}

judge::Selection select_in_exercise(const spec::Exercise& exercise, const std::string& task) {
  if (!task.empty() && !find_task(exercise, task)) {
    const auto known = task_names(exercise);
    throw UsageError(fmt::format("exercise '{}' has no task '{}'.{}\nIts tasks: {}", exercise.name, task,
                                 did_you_mean(task, known), fmt::join(known, ", ")));
  }
  return {exercise.name, task};
}

/// What `head` of a name can be besides: an exercise that was forgotten in the list of its unit.
void require_listed(const spec::Course& course, const std::string& head) {
  for (const spec::Unit& unit : course.units)
    if (spec::is_slug(head) && fs::exists(unit.folder / head / "exercise.toml"))
      throw UsageError(fmt::format(
          "{} is an exercise that {} does not list: add \"{}\" to `exercises` there.",
          as_typed(unit.folder / head).string(), as_typed(unit.folder / "unit.toml").string(), head));
}

[[noreturn]] void throw_unknown(const spec::Course& course, const std::string& name) {
  require_listed(course, name.substr(0, name.find('/')));
  std::vector<std::string> exercises, all;
  for (const spec::Exercise& exercise : course.exercises) {
    exercises.push_back(exercise.name);
    for (const auto& task : task_names(exercise)) all.push_back(exercise.name + "/" + task);
  }
  all.insert(all.end(), exercises.begin(), exercises.end());
  for (const spec::Unit& unit : course.units) all.push_back(unit.name);
  throw UsageError(
      fmt::format("there is no exercise '{}'.{}\nThe exercises: {}\n`./grade list` shows their tasks.", name,
                  did_you_mean(name, all), fmt::join(exercises, ", ")));
}

fs::path student_file(const spec::Exercise& exercise) {
  const fs::path course = exercise.folder.parent_path().parent_path().parent_path();
  return course / "student" / exercise.unit / exercise.source;
}

[[noreturn]] void throw_other_file(const spec::Course& course, const fs::path& file) {
  const auto meant = std::ranges::find(course.exercises, file.filename().string(), &spec::Exercise::source);
  const std::string why = fs::exists(file) ? "is not in the student/ of this course" : "does not exist";
  if (meant == course.exercises.end())
    throw UsageError(fmt::format("{} {}, and no exercise has a file {}. `./grade list` shows the exercises.",
                                 file.string(), why, file.filename().string()));
  throw UsageError(fmt::format(
      "{} {}. The file of exercise {} is {}; its name does as well: {}. Commands that take --submission DIR "
      "use DIR/{}/{} in its place.",
      file.string(), why, meant->name, as_typed(student_file(*meant)).string(), meant->name, meant->unit,
      meant->source));
}

const spec::Exercise& exercise_of_file(const spec::Course& course, const fs::path& file) {
  for (const spec::Exercise& exercise : course.exercises) {
    std::error_code differs;
    if (fs::equivalent(file, student_file(exercise), differs)) return exercise;
  }
  throw_other_file(course, file);
}

}  // namespace

std::vector<judge::Selection> select(const spec::Course& course, const std::vector<std::string>& names) {
  std::vector<judge::Selection> selection;
  if (names.empty())
    for (const spec::Exercise& exercise : course.exercises) selection.push_back({exercise.name, ""});
  for (const std::string& name : names) {
    if (name.ends_with(".cu")) {
      selection.push_back({exercise_of_file(course, name).name, ""});
      continue;
    }
    const std::size_t slash = name.find('/');
    const std::string head = name.substr(0, slash);
    const std::string task = slash == std::string::npos ? "" : name.substr(slash + 1);
    const auto unit = std::find_if(course.units.begin(), course.units.end(),
                                   [&](const spec::Unit& u) { return u.name == head; });
    if (const spec::Exercise* exercise = find_exercise(course, head))
      selection.push_back(select_in_exercise(*exercise, task));
    else if (unit != course.units.end() && task.empty())
      for (const std::string& exercise_of_unit : unit->exercises) selection.push_back({exercise_of_unit, ""});
    else
      throw_unknown(course, name);
  }
  return selection;
}

judge::Selection select_one_task(const spec::Course& course, const std::string& name) {
  const std::vector<judge::Selection> selection = select(course, {name});
  std::vector<std::string> tasks;
  for (const judge::Selection& selected : selection)
    for (const spec::Task& task : find_exercise(course, selected.exercise)->tasks)
      if (selected.task.empty() || selected.task == task.name)
        tasks.push_back(selected.exercise + "/" + task.name);
  if (tasks.size() != 1)
    throw UsageError(fmt::format("'{}' has {} tasks, and this shows one. Name one of them: {}", name,
                                 tasks.size(), fmt::join(tasks, ", ")));
  const std::size_t slash = tasks.front().find('/');
  return {tasks.front().substr(0, slash), tasks.front().substr(slash + 1)};
}

spec::Course selected_part(spec::Course course, const std::vector<std::string>& names) {
  std::set<std::string> wanted;
  for (const judge::Selection& one : select(course, names)) {
    if (!one.task.empty())
      throw UsageError(fmt::format("{}/{} is a task: students hand in whole files, so name the exercise {}.",
                                   one.exercise, one.task, one.exercise));
    wanted.insert(one.exercise);
  }
  return part_of(std::move(course), wanted);
}

void require_case(const spec::Course& course, const std::vector<judge::Selection>& selection,
                  const std::string& case_name) {
  std::vector<std::string> known;
  for (const judge::Selection& selected : selection)
    for (const judge::CaseName& known_case : judge::case_names(*find_exercise(course, selected.exercise)))
      if (selected.task.empty() || selected.task == known_case.task) known.push_back(known_case.name);
  if (std::find(known.begin(), known.end(), case_name) != known.end()) return;
  throw UsageError(
      fmt::format("no task that you asked for has a case '{}'.{}\n"
                  "`./grade list --cases EXERCISE/TASK` shows the cases of a task.",
                  case_name, did_you_mean(case_name, known)));
}

}  // namespace warpgrade::app
