// Laid out by the widest entry of each column; the remark gets what is left of the line.
#include "report/overview.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "report/style.hpp"
#include "report/text.hpp"

namespace warpgrade::report {
namespace {

struct Row {
  Verdict verdict = Verdict::pass;  ///< gives the mark
  std::string name, tasks, points, remark;
};

/// Of an exercise nobody has touched the tasks to repair fail, too.
bool is_untouched(const TaskResult& task) {
  return task.verdict == Verdict::not_started || (task.is_repair && task.verdict != Verdict::pass);
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
  if (open != nullptr && std::ranges::all_of(exercise.tasks, is_untouched)) return "not started";
  if (open != nullptr) return fmt::format("{}: {}", open->name, in_words(open->verdict));
  if (exercise.quiz && !exercise.quiz->is_done()) return "quiz open";
  return waiting_words(exercise);
}

Row row_of(const ExerciseResult& exercise) {
  const TaskResult* open = first_open(exercise);
  const auto right = std::ranges::count(exercise.tasks, Verdict::pass, &TaskResult::verdict);
  const bool untouched = open != nullptr && std::ranges::all_of(exercise.tasks, is_untouched);
  Row row;
  row.verdict = untouched ? Verdict::not_started : open != nullptr ? open->verdict : Verdict::pass;
  row.name = printable(exercise.name);
  row.tasks = fmt::format("{} of {}", right, exercise.tasks.size());
  if (exercise.max_score() > 0)
    row.points = fmt::format("{} / {}", number(exercise.score()), number(exercise.max_score()));
  row.remark = printable(remark_on(exercise, open));
  return row;
}

}  // namespace

std::string overview(const Result& result, const HumanOptions& options) {
  const Style style(options.color, options.unicode);
  const Row head{Verdict::pass, "exercise", "right", "points", ""};
  std::vector<Row> rows;
  for (const ExerciseResult& exercise : result.exercises) rows.push_back(row_of(exercise));
  std::size_t name = display_width(head.name), tasks = display_width(head.tasks),
              points = display_width(head.points);
  for (const Row& row : rows) {
    name = std::max(name, display_width(row.name));
    tasks = std::max(tasks, display_width(row.tasks));
    points = std::max(points, display_width(row.points));
  }
  const auto columns = [&](const Row& row) {
    return fmt::format("{}  {}  {}", pad_right(row.name, name), pad_left(row.tasks, tasks),
                       pad_left(row.points, points));
  };
  const std::size_t used = name + tasks + points + 8;
  const auto room = std::size_t(std::max(options.width, 40));
  std::string text = style.dim("  " + columns(head)) + "\n";
  for (const Row& row : rows) {
    const std::string remark = used + 8 <= room ? fit(row.remark, room - used) : "";
    text += fmt::format("{} {}{}\n", style.in_color_of(row.verdict, style.mark(row.verdict)), columns(row),
                        remark.empty() ? "" : "  " + style.in_color_of(row.verdict, remark));
  }
  return text;
}

}  // namespace warpgrade::report
