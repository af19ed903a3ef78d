// Rounds of builds, each round in parallel over exercises, devices or tasks:
//
//   1. Every exercise as a whole: one compile for all of its tasks. Nearly always this is the only round. If
//      the user asked for one task, only that task is built, unless the whole exercise is in the cache.
//   2. Each exercise that did not compile: once more without any task. If this fails too (a missing brace,
//      for example), the mistake is in the file itself, and building each task would repeat the message.
//   3. Each exercise that compiles without its tasks: every task alone.
#include "judge/compile/build_stage.hpp"

#include <algorithm>
#include <map>

#include "judge/check/case_verdict.hpp"
#include "judge/options.hpp"
#include "system/parallel.hpp"

namespace warpgrade::judge {
namespace {

/// No exercise has a task of this name, so that a build for it binds none.
constexpr const char* kNoTask = "-";

/// One build and the tasks that wait for its runner.
struct Job {
  ExerciseRun* exercise = nullptr;
  std::vector<TaskRun*> tasks;  ///< all of one device
  std::string only_task;        ///< as in BuildRequest
  BuildResult result;
};

BuildResult build(const Job& job, Workshop& workshop, const GradingOptions& options, const Report& report) {
  BuildRequest request;
  request.exercise = job.exercise->exercise;
  request.source = job.exercise->source;
  request.cache = options.cache;
  request.trusted = options.trusted;
  request.waits = [&report](const std::string& why) {
    report({.kind = Progress::Kind::waiting, .exercise = why});
  };
  const DeviceKind device = job.tasks.front()->device;
  if (!job.only_task.empty() && job.only_task != kNoTask) {
    request.only_if_cached = true;
    BuildResult whole = workshop.build(device, request);
    if (whole.ok()) return whole;
    request.only_if_cached = false;
  }
  request.only_task = job.only_task;
  return workshop.build(device, request);
}

void run_jobs(std::vector<Job>& jobs, Workshop& workshop, const GradingOptions& options,
              const Report& report) {
  system::parallel_for(options.jobs, jobs.size(), [&](std::size_t, std::size_t i) {
    Job& job = jobs[i];
    report(
        {.kind = Progress::Kind::building, .exercise = job.exercise->exercise->name, .task = job.only_task});
    job.result = build(job, workshop, options, report);
    if (!job.result.note.empty()) report({.kind = Progress::Kind::waiting, .exercise = job.result.note});
    report({.kind = Progress::Kind::built, .exercise = job.exercise->exercise->name, .task = job.only_task});
  });
  std::map<ExerciseRun*, double> longest;  // builds of a round run side by side
  for (const Job& job : jobs) longest[job.exercise] = std::max(longest[job.exercise], job.result.seconds);
  for (const auto& [exercise, seconds] : longest) exercise->build_seconds += seconds;
}

void deliver(const Job& job) {
  for (TaskRun* task : job.tasks) {
    task->runner = job.result.runner;
    task->findings = job.result.findings;
    task->compiler_warnings = job.result.warnings;
    if (!job.result.ok() && task->findings.empty())
      task->findings.push_back(grader_fault("The build gave neither a runner nor a reason."));
  }
}

/// The compiler has told a mistake, which may lie in one task.
bool does_not_compile(const BuildResult& result) {
  return !result.ok() && !result.gave_up && !result.findings.empty() &&
         std::all_of(result.findings.begin(), result.findings.end(),
                     [](const Finding& finding) { return finding.verdict == Verdict::compile_error; });
}

/// If the user asked for one task, only that task is built: there is less to compile.
std::string only_task_of(const std::vector<TaskRun*>& tasks) {
  const bool alone = tasks.size() == 1 && tasks.front()->exercise->tasks.size() > 1;
  return alone ? tasks.front()->task->name : "";
}

std::vector<Job> whole_exercises(Plan& plan) {
  std::vector<Job> jobs;
  for (ExerciseRun& exercise : plan.exercises) {
    std::map<DeviceKind, std::vector<TaskRun*>> by_device;
    for (TaskRun& task : exercise.tasks) by_device[task.device].push_back(&task);
    for (auto& [device, tasks] : by_device) jobs.push_back({&exercise, tasks, only_task_of(tasks), {}});
  }
  return jobs;
}

std::vector<Job> next_round(const std::vector<Job>& jobs,
                            const std::function<std::vector<Job>(const Job&)>& retry) {
  std::vector<Job> next;
  for (const Job& job : jobs)
    for (Job& again : retry(job)) next.push_back(std::move(again));
  return next;
}

std::vector<Job> without_tasks(const Job& job) {
  const spec::Exercise& exercise = *job.exercise->exercise;
  const bool could_be_one_task = job.only_task.empty() && exercise.tasks.size() > 1 && !exercise.program;
  if (!does_not_compile(job.result) || !could_be_one_task) return {};
  return {{job.exercise, job.tasks, kNoTask, {}}};
}

std::vector<Job> task_by_task(const Job& job) {
  std::vector<Job> jobs;
  if (job.result.ok())
    for (TaskRun* task : job.tasks) jobs.push_back({job.exercise, {task}, task->task->name, {}});
  return jobs;
}

}  // namespace

void build_all(Plan& plan, Workshop& workshop, const GradingOptions& options, const Report& report) {
  std::vector<Job> jobs = whole_exercises(plan);
  run_jobs(jobs, workshop, options, report);
  for (const Job& job : jobs) deliver(job);

  jobs = next_round(jobs, without_tasks);
  run_jobs(jobs, workshop, options, report);

  jobs = next_round(jobs, task_by_task);
  run_jobs(jobs, workshop, options, report);
  for (const Job& job : jobs) deliver(job);
}

}  // namespace warpgrade::judge
