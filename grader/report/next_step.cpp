// Tasks with wrong results come first, then tasks that are too slow; tasks that were begun come before those
// that were not.
#include "report/next_step.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "report/failing_cases.hpp"
#include "report/failure.hpp"
#include "report/style.hpp"
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

// ---- The first lines in a terminal: commands are not wrapped, since they must survive being copied -------

std::string file_and_line(const std::string& file, int line) {
  return line > 0 ? fmt::format("{}:{}", shown_path(file), line) : shown_path(file);
}

/// What the section of a failing task shows first, if it lies in a file.
std::optional<Place> place_of_mistake(const TaskResult& task) {
  std::vector<Finding> findings = task.findings;
  if (const CaseResult* shown = case_to_show(task)) {
    const auto of_case = most_important_first(shown->findings, shown->verdict);
    findings.insert(findings.end(), of_case.begin(), of_case.end());
  }
  const auto first = std::ranges::find_if(
      findings, [](const Finding& one) { return !one.place.file.empty() && one.place.line > 0; });
  return first == findings.end() ? std::nullopt : std::optional(first->place);
}

/// "Next: write scan/blelloch – student/…/scan.cu:42". The place begins a line of its own where it would be
/// cut, since a terminal opens it by a click.
std::string heading(const std::string& what, const std::string& place, const HumanOptions& options) {
  const Style style(options.color, options.unicode);
  const std::string first = fmt::format("Next: {}", printable(what));
  const bool fits = display_width(first) + 3 + display_width(place) <= options.columns();
  return style.bold(first) + (fits ? " – " : "\n  ") + place + "\n";
}

}  // namespace

std::string trace_command(const ExerciseResult& exercise, const TaskResult& task) {
  if (exercise.is_program) return "";
  constexpr std::uint64_t most = 1024;
  const CaseResult* const shown = case_to_show(task);
  if (shown == nullptr || !traits(shown->verdict).can_be_drawn || shown->n == 0 || shown->n > most) return {};
  return fmt::format("./grade trace {}/{} --n {}", exercise.name, task.name, shown->n);
}

namespace {

std::string about_task(const Advice& advice, const HumanOptions& options) {
  const ExerciseResult& exercise = *advice.exercise;
  const TaskResult& task = *advice.task;
  const std::string name = exercise.name + "/" + task.name;
  const bool is_begun = task.verdict != Verdict::not_started;
  const std::optional<Place> mistake = is_begun ? place_of_mistake(task) : std::nullopt;
  const std::string place =
      mistake ? file_and_line(mistake->file, mistake->line) : file_and_line(exercise.source, task.line);
  std::vector<std::pair<std::string, std::string>> lines{
      {advice.command, is_begun ? "to check it again" : "to check it"}};
  if (!task.hint.empty()) lines.emplace_back("./grade hint " + name, "for a hint");
  if (const std::string command = trace_command(exercise, task); !command.empty())
    lines.emplace_back(command, "to see what each thread does");
  return heading(advice.to_do + " " + name, place, options) + command_lines(lines, options);
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
      return {"Next: answer the questions about " + exercise.name, exercise.quiz->command(exercise.name)};
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

std::string command_lines(const std::vector<std::pair<std::string, std::string>>& given,
                          const HumanOptions& options) {
  const Style style(options.color, options.unicode);
  std::size_t command_width = 0, width = 0;
  for (const auto& [command, what] : given) command_width = std::max(command_width, display_width(command));
  for (const auto& [command, what] : given) width = std::max(width, command_width + 5 + display_width(what));
  const bool fits = width <= options.columns();
  std::string text;
  for (const auto& [command, what] : given) {
    const std::string gap(command_width + 3 - display_width(command), ' ');
    text +=
        "  " + style.bold(printable(command)) + (fits && !what.empty() ? gap + style.dim(what) : "") + "\n";
  }
  return text;
}

std::string next_lines(const Result& result, const Advice& advice, const HumanOptions& options) {
  if (!advice.to_do.empty()) return about_task(advice, options);
  if (advice.is_good && options.next) {
    const OpenTask& next = *options.next;
    return (advice.has_warnings ? indented("There is a warning below; it costs no points.", 0, options)
                                : "") +
           heading(next.name, file_and_line(next.file, next.line), options) +
           command_lines({{result.command + " " + next.name, next.what}}, options);
  }
  if (advice.has_warnings)
    return indented("All results are right. Look at the warning below before you are done.", 0, options);
  return indented(printable(advice.sentence), 0, options) +
         (advice.command.empty() ? "" : command_lines({{advice.command, ""}}, options));
}

}  // namespace warpgrade::report
