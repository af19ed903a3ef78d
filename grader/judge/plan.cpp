// The only place where exercises, tasks and cases are selected.
#include "judge/plan.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "judge/options.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

/// Is the task asked for? An empty selection is everything.
bool is_selected(const std::vector<Selection>& selection, const std::string& exercise,
                 const std::string& task) {
  return selection.empty() || std::any_of(selection.begin(), selection.end(), [&](const Selection& s) {
           return s.exercise == exercise && (s.task.empty() || s.task == task);
         });
}

void check_names(const std::vector<spec::Exercise>& exercises, const std::vector<Selection>& selection) {
  for (const Selection& asked : selection) {
    const auto exercise = std::find_if(exercises.begin(), exercises.end(),
                                       [&](const spec::Exercise& e) { return e.name == asked.exercise; });
    if (exercise == exercises.end())
      throw std::runtime_error(fmt::format("there is no exercise \"{}\" in this course", asked.exercise));
    const auto is_asked = [&](const spec::Task& task) { return task.name == asked.task; };
    if (!asked.task.empty() && std::none_of(exercise->tasks.begin(), exercise->tasks.end(), is_asked))
      throw std::runtime_error(fmt::format("exercise {} has no task \"{}\"", asked.exercise, asked.task));
  }
}

std::string reproduce_command(const GradingOptions& options, const TaskRun& run, const Case& c) {
  return fmt::format("{} {}/{} --case {} --seed {}", options.command, run.exercise->name, run.task->name,
                     c.name, options.seed);
}

TaskRun make_task_run(const spec::Exercise& exercise, const spec::Task& task, DeviceKind device,
                      const GradingOptions& options) {
  TaskRun run{.exercise = &exercise, .task = &task, .device = device};
  run.cases = expand_cases(exercise, task, options.seed);
  if (!traits(device).counts) std::erase_if(run.cases, [](const Case& c) { return c.measures(); });
  if (options.case_name)
    std::erase_if(run.cases, [&](const Case& c) { return c.name != *options.case_name; });
  for (const Case& c : run.cases) {
    CaseResult& result = run.results.emplace_back();
    result.name = c.name;
    result.device = device;
    result.n = c.request.n;
    result.measures = c.measures();
    result.drawn = c.drawn;
    result.group = c.group;
    result.hidden = c.hidden;
    result.reproduce = reproduce_command(options, run, c);
  }
  return run;
}

ExerciseRun make_exercise_run(const spec::Exercise& exercise, const fs::path& source,
                              const GradingOptions& options, const std::vector<DeviceKind>& devices) {
  ExerciseRun run{.exercise = &exercise, .source = source};
  for (const DeviceKind device : devices) {
    for (const spec::Task& task : exercise.tasks) {
      if (!is_selected(options.selection, exercise.name, task.name)) continue;
      TaskRun task_run = make_task_run(exercise, task, device, options);
      if (!task_run.cases.empty()) run.tasks.push_back(std::move(task_run));
    }
  }
  return run;
}

Plan checked(Plan plan, const GradingOptions& options) {
  std::erase_if(plan.exercises, [](const ExerciseRun& run) { return run.tasks.empty(); });
  if (plan.exercises.empty() && options.case_name)
    throw std::runtime_error(fmt::format("no task asked for has a case \"{}\"", *options.case_name));
  return plan;
}

}  // namespace

std::size_t Plan::case_count() const {
  std::size_t count = 0;
  for (const ExerciseRun& exercise : exercises)
    for (const TaskRun& task : exercise.tasks) count += task.cases.size();
  return count;
}

Plan make_plan(const spec::Course& course, const GradingOptions& options,
               const std::vector<DeviceKind>& devices) {
  check_names(course.exercises, options.selection);
  Plan plan;
  for (const spec::Exercise& exercise : course.exercises)
    plan.exercises.push_back(
        make_exercise_run(exercise, options.submission / exercise.unit / exercise.source, options, devices));
  return checked(std::move(plan), options);
}

Plan make_plan(const spec::Exercise& exercise, const fs::path& source, const GradingOptions& options,
               const std::vector<DeviceKind>& devices) {
  check_names({exercise}, options.selection);
  Plan plan;
  plan.exercises.push_back(make_exercise_run(exercise, source, options, devices));
  return checked(std::move(plan), options);
}

}  // namespace warpgrade::judge
