// Tables are laid out by the widest entry of each column; colours go on last, since they take no columns.
#include "report/summary.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "report/cost_table.hpp"
#include "report/failure.hpp"
#include "report/next_step.hpp"
#include "report/style.hpp"
#include "report/text.hpp"
#include "report/timing_table.hpp"

namespace warpgrade::report {
namespace {

std::size_t passed(const TaskResult& task) {
  return static_cast<std::size_t>(std::count_if(
      task.cases.begin(), task.cases.end(), [](const CaseResult& c) { return c.verdict == Verdict::pass; }));
}

// Empty where nothing is scored, as when a single case was asked for.
std::string points(double score, double max) {
  if (max == 0) return {};
  return fmt::format("{} / {}", number(score), number(max));
}

struct TaskRow {
  Verdict verdict;
  std::string task, verdict_name, cases, points, remark;
};

TaskRow row_of(const TaskResult& task) {
  return {task.verdict,
          printable(task.name),
          in_words(task.verdict),
          task.cases.empty() ? "" : fmt::format("{} / {}", passed(task), task.cases.size()),
          points(task.score, task.max_score()),
          task.waiting_points > 0 ? fmt::format("{} waiting", number(task.waiting_points)) : ""};
}

std::string words_of(const QuizResult& quiz) {
  if (quiz.answered() == 0) return "not answered";
  if (!quiz.marked) return quiz.is_done() ? "to be marked" : "not all answered";
  return quiz.is_done() ? "all right" : "not all right";
}

TaskRow row_of(const QuizResult& quiz, const std::string& exercise) {
  const bool done = quiz.is_done();
  const Verdict verdict = done                 ? Verdict::pass
                          : quiz.falls_short() ? Verdict::wrong_answer
                                               : Verdict::not_run;  // it costs nothing
  return {verdict,
          "quiz",
          words_of(quiz),
          fmt::format("{} / {}", quiz.marked ? quiz.right() : quiz.answered(), quiz.questions.size()),
          points(quiz.score(), quiz.max_score()),
          done ? "" : "./grade quiz " + printable(exercise)};
}

struct Columns {
  std::size_t task = 4, verdict = 7, cases = 5, points = 6;
};

Columns columns_for(const std::vector<TaskRow>& rows, std::string_view total) {
  Columns columns;
  columns.points = std::max(columns.points, display_width(total));
  for (const TaskRow& row : rows) {
    columns.task = std::max(columns.task, display_width(row.task));
    columns.verdict = std::max(columns.verdict, display_width(row.verdict_name));
    columns.cases = std::max(columns.cases, display_width(row.cases));
    columns.points = std::max(columns.points, display_width(row.points));
  }
  return columns;
}

/// A remark that does not fit begins a line of its own.
std::string table_line(const Columns& columns, std::string_view mark, const TaskRow& row,
                       const HumanOptions& options, bool colored) {
  const Style style(colored && options.color, options.unicode);
  std::string line = fmt::format("  {} {}  {}  {}  {}", mark, pad_right(row.task, columns.task),
                                 style.in_color_of(row.verdict, pad_right(row.verdict_name, columns.verdict)),
                                 pad_left(row.cases, columns.cases), pad_left(row.points, columns.points));
  if (row.remark.empty()) return line.erase(line.find_last_not_of(' ') + 1) + "\n";
  const std::string remark = fmt::format("({})", row.remark);
  const bool fits =
      display_width(line) + 2 + display_width(remark) <= std::size_t(std::max(options.width, 40));
  if (!fits) line.erase(line.find_last_not_of(' ') + 1);
  return line + (fits ? "  " : "\n      ") + style.dim(remark) + "\n";
}

std::string measured(const ExerciseResult& exercise, const TaskResult& task, const HumanOptions& options) {
  const std::string costs =
      options.costs ? cost_table(task, CostRows::all, options) + hot_lines(exercise, task, options) : "";
  return costs + proof_lines(task, options) + timing_table(task, options);
}

/// One line for all tasks that are right and could move less memory: which option shows where.
std::string costs_line(const Result& result, const HumanOptions& options) {
  if (options.costs) return {};
  std::size_t tasks = 0;
  for (const ExerciseResult& exercise : result.exercises)
    for (const TaskResult& task : exercise.tasks)
      tasks += task.verdict == Verdict::pass && has_wasteful_lines(task);
  if (tasks == 0) return {};
  return indented(
      fmt::format("{} could move less memory. Add --costs to see which lines.", counted(tasks, "right task")),
      0, options);
}

std::string waiting_lines(const Result& result, const HumanOptions& options) {
  std::string text;
  for (const std::string& sentence : why_points_wait(result)) text += indented(sentence, 2, options);
  return text;
}

/// What the report says about a sandbox that is not the best one; else empty.
std::string sandbox_line(const Result& result, const HumanOptions& options) {
  const std::string_view words = info(result.sandbox).words;
  return words.empty() ? "" : indented(std::string(words), 0, options);
}

}  // namespace

std::string header(const Result& result, const HumanOptions& options) {
  const Style style(options.color, options.unicode);
  std::string device = result.device.kind();
  if (!result.device.name.empty() && result.device.name != device) device += " (" + result.device.name + ")";
  const std::string where =
      fmt::format(" · {} · {} · seed {}", shown_path(result.submission), device, result.seed);
  return style.bold("Warpgrade") + printable(where) + "\n";
}

std::string exercise_table(const ExerciseResult& exercise, const HumanOptions& options) {
  const Style style(options.color, options.unicode);
  std::vector<TaskRow> rows;
  for (const TaskResult& task : exercise.tasks) rows.push_back(row_of(task));
  if (exercise.quiz) rows.push_back(row_of(*exercise.quiz, exercise.name));
  const std::string total = points(exercise.score(), exercise.max_score());
  const Columns columns = columns_for(rows, total);

  std::string text = fmt::format("{}  {}\n", style.bold(printable(exercise.name)), printable(exercise.title));
  text +=
      style.dim(table_line(columns, " ", {Verdict::pass, "task", "verdict", "cases", "points", ""}, options,
                           /*colored=*/false));
  for (const TaskRow& row : rows) {
    text += table_line(columns, style.in_color_of(row.verdict, style.mark(row.verdict)), row, options,
                       /*colored=*/true);
  }
  if (rows.size() > 1) {
    text += table_line(columns, " ", {Verdict::pass, "", "", "", total, ""}, options, /*colored=*/false);
  }
  if (exercise.quiz && !exercise.quiz->problem.empty())
    text +=
        indented("The answers of the quiz can't be read: " + printable(exercise.quiz->problem), 4, options);
  for (const TaskResult& task : exercise.tasks) text += style.dim(measured(exercise, task, options));
  if (options.costs) text += style.dim(words_of_costs(exercise.tasks, CostRows::all, options));
  return text;
}

std::string right_tasks(const ExerciseResult& exercise, const HumanOptions& options) {
  const Style style(options.color, options.unicode);
  std::string text;
  for (const TaskResult& task : exercise.tasks) {
    if (task.verdict != Verdict::pass) continue;
    const std::string line =
        fmt::format("{} {}/{}: pass, {}", style.mark(task.verdict), printable(exercise.name),
                    printable(task.name), counted(passed(task), "case"));
    text += style.bold(style.in_color_of(task.verdict, line)) + "\n";
  }
  return text.empty() ? text : '\n' + text;
}

std::string totals(const Result& result, const HumanOptions& options) {
  const Style style(options.color, options.unicode);
  std::string score = "No score: points are for whole tasks.";
  if (result.max_score() > 0) {
    score =
        style.bold(fmt::format("Score: {} of {} points", number(result.score()), number(result.max_score())));
  }
  if (result.waiting_points() > 0) {
    score += fmt::format(", {} of them waiting for times on a GPU", number(result.waiting_points()));
  }
  if (result.seconds > 0) score += fmt::format(" ({:.1f} s)", result.seconds);
  return indented(score, 0, options) + waiting_lines(result, options) + costs_line(result, options) +
         sandbox_line(result, options);
}

}  // namespace warpgrade::report
