// Tasks with wrong results come first, then tasks that are too slow; tasks that were begun come before those
// that were not.
#include "report/next_step.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "report/text.hpp"
#include "report/timing_table.hpp"

namespace warpgrade::report {
namespace {

struct Step {
  const ExerciseResult* exercise = nullptr;
  const TaskResult* task = nullptr;
};

template <class Predicate>
Step first_task(const Result& result, Predicate matches) {
  for (const ExerciseResult& exercise : result.exercises) {
    for (const TaskResult& task : exercise.tasks) {
      if (matches(task)) return {&exercise, &task};
    }
  }
  return {};
}

/// What is left then: times, and warnings.
Advice when_all_is_right(const Result& result) {
  Advice advice{.sentence = "All done.", .command = "", .is_good = true};
  if (result.waiting_points() > 0) {
    const bool had_gpu = any_of(result.device.kinds, &DeviceTraits::takes_times);
    advice.sentence = had_gpu ? "All results are right. The times can't be measured here."
                              : "All results are right. The waiting points are for speed, which is measured "
                                "on a GPU beside the course's reference.";
    return advice;
  }
  std::size_t warnings = 0;
  for (const ExerciseResult& exercise : result.exercises)
    for (const TaskResult& task : exercise.tasks) warnings += task.warnings.size();
  if (warnings == 0) return advice;
  advice.has_warnings = true;
  advice.sentence = fmt::format("All results are right. Look at the {} above before you are done.",
                                warnings == 1 ? "warning" : "warnings");
  return advice;
}

}  // namespace

Advice next_step(const Result& result) {
  const auto any = [](const TaskResult&) { return true; };
  const auto has = [](Verdict verdict) {
    return [verdict](const TaskResult& task) { return task.verdict == verdict; };
  };
  const auto falls_short = [](const TaskResult& task) {
    return is_students_fault(task.verdict) && task.verdict != Verdict::not_started &&
           !traits(task.verdict).bounds_hold;
  };
  const auto begun_and_wrong = [&](const TaskResult& task) { return falls_short(task) && !task.is_repair; };
  const auto to_do = [&](const TaskResult& task) {
    return falls_short(task) || task.verdict == Verdict::not_started;
  };
  const auto again = [&](const Step& step) {
    return fmt::format("{} {}/{}", result.command, step.exercise->name, step.task->name);
  };
  if (first_task(result, any).task == nullptr) return {"Nothing was graded.", ""};
  if (const Step step = first_task(result, has(Verdict::grader_error)); step.task != nullptr)
    return {"The grader or this machine failed, which is not your fault. To find out why:", "./grade doctor",
            step.exercise, step.task};
  // Right comes before fast.
  const auto next = [&](const Step& step, std::string_view what) {
    return Advice{fmt::format("Next: {} {}/{} in {}, then run", what, step.exercise->name, step.task->name,
                              shown_path(step.exercise->source)),
                  again(step), step.exercise, step.task, std::string(what)};
  };
  if (const Step step = first_task(result, begun_and_wrong); step.task != nullptr)
    return next(step, "correct");
  if (const Step step = first_task(result, to_do); step.task != nullptr)
    return next(step, step.task->verdict == Verdict::not_started ? "write" : "repair");
  if (const Step step = first_task(result, has(Verdict::too_slow)); step.task != nullptr)
    return next(step, "speed up");
  for (const ExerciseResult& exercise : result.exercises)
    if (exercise.quiz && exercise.quiz->falls_short())
      return {"Next: answer the questions about " + exercise.name, "./grade quiz " + exercise.name};
  if (first_task(result, has(Verdict::not_run)).task != nullptr)
    return {"Some tasks wait for a device that is not here.", ""};
  return when_all_is_right(result);
}

std::vector<std::string> why_points_wait(const Result& result) {
  struct Reason {
    std::string why, tasks;
    double points = 0;
  };
  std::vector<Reason> reasons;
  for (const ExerciseResult& exercise : result.exercises) {
    for (const TaskResult& task : exercise.tasks) {
      const std::string why = why_points_wait(task);
      if (why.empty()) continue;
      auto known =
          std::find_if(reasons.begin(), reasons.end(), [&](const Reason& r) { return r.why == why; });
      if (known == reasons.end()) known = reasons.insert(reasons.end(), {why, "", 0});
      known->tasks += fmt::format("{}{}/{}", known->tasks.empty() ? "" : ", ", exercise.name, task.name);
      known->points += task.waiting_points;
    }
  }
  std::vector<std::string> sentences;
  for (const Reason& reason : reasons) {
    const std::string tasks = reasons.size() > 1 ? fmt::format(" ({})", printable(reason.tasks)) : "";
    sentences.push_back(fmt::format("{} points wait{}: {}", number(reason.points), tasks, reason.why));
  }
  return sentences;
}

}  // namespace warpgrade::report
