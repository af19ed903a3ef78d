// Chooses what to show of a failing task: its first failing case in full, the others by name.
#include "report/task_section.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "report/cost_table.hpp"
#include "report/failing_cases.hpp"
#include "report/failing_sizes.hpp"
#include "report/failure.hpp"
#include "report/style.hpp"
#include "report/text.hpp"
#include "report/timing_table.hpp"

namespace warpgrade::report {
namespace {

std::string other_cases(const TaskResult& task, const CaseResult& shown, const HumanOptions& options) {
  std::string text;
  for (const std::string& line : about_other_cases(task, shown)) text += indented(line, kTaskIndent, options);
  return text.empty() ? text : fmt::format("\n{}", text);
}

std::string heading(const std::string& names, Verdict verdict, const CaseResult* shown,
                    const HumanOptions& options) {
  const Style style(options.color, options.unicode);
  const std::string line = fmt::format("{} {}: {}", style.mark(verdict), names, in_words(verdict));
  return fmt::format("\n{}\n{}", style.bold(style.in_color_of(verdict, line)),
                     indented(meaning(verdict, shown), kTaskIndent, options));
}

/// Those of the compiler, which stand before all that fails, or the others.
std::vector<Finding> warnings_of(const TaskResult& task, bool of_compiler) {
  std::vector<Finding> warnings = task.warnings;
  std::erase_if(warnings, [&](const Finding& warning) {
    return (warning.place.column > 0) != of_compiler;  // only compilers know it
  });
  return warnings;
}

std::string hint_lines(const TaskResult& task, const CaseResult* shown, const HumanOptions& options) {
  if (task.hint.empty() || options.brief || !wants_hint(shown) || !warnings_of(task, true).empty()) return {};
  return fmt::format("\n{}",
                     indented(fmt::format("Hint for the task as a whole: {}", reflow(printable(task.hint))),
                              kTaskIndent, options));
}

/// What it cost too much, against n, and which lines waste most.
std::string failing_costs(const ExerciseResult& exercise, const TaskResult& task,
                          const HumanOptions& options) {
  if (!options.failing_costs || options.costs || task.verdict != Verdict::too_much_work) return {};
  const std::string table = cost_table(task, CostRows::above_their_bounds, options);
  const std::string text = table + words_of_costs({&task, 1}, CostRows::above_their_bounds, options) +
                           hot_lines(exercise, task, options);
  return text.empty() ? text : '\n' + text;
}

// Not wrapped: it must survive being copied.
std::string run_again(const std::string& command, const HumanOptions& options) {
  const Style style(options.color, options.unicode);
  return command.empty() || options.brief
             ? ""
             : fmt::format("\n  Run it again: {}\n", style.bold(printable(command)));
}

std::string task_section(const ExerciseResult& exercise, const TaskResult& task, const std::string& command,
                         const HumanOptions& options) {
  const CaseResult* shown = case_to_show(task);
  std::string text = heading(exercise.name + "/" + task.name, task.verdict, shown, options) +
                     indented(which_sizes_fail(task), kTaskIndent, options) +
                     indented(about_points(task), kTaskIndent, options);
  if (!task.findings.empty())
    text += fmt::format("\n{}", describe_findings(exercise, task.findings, options));
  if (const auto warnings = warnings_of(task, true); !warnings.empty())
    text += fmt::format(
        "\n  The compiler warns of {}\n{}",
        warnings.size() == 1 ? "this line:" : "these lines:", describe_findings(exercise, warnings, options));
  if (shown == nullptr) {  // no case fails: it is too slow
    if (const std::string why = tier_sentence(task); !why.empty())
      text += fmt::format("\n{}", indented(why, kTaskIndent, options));
    return text + run_again(fmt::format("{} {}/{}", command, exercise.name, task.name), options);
  }
  if (options.all_cases) {
    for (const CaseResult& one : task.cases) {
      if (!is_failure(one)) continue;
      text += fmt::format("\n  Case {}: {}\n{}", case_name(one), in_words(one.verdict),
                          describe_case(exercise, one, options));
    }
  } else {
    text += fmt::format("\n  Case {}\n{}", case_name(*shown), describe_case(exercise, *shown, options));
    text += other_cases(task, *shown, options);
  }
  const bool can_run_again = options.has_hidden_cases || !shown->hidden;
  return text + failing_costs(exercise, task, options) + hint_lines(task, shown, options) +
         (can_run_again ? run_again(shown->reproduce, options) : "");
}

// A file that does not compile fails all of its tasks with one message.
std::string shared_section(const ExerciseResult& exercise, const std::vector<const TaskResult*>& tasks,
                           const std::string& command, const HumanOptions& options) {
  const std::string again = tasks.size() == 1 ? exercise.name + "/" + tasks.front()->name : exercise.name;
  return fmt::format("{}\n{}{}", heading(names_of(exercise, tasks), tasks.front()->verdict, nullptr, options),
                     describe_findings(exercise, tasks.front()->findings, options),
                     run_again(fmt::format("{} {}", command, again), options));
}

std::string not_started_section(const ExerciseResult& exercise, const std::vector<const TaskResult*>& tasks,
                                const HumanOptions& options) {
  const Style style(options.color, options.unicode);
  const std::string line = fmt::format("{} {}: not started", style.mark(Verdict::not_started), exercise.name);
  const auto with_hint =
      std::find_if(tasks.begin(), tasks.end(), [](const auto* t) { return !t->hint.empty(); });
  std::string text = fmt::format(
      "\n{}\n{}", style.bold(style.in_color_of(Verdict::not_started, line)),
      indented(printable(names_of(tasks) + "\nFill in the TODO blocks of " + shown_path(exercise.source)),
               kTaskIndent, options));
  if (with_hint != tasks.end() && !options.brief) {
    text += fmt::format("  For a hint: {}\n",
                        style.bold(fmt::format("./grade hint {}/{}", exercise.name, (*with_hint)->name)));
  }
  return text;
}

std::string warnings_section(const ExerciseResult& exercise, const TaskResult& task,
                             const HumanOptions& options) {
  const std::vector<Finding> warnings = warnings_of(task, false);
  if (warnings.empty()) return {};
  const Style style(options.color, options.unicode);
  return fmt::format("\n{}\n\n{}", style.bold(warnings_title(exercise, task, warnings.size())),
                     describe_findings(exercise, warnings, options));
}

std::string text_of(const ExerciseResult& exercise, const Section& section, const std::string& command,
                    const HumanOptions& options) {
  switch (section.kind) {
    case Section::Kind::one_task: return task_section(exercise, *section.tasks.front(), command, options);
    case Section::Kind::failed_alike: return shared_section(exercise, section.tasks, command, options);
    case Section::Kind::not_started: break;
  }
  return not_started_section(exercise, section.tasks, options);
}

}  // namespace

std::string failures(const ExerciseResult& exercise, const std::string& command,
                     const HumanOptions& options) {
  std::string text;
  for (const Section& section : sections_of(exercise)) text += text_of(exercise, section, command, options);
  for (const TaskResult& task : exercise.tasks) text += warnings_section(exercise, task, options);
  return text;
}

std::string failures_of(const ExerciseResult& exercise, const TaskResult& task, const std::string& command,
                        const HumanOptions& options) {
  for (const Section& section : sections_of(exercise))
    if (std::ranges::find(section.tasks, &task) != section.tasks.end())
      return text_of(exercise, section, command, options) +
             (section.kind == Section::Kind::one_task ? warnings_section(exercise, task, options) : "");
  return {};
}

std::string about_task(const ExerciseResult& exercise, const TaskResult& task, const std::string& command,
                       const HumanOptions& options) {
  std::string text;
  if (const auto section = section_of(task)) text = text_of(exercise, *section, command, options);
  if (!task.tiers.empty()) text += "\n" + timing_table(task, options);
  return text + warnings_section(exercise, task, options);
}

}  // namespace warpgrade::report
