#include "app/recorded_task.hpp"

#include <algorithm>
#include <ostream>
#include <unistd.h>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/selection.hpp"
#include "app/subcommand.hpp"
#include "course/course.hpp"
#include "report/failure.hpp"
#include "report/human.hpp"

namespace warpgrade::app {

namespace fs = std::filesystem;

void add_recorded_task_options(Subcommand& command, RecordedTaskOptions& options, std::uint64_t most) {
  command.option("task", options.name, "Which task").shown_as("EXERCISE/TASK").required();
  command
      .option("--n", options.n,
              fmt::format("How many elements, at most {} (default: 8, or what the task needs)", most))
      .shown_as("N")
      .between(1, most);
  command
      .option("--submission", options.common.submission,
              "Take the kernels of this folder, or of this file (default: student/)")
      .shown_as("DIR|FILE");
  add_order_option(command, options.common.order,
                   "Run in this order of threads and blocks (default: forward)");
  add_seed_option(command, options.common.seed,
                  "Make the same inputs as an earlier run (default: fresh ones)");
  add_sandbox_option(command, options.common.sandbox);
  add_course_option(command, options.common.course);
}

/// Of a program: the run of that name, or the first.
static const spec::ProgramRun* run_to_record(const spec::Task& task, const std::optional<std::string>& name) {
  for (const spec::CaseGroup& group : task.cases)
    if (!group.hidden && (!name || group.run->name == *name)) return &*group.run;
  throw UsageError(
      fmt::format("the case {} of {} can't be shown: take one that is neither hidden nor counted.",
                  name.value_or(""), task.name));
}

TaskToRecord::TaskToRecord(const RecordedTaskOptions& options) : Session(options.common) {
  const judge::Selection selected = select_one_task(course, options.name);
  exercise = find_exercise(course, selected.exercise);
  task = find_task(*exercise, selected.task);
  if (options.case_name) require_case(course, {{exercise->name, task->name}}, *options.case_name);
  grading.case_name = options.case_name;
  const bool is_file = fs::is_regular_file(grading.submission);
  if (is_file) grading.submission = as_typed(fs::canonical(grading.submission));  // it may be a link
  if (!is_file && !fs::is_directory(grading.submission))
    throw UsageError(fmt::format("the submission's folder {} does not exist.", grading.submission.string()));
  grading.order = options.common.order.value_or(Order::forward);
  request = {.exercise = exercise,
             .task = task,
             .source = is_file ? grading.submission : grading.submission / exercise->unit / exercise->source,
             .n = options.n.value_or(task->shown.n)};
  if (!exercise->program) return;
  if (options.n)
    throw UsageError(fmt::format("{} is a whole program: choose a run of it with --case, not --n.", name()));
  request.run = run_to_record(*task, options.case_name);
}

fs::path TaskToRecord::reference() const {
  return installation.reference() / exercise->unit / exercise->source;
}

void explain_why_not(std::ostream& out, const TaskToRecord& task, const std::vector<Finding>& why_not) {
  report::HumanOptions human = report::human_options_for(STDERR_FILENO);
  human.submission = task.grading.submission;
  ExerciseResult exercise;
  exercise.unit = task.exercise->unit;
  out << "grade: there is nothing to show of " << task.name() << ":\n\n"
      << report::describe_findings(exercise, why_not, human);
}

int exit_code(Verdict verdict) {
  constexpr int kRight = 0, kWrong = 1, kGraderAtFault = 2;
  if (verdict == Verdict::pass) return kRight;
  return is_students_fault(verdict) ? kWrong : kGraderAtFault;
}

int exit_code(const judge::Recorded& recorded) {
  const Recording& recording = recorded.recording;
  for (const auto& findings : {recorded.why_not, recording.findings})
    if (std::ranges::any_of(findings, [](const Finding& one) { return !is_students_fault(one.verdict); }))
      return exit_code(Verdict::grader_error);
  return exit_code(recorded.why_not.empty() && recording.is_right() ? Verdict::pass : Verdict::wrong_answer);
}

}  // namespace warpgrade::app
