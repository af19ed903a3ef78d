#include "app/recorded_drawing.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>

#include <fmt/format.h>

#include "course/course.hpp"
#include "judge/oracles/oracles.hpp"
#include "kit/operators.cuh"
#include "report/failing_cases.hpp"

namespace warpgrade::app {
namespace {

using report::drawing::Operands;

constexpr std::uint64_t kUsual = 8;  // as ./grade draw without --n
constexpr std::uint64_t kMost = 40;  // more would be too wide for a page
constexpr std::size_t kMostTries = 3;
constexpr std::size_t kMostBytes = 200'000;  // of a drawing: nobody reads thousands of boxes

/// A task that is checked with an operator that does not commute must keep the elements in order.
Operands operands_of(const spec::Task& task) {
  for (const spec::CaseGroup& group : task.cases)
    for (const std::string& op : group.operators)
      if (!kit::commutes(op.c_str())) return Operands::ordered;
  return Operands::any_order;
}

bool may_go_wrong_small(const TaskResult& task) {
  return traits(task.verdict).can_be_drawn && !report::failed_before_cases(task);
}

bool fails_at(const TaskResult& result, std::uint64_t n) {
  return std::ranges::any_of(result.cases, [&](const CaseResult& one) {
    return !one.hidden && is_failure(one) && one.name.starts_with(fmt::format("n{}.", n));
  });
}

std::vector<std::uint64_t> sizes_to_try(const spec::Task& task, const TaskResult& result) {
  std::vector<std::uint64_t> failing;
  bool takes_few = false;
  for (const spec::CaseGroup& group : task.cases)
    for (const std::uint64_t n : group.sizes) {
      takes_few = takes_few || (n > 0 && n <= kMost);
      if (n > 1 && n <= kMost && n != kUsual && fails_at(result, n)) failing.push_back(n);
    }
  std::ranges::sort(failing);
  failing.erase(std::unique(failing.begin(), failing.end()), failing.end());
  if (takes_few) failing.insert(failing.begin(), kUsual);
  if (failing.size() > kMostTries) failing.resize(kMostTries);
  return failing;
}

/// Does the recording show only what the submission did, and all of it? Not if it was cut, or if the grader
/// is at fault.
bool is_submissions(const Recording& recording) {
  return !recording.cut && std::ranges::all_of(recording.findings, [](const Finding& finding) {
    return is_students_fault(finding.verdict);
  });
}

std::optional<TaskDrawing> draw_what_goes_wrong(const judge::SmallCall& request,
                                                const judge::GradingOptions& grading) {
  const RecordedDrawing drawn = record_and_draw(request, grading);
  if (!drawn.drawing || !is_submissions(drawn.recorded.recording) || drawn.drawing->is_right)
    return std::nullopt;
  const std::string title =
      fmt::format("{}/{}, n = {}", request.exercise->name, request.task->name, request.n);
  const std::string size = drawn.drawing->size_in_words;
  const report::Svg svg = drawn.drawing->svg(title, size, report::drawing::Sentences::left_out);
  TaskDrawing result{.n = request.n,
                     .svg = report::drawing::svg_file({svg}, title, size),
                     .sentences = drawn.drawing->sentences,
                     .command = fmt::format("./grade draw {}/{} --n {}", request.exercise->name,
                                            request.task->name, request.n)};
  if (result.svg.size() > kMostBytes) return std::nullopt;
  return result;
}

}  // namespace

RecordedDrawing record_and_draw(const judge::SmallCall& request, const judge::GradingOptions& options) {
  RecordedDrawing drawn{judge::record(request, options), std::nullopt};
  if (drawn.recorded.why_not.empty())
    drawn.drawing = report::drawing::draw(drawn.recorded.recording, operands_of(*request.task));
  return drawn;
}

void draw_failing_tasks(const spec::Course& course, const judge::GradingOptions& grading,
                        const std::string& options, Result& result,
                        const std::function<void(const std::string&)>& progress) {
  for (ExerciseResult& exercise : result.exercises) {
    const spec::Exercise* spec = find_exercise(course, exercise.name);
    if (spec->program) continue;  // it has no call to draw
    for (TaskResult& task : exercise.tasks) {
      if (!may_go_wrong_small(task)) continue;
      progress(exercise.name + "/" + task.name);
      judge::SmallCall request{.exercise = spec,
                               .task = find_task(*spec, task.name),
                               .source = grading.submission / spec->unit / spec->source};
      request.graph = judge::has_graph(*request.task, grading.oracles->of(*spec));
      try {
        for (const std::uint64_t n : sizes_to_try(*request.task, task)) {
          request.n = n;
          if (task.drawing = draw_what_goes_wrong(request, grading); task.drawing) break;
        }
      } catch (const std::exception&) {
        // A drawing can fail, as when the disk is full; the report is written without it.
      }
      if (task.drawing) task.drawing->command += options;
    }
  }
}

}  // namespace warpgrade::app
