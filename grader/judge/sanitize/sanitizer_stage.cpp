// One process for each tool and task: starting one costs seconds, a case in it much less. (A whole program is
// a process for each of its cases.) The report is written when the process ends, so it belongs to the task,
// not to a case.
#include "judge/sanitize/sanitizer_stage.hpp"

#include <algorithm>
#include <exception>
#include <map>

#include <fmt/format.h>

#include "judge/options.hpp"
#include "judge/run/outcome.hpp"
#include "judge/sanitize/sanitizer_report.hpp"
#include "sandbox/system_files.hpp"
#include "system/file_text.hpp"
#include "system/parallel.hpp"
#include "system/temporary_folder.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kSmallSize = 2100;  // all sizes up to here, thinned out to
constexpr std::size_t kMostSizes = 12;      // so many, and
constexpr std::uint64_t kOneMore = 70'000;  // the next larger one up to here: more than one block has work
constexpr double kTimeout_s = 8;
constexpr int kMostAtOnce = 8;  // of one grading: each has its own context on the GPU

/// A folder for reports.
class ReportFolder : public system::TemporaryFolder {
 public:
  /// The reports of all processes, one after the other.
  std::string text() const {
    std::string text;
    for (const fs::directory_entry& entry : fs::directory_iterator(path())) {
      if (!entry.is_regular_file()) continue;
      text += system::file_text(entry.path()).value_or("") + '\n';
    }
    return text;
  }
};

/// One tool at work on one task.
struct Job {
  const ExerciseRun* exercise = nullptr;
  TaskRun* run = nullptr;
  std::string_view tool = {};
  SanitizerReport report = {};
  std::string stopped = {};  ///< why it did not see all cases
};

/// What ends the process: a crash, a time-out, an error after which CUDA works no more.
std::string why_stopped(const Case& c, const CallResult& call) {
  const std::string reason = call.findings.empty() ? "" : ": " + call.findings.front().message;
  return fmt::format("stopped in case {}{}", c.name, reason);
}

/// Runs the cases. When it returns the process has ended and its report is written.
std::string run_cases(const Job& job, Workshop& workshop, const Tool& tool) {
  CallOptions options;
  options.timeout_s = kTimeout_s;
  options.exact_arrays = true;
  const spec::Exercise& exercise = *job.exercise->exercise;
  for (const Case& c : job.run->cases) {
    if (c.program == nullptr || c.measures()) continue;
    const CallResult run =
        workshop.run_program(job.run->device, job.run->runner, exercise, *c.program, options, tool);
    if (!run.completed) return why_stopped(c, run);
  }
  if (exercise.program) return "";
  const auto caller = workshop.start(job.run->device, job.run->runner, tool);
  for (const Case* c : cases_for_sanitizers(job.run->cases)) {
    const kit::CaseData data = workshop.oracle(exercise)(c->request);
    const CallResult call = caller->call(data, c->request, options);
    if (!call.completed) return why_stopped(*c, call);
  }
  return "";
}

void run_job(Job& job, Workshop& workshop, const ComputeSanitizer& sanitizer) {
  try {
    const ReportFolder folder;
    const fs::path temporary = folder.path() / "tmp";  // beside the reports
    fs::create_directory(temporary);
    const Tool tool{.command = sanitizer.command(job.tool, folder.path()),
                    .readable = sandbox::files_of_tool(sanitizer.program()),
                    .writable = {temporary, folder.path()}};
    job.stopped = run_cases(job, workshop, tool);
    job.report = parse_sanitizer_report(job.tool, folder.text(), job.exercise->source);
  } catch (const std::exception& error) {
    job.stopped = error.what();
  }
}

SanitizerResult summary_of(const Job& job) {
  SanitizerResult result;
  result.tool = job.tool;
  for (const Finding& finding : job.report.findings) result.verdicts.push_back(finding.verdict);
  result.note = !job.report.failure.empty() ? job.report.failure : job.stopped;
  if (result.note.empty() && !job.report.is_complete) result.note = "it wrote no report";
  return result;
}

/// A tool that could not do its work decides nothing, but the report must say so.
Finding without_result(const SanitizerResult& result) {
  return make_finding(Verdict::not_run,
                      fmt::format("compute-sanitizer, {}: found nothing before it ended early: {}",
                                  result.tool, result.note));
}

void deliver(Job& job) {
  TaskRun& run = *job.run;
  const SanitizerResult result = run.sanitizers.emplace_back(summary_of(job));
  for (Finding& finding : job.report.findings) {
    shorten_paths(finding);
    run.findings.push_back(std::move(finding));
  }
  if (result.verdicts.empty() && !result.note.empty()) run.findings.push_back(without_result(result));
}

}  // namespace

std::vector<const Case*> cases_for_sanitizers(const std::vector<Case>& cases) {
  std::map<std::uint64_t, std::vector<const Case*>> by_size;
  for (const Case& c : cases) by_size[c.request.n].push_back(&c);
  std::vector<const Case*> small, chosen;
  for (const auto& [n, of_size] : by_size) {
    const bool one_more = n <= kOneMore && (small.empty() || small.back()->request.n <= kSmallSize);
    // Operators and inputs in turn.
    if (n <= kSmallSize || one_more) small.push_back(of_size[small.size() % of_size.size()]);
  }
  const std::size_t count = std::min(small.size(), kMostSizes);
  for (std::size_t i = 0; i < count; ++i)  // the first and the last among them
    chosen.push_back(small[count == 1 ? 0 : i * (small.size() - 1) / (count - 1)]);
  return chosen;
}

void sanitize_all(Plan& plan, Workshop& workshop, const ComputeSanitizer& sanitizer, int jobs,
                  const Report& report) {
  std::vector<Job> queue;
  for (ExerciseRun& exercise : plan.exercises)
    for (TaskRun& run : exercise.tasks)
      for (const std::string_view tool : kSanitizerTools)
        if (traits(run.device).has_sanitizers && !run.runner.empty())
          queue.push_back({.exercise = &exercise, .run = &run, .tool = tool});
  system::parallel_for(std::min(jobs, kMostAtOnce), queue.size(), [&](std::size_t, std::size_t i) {
    report({.kind = Progress::Kind::sanitizing,
            .exercise = queue[i].run->exercise->name,
            .task = fmt::format("{} under {}", queue[i].run->task->name, queue[i].tool)});
    run_job(queue[i], workshop, sanitizer);
  });
  for (Job& job : queue) deliver(job);
}

}  // namespace warpgrade::judge
