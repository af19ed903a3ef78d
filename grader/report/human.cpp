// Header, the next step, tables, failing tasks in full, totals. Everything is laid out in Unicode first; a
// terminal without UTF-8 gets a transliteration of the whole.
#include "report/human.hpp"

#include <algorithm>
#include <array>
#include <ostream>
#include <vector>

#include <fmt/format.h>

#include "report/columns.hpp"
#include "report/cost_table.hpp"
#include "report/failing_cases.hpp"
#include "report/failure.hpp"
#include "report/next_step.hpp"
#include "report/style.hpp"
#include "report/task_section.hpp"
#include "report/terminal.hpp"
#include "report/text.hpp"
#include "report/timing_table.hpp"

namespace warpgrade::report {
namespace {

std::size_t passed(const TaskResult& task) {
  return static_cast<std::size_t>(std::count_if(
      task.cases.begin(), task.cases.end(), [](const CaseResult& c) { return c.verdict == Verdict::pass; }));
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
          done ? "" : printable(quiz.command(exercise))};
}

/// A remark that does not fit begins a line of its own.
std::string with_remark(std::string line, const std::string& remark, const HumanOptions& options) {
  if (remark.empty()) return line.erase(line.find_last_not_of(' ') + 1) + "\n";
  const bool fits = display_width(line) + 4 + display_width(remark) <= options.columns();
  if (!fits) line.erase(line.find_last_not_of(' ') + 1);
  const Style style(options.color, options.unicode);
  return line + (fits ? "  " : "\n      ") + style.dim("(" + remark + ")") + "\n";
}

/// Titles, a line for each task, and their sum where there are several.
std::string task_table(const std::vector<TaskRow>& rows, const std::string& total,
                       const HumanOptions& options) {
  const Style style(options.color, options.unicode);
  Column task{"task", {}, /*left=*/true}, verdict{"verdict", {}, /*left=*/true}, cases{"cases", {}},
      scores{"points", {}};
  for (const TaskRow& row : rows) {
    task.cells.push_back(row.task);
    verdict.cells.push_back(row.verdict_name);
    cases.cells.push_back(row.cases);
    scores.cells.push_back(row.points);
  }
  scores.cells.push_back(total);
  for (Column* column : {&task, &verdict, &cases}) column->cells.emplace_back();
  const auto names = padded(task), verdicts = padded(verdict), counts = padded(cases),
             points = padded(scores);
  const auto line = [&](std::size_t i, const std::string& mark, const std::string& colored) {
    return fmt::format("  {} {}  {}  {}  {}", mark, names[i], colored, counts[i], points[i]);
  };
  std::string text = style.dim(with_remark(line(0, " ", verdicts[0]), "", options));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Verdict of_row = rows[i].verdict;
    text += with_remark(line(i + 1, style.in_color_of(of_row, style.mark(of_row)),
                             style.in_color_of(of_row, verdicts[i + 1])),
                        rows[i].remark, options);
  }
  if (rows.size() > 1) text += with_remark(line(rows.size() + 1, " ", verdicts.back()), "", options);
  return text;
}

std::string measured(const ExerciseResult& exercise, const TaskResult& task, const HumanOptions& options) {
  const std::string costs =
      options.costs ? cost_table(task, CostRows::all, options) + hot_lines(exercise, task, options) : "";
  return costs + proof_lines(task, options) + timing_table(task, options);
}

/// One line for all tasks that are right and move far more than they must: which option shows where.
std::string costs_line(const Result& result, const HumanOptions& options) {
  if (options.costs) return {};
  std::size_t tasks = 0;
  for (const ExerciseResult& exercise : result.exercises)
    for (const TaskResult& task : exercise.tasks)
      tasks += task.verdict == Verdict::pass && moves_far_too_much(task);
  if (tasks == 0) return {};
  return indented(
      fmt::format(
          "{} {} the memory busy at least three times as long as {} must. Add --costs to see which lines.",
          counted(tasks, "right task"), tasks == 1 ? "keeps" : "keep", tasks == 1 ? "it" : "they"),
      0, options);
}

std::string waiting_lines(const Result& result, const HumanOptions& options) {
  std::string text;
  for (const std::string& sentence : why_points_wait(result)) text += indented(sentence, 2, options);
  return text;
}

/// What the report says about a sandbox that is not the best one; else empty.
std::string sandbox_line(const Result& result, const HumanOptions& options) {
  const std::string_view words = result.about_sandbox();
  return words.empty() ? "" : indented(std::string(words), 0, options);
}

/// What was graded, where, and with which seed.
std::string header(const Result& result, const HumanOptions& options) {
  const Style style(options.color, options.unicode);
  std::string device = result.device.kind();
  if (!result.device.name.empty() && result.device.name != device) device += " (" + result.device.name + ")";
  const std::string where =
      fmt::format(" · {} · {} · seed {}", shown_path(result.submission), device, result.seed);
  return style.bold("Warpgrade") + printable(where) + "\n";
}

/// A line per task: verdict, cases passed, points; below it what was measured.
std::string exercise_table(const ExerciseResult& exercise, const HumanOptions& options) {
  const Style style(options.color, options.unicode);
  std::vector<TaskRow> rows;
  for (const TaskResult& task : exercise.tasks) rows.push_back(row_of(task));
  if (exercise.quiz) rows.push_back(row_of(*exercise.quiz, exercise.name));

  std::string text =
      fmt::format("{}  {}\n", style.bold(printable(exercise.name)), printable(exercise.title)) +
      task_table(rows, points(exercise.score(), exercise.max_score()), options);
  if (exercise.quiz && !exercise.quiz->problem.empty())
    text +=
        indented("The answers of the quiz can't be read: " + printable(exercise.quiz->problem), 4, options);
  for (const TaskResult& task : exercise.tasks) text += style.dim(measured(exercise, task, options));
  if (options.costs) text += style.dim(words_of_costs(exercise.tasks, CostRows::all, options));
  return text;
}

/// A line for each task that is right: its name and how many cases passed.
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

/// The score, and what waits.
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

// ---- A line an exercise ----------------------------------------------------------------------------------

/// Of an exercise nobody has touched the tasks to repair fail, too.
bool is_untouched(const TaskResult& task) {
  return task.verdict == Verdict::not_started || (task.is_repair && task.verdict != Verdict::pass);
}

bool nobody_began(const ExerciseResult& exercise) {
  return !exercise.tasks.empty() && std::ranges::all_of(exercise.tasks, is_untouched);
}

/// The first task that falls short, one that was begun before all others.
const TaskResult* first_open(const ExerciseResult& exercise) {
  const auto is_open = [](const TaskResult& task) { return task.verdict != Verdict::pass; };
  const auto begun = std::ranges::find_if(
      exercise.tasks, [&](const TaskResult& task) { return is_open(task) && !is_untouched(task); });
  if (begun != exercise.tasks.end()) return &*begun;
  const auto any = std::ranges::find_if(exercise.tasks, is_open);
  return any == exercise.tasks.end() ? nullptr : &*any;
}

std::string waiting_words(const ExerciseResult& exercise) {
  double points = 0;
  for (const TaskResult& task : exercise.tasks) points += task.waiting_points;
  return points > 0 ? fmt::format("{} waiting", number(points)) : "";
}

std::string remark_on(const ExerciseResult& exercise, const TaskResult* open) {
  if (nobody_began(exercise)) return "not started";
  if (open != nullptr) return fmt::format("{}: {}", open->name, in_words(open->verdict));
  if (exercise.quiz && !exercise.quiz->is_done()) return "quiz open";
  return waiting_words(exercise);
}

/// How many tasks are right, the points, and the first that falls short.
std::string overview(const Result& result, const HumanOptions& options) {
  const Style style(options.color, options.unicode);
  Column names{"exercise", {}, /*left=*/true}, rights{"right", {}}, scores{"points", {}};
  for (const ExerciseResult& exercise : result.exercises) {
    names.cells.push_back(printable(exercise.name));
    const auto right = std::ranges::count(exercise.tasks, Verdict::pass, &TaskResult::verdict);
    rights.cells.push_back(fmt::format("{} of {}", right, exercise.tasks.size()));
    scores.cells.push_back(points(exercise.score(), exercise.max_score()));
  }
  const auto name = padded(names), right = padded(rights), score = padded(scores);
  const auto line = [&](std::size_t i) { return name[i] + "  " + right[i] + "  " + score[i]; };
  const std::size_t used = display_width(line(0)) + 4, room = options.columns();
  std::string text = style.dim("  " + line(0)) + "\n";
  for (std::size_t i = 0; i < result.exercises.size(); ++i) {
    const ExerciseResult& exercise = result.exercises[i];
    const TaskResult* open = first_open(exercise);
    const Verdict verdict = nobody_began(exercise) ? Verdict::not_started
                            : open != nullptr      ? open->verdict
                                                   : Verdict::pass;
    const std::string remark = used + 8 <= room ? fit(printable(remark_on(exercise, open)), room - used) : "";
    text += fmt::format("{} {}{}\n", style.in_color_of(verdict, style.mark(verdict)), line(i + 1),
                        remark.empty() ? "" : "  " + style.in_color_of(verdict, remark));
  }
  return text;
}

// ---- The whole -------------------------------------------------------------------------------------------

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

std::string printed_by_right_cases(const Result& result, const HumanOptions& options) {
  std::string text;
  for (const ExerciseResult& exercise : result.exercises)
    for (const TaskResult& task : exercise.tasks)
      for (const CaseResult& one : task.cases)
        if (options.printed && one.verdict == Verdict::pass) text += printed_lines(one, options);
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
                     tables(result, options) + printed_by_right_cases(result, options) +
                     missing_costs(result, options);
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

std::string first_lines(const std::string& text, const HumanOptions& options) {
  const std::size_t all = std::size_t(std::ranges::count(text, '\n'));
  if (options.most_lines == 0 || all <= options.most_lines) return text;
  std::size_t end = 0;
  for (std::size_t line = 1; line < options.most_lines; ++line) end = text.find('\n', end) + 1;
  const Style style(options.color, options.unicode);
  return text.substr(0, end) +
         style.dim(fmt::format("  … and {}", counted(all - options.most_lines + 1, "more line"))) + "\n";
}

}  // namespace

HumanOptions human_options_for(int descriptor) {
  HumanOptions options;
  options.color = wants_color(descriptor);
  options.unicode = locale_is_utf8();
  options.width = terminal_width(descriptor);
  return options;
}

void write_human(std::ostream& out, const Result& result, const HumanOptions& given) {
  HumanOptions options = given;
  if (options.submission.empty()) options.submission = result.submission;
  options.failing_costs = true;
  const std::string text =
      first_lines(options.brief ? brief_report(result, options) : whole_report(result, options), options);
  out << (options.unicode ? text : to_ascii(text));
}

}  // namespace warpgrade::report
