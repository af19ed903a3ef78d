// Header, the next step, tables, failing tasks in full, totals. Everything is laid out in Unicode first; a
// terminal without UTF-8 gets a transliteration of the whole.
#include "report/human.hpp"

#include <ostream>

#include <fmt/format.h>

#include "report/cost_table.hpp"
#include "report/failing_cases.hpp"
#include "report/failure.hpp"
#include "report/next_step.hpp"
#include "report/summary.hpp"
#include "report/task_section.hpp"
#include "report/terminal.hpp"
#include "report/text.hpp"

namespace warpgrade::report {

HumanOptions human_options_for(int descriptor) {
  HumanOptions options;
  options.color = wants_color(descriptor);
  options.unicode = locale_is_utf8();
  options.width = terminal_width(descriptor);
  return options;
}

namespace {

/// How to see what this report leaves out.
std::string what_is_left_out(const Result& result, const TaskResult* shown, const HumanOptions& options) {
  std::size_t others = 0;
  for (const ExerciseResult& exercise : result.exercises)
    for (const TaskResult& task : exercise.tasks)
      others += &task != shown && (has_a_section(task) || !task.warnings.empty()) &&
                task.verdict != Verdict::not_started;
  if (others == 0) return {};
  const std::string about = fmt::format("There is more to read about {}:",
                                        counted(others, shown == nullptr ? "task" : "other task"));
  return '\n' + indented(about, 0, options) +
         command_lines(
             {{result.command + " EXERCISE/TASK", "one of them"}, {result.command + " --all", "all of them"}},
             options);
}

std::string tables(const Result& result, const HumanOptions& options) {
  const bool one_by_one = options.all_details || options.costs || result.exercises.size() == 1;
  if (!one_by_one) return '\n' + overview(result, options);
  std::string text;
  for (const ExerciseResult& exercise : result.exercises) text += '\n' + exercise_table(exercise, options);
  return text;
}

std::string brief_report(const Result& result, const HumanOptions& options) {
  std::string text;
  for (const ExerciseResult& exercise : result.exercises) text += right_tasks(exercise, options);
  for (const ExerciseResult& exercise : result.exercises) text += failures(exercise, result.command, options);
  return text;
}

std::string whole_report(const Result& result, const HumanOptions& options) {
  const Advice advice = next_step(result);
  std::string text = header(result, options) + '\n' + next_lines(result, advice, options) +
                     tables(result, options) + missing_costs(result, options);
  if (options.all_details || advice.has_warnings) {
    for (const ExerciseResult& exercise : result.exercises)
      text += failures(exercise, result.command, options);
  } else {
    if (advice.task != nullptr && advice.task->verdict != Verdict::not_started)
      text += failures_of(*advice.exercise, *advice.task, result.command, options);
    text += what_is_left_out(result, advice.task, options);
  }
  return text + '\n' + totals(result, options);
}

}  // namespace

void write_human(std::ostream& out, const Result& result, const HumanOptions& given) {
  HumanOptions options = given;
  if (options.submission.empty()) options.submission = result.submission;
  options.failing_costs = true;
  const std::string text = options.brief ? brief_report(result, options) : whole_report(result, options);
  out << (options.unicode ? text : to_ascii(text));
}

}  // namespace warpgrade::report
