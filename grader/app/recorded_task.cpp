#include "app/recorded_task.hpp"

#include <algorithm>
#include <random>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/command_line.hpp"
#include "app/common_options.hpp"
#include "app/selection.hpp"
#include "course/course.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostElements = 64;

/// One task: of an exercise that has only one, its name is enough.
judge::Selection one_task(const spec::Course& course, const std::string& name) {
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

}  // namespace

void add_recorded_task_options(CLI::App& command, RecordedTaskOptions& options) {
  command.add_option("task", options.name, "Which task")->type_name("EXERCISE/TASK")->required();
  command
      .add_option("--n", options.n, fmt::format("How many elements, at most {} (default: 8)", kMostElements))
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t(0), kMostElements));
  command
      .add_option("--submission", options.submission, "Take the kernels of this folder (default: student/)")
      ->type_name("DIR");
  std::vector<std::string> orders;
  for (const OrderInfo& order : kOrders) orders.emplace_back(order.name);
  command
      .add_option_function<std::string>(
          "--order", [&options](const std::string& name) { options.order = order_from_string(name); },
          "The order in which the simulator runs threads and blocks (default: forward)")
      ->check(CLI::IsMember(orders));
  add_seed_option(command, options.seed, "Make the same inputs as an earlier run (default: fresh ones)");
  add_sandbox_option(command, options.sandbox);
  add_course_option(command, options.course);
}

RecordedTask record_task(const RecordedTaskOptions& options, bool graph) {
  const Installation installation = find_installation(options.course);
  const spec::Course course = load_course(installation);
  const judge::Selection selected = one_task(course, options.name);
  const spec::Exercise& exercise = *find_exercise(course, selected.exercise);
  judge::GradingOptions grading;
  grading.submission =
      as_typed(fs::absolute(options.submission.empty() ? installation.student() : options.submission));
  if (!fs::is_directory(grading.submission))
    throw UsageError(fmt::format("the submission's folder {} does not exist.", grading.submission.string()));
  grading.toolchain = installation.toolchain;
  grading.cache = installation.cache;
  grading.sandbox = sandbox::choose(options.sandbox);
  grading.order = options.order.value_or(Order::forward);
  grading.seed = options.seed ? *options.seed : std::random_device()();
  const judge::RecordingRequest request{.exercise = &exercise,
                                        .task = find_task(exercise, selected.task),
                                        .source = grading.submission / exercise.unit / exercise.source,
                                        .graph = graph,
                                        .n = options.n};
  return {judge::record(request, grading), grading.submission.string(), exercise.unit};
}

int exit_code(const judge::Recorded& recorded) {
  constexpr int kRight = 0, kWrong = 1, kGraderAtFault = 2;
  const Recording& recording = recorded.recording;
  for (const auto& findings : {recorded.why_not, recording.findings})
    if (std::ranges::any_of(findings, [](const Finding& one) { return !is_students_fault(one.verdict); }))
      return kGraderAtFault;
  return recorded.why_not.empty() && recording.is_right() ? kRight : kWrong;
}

}  // namespace warpgrade::app
