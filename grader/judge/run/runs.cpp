// A queue of cases per device. On the simulator `jobs` workers take from it, each with a runner process of
// its own; on a GPU there is one worker, since the card belongs to one case at a time. Each result has its
// place in the plan from the start, so the order of results does not depend on which worker was faster.
#include "judge/run/runs.hpp"

#include <algorithm>
#include <deque>
#include <exception>
#include <future>
#include <limits>
#include <mutex>

#include <fmt/format.h>

#include "judge/check/case_verdict.hpp"
#include "judge/check/costs.hpp"
#include "judge/check/host_work.hpp"
#include "judge/check/pictures.hpp"
#include "judge/options.hpp"
#include "judge/run/crash.hpp"
#include "judge/run/orders.hpp"
#include "model/costs.hpp"
#include "system/parallel.hpp"

namespace warpgrade::judge {
namespace {

/// After so many of these the rest of a task's cases is not run: a task that hangs must not cost an hour.
constexpr int kTimeoutsPerTask = 3;
constexpr int kCrashesPerTask = 10;
/// Nor one whose work, depth or launches are above their bound by this factor: larger sizes would take ever
/// longer.
constexpr double kFarAbove = 4;

bool is_far_above_bound(const CaseResult& result) {
  return std::ranges::any_of(result.cost, [](const auto& entry) {
    const auto& [name, cost] = entry;
    const bool takes_longer =
        cost_named(name).measured_by == MeasuredBy::traced_operator || name == "launches";
    return takes_longer && cost.bound && cost.measured > kFarAbove * *cost.bound;
  });
}

/// Counts the cases of one task that fail in a way that takes long, or that tell enough.
class FailureCount {
 public:
  explicit FailureCount(std::optional<Verdict> enough) : enough_(enough) {}

  void record(const Case& c, const CaseResult& result) {
    const std::lock_guard lock(mutex_);
    const Verdict verdict = result.verdict;
    if (is_far_above_bound(result)) largest_ = std::min(largest_, c.request.n);
    timeouts_ += verdict == Verdict::timeout;
    crashes_ += verdict == Verdict::crash;
    has_enough_ |= enough_ && is_students_fault(verdict) && verdict >= *enough_;
  }
  /// Why this case is not run; empty: it is.
  std::string reason_to_leave_out(const Case& c) const {
    const std::lock_guard lock(mutex_);
    if (c.request.n > largest_) return fmt::format("far too much work at n = {}", largest_);
    if (has_enough_) return "a case that tells enough";
    if (timeouts_ >= kTimeoutsPerTask) return fmt::format("{} cases of this task ran out of time", timeouts_);
    if (crashes_ >= kCrashesPerTask) return fmt::format("{} cases of this task crashed", crashes_);
    return "";
  }

 private:
  mutable std::mutex mutex_;
  std::optional<Verdict> enough_;
  bool has_enough_ = false;
  std::uint64_t largest_ = std::numeric_limits<std::uint64_t>::max();  ///< n of a case that is still run
  int timeouts_ = 0, crashes_ = 0;
};

struct CaseJob {
  TaskRun* run = nullptr;
  FailureCount* failures = nullptr;
  std::size_t index = 0;
};

/// The part of a plan that runs on one device.
struct Queue {
  std::vector<CaseJob> jobs;
  std::deque<FailureCount> failures;  ///< one for each task; a deque, since they can't be moved
};

/// A runner that leaves out a figure is no longer the grader's.
void require_costs(CallResult& call, Measure measure) {
  if (!call.completed) return;
  for (const std::string_view name : costs_that_a_runner_tells(measure))
    if (!call.cost.contains(std::string(name))) {
      call.findings.push_back(explain_broken_protocol(fmt::format("it says nothing about '{}'", name)));
      return;
    }
}

/// Keeps a runner alive from case to case.
class Worker {
 public:
  Worker(Workshop& workshop, const GradingOptions& options) : workshop_(workshop), options_(options) {}

  void run(const CaseJob& job) {
    const Case& c = job.run->cases[job.index];
    CaseResult& result = job.run->results[job.index];
    if (const std::string why = job.failures->reason_to_leave_out(c); !why.empty())
      return leave_out(result, why);
    kit::CaseData data;
    try {
      data = kit::find_oracle(job.run->exercise->name)(c.request);
    } catch (const std::exception& error) {
      result.verdict = Verdict::grader_error;
      result.findings = {
          grader_fault(fmt::format("The exercise could not make this case: {}.", error.what()))};
      return;
    }
    const std::vector<JudgedRun> runs = run_in_orders(*job.run, c, data, result);
    result = combine(runs, repeat_first(runs, *job.run, c, data, result));
    job.failures->record(c, result);
    if (options_.pictures && !c.hidden) result.pictures = pictures_of(data, runs);
  }

  std::optional<protocol::Hello> hello() const { return caller_ ? caller_->hello() : std::nullopt; }

 private:
  /// Of a case that fails, the first run; it is the one that is reported.
  static std::vector<PictureFile> pictures_of(const kit::CaseData& data, const std::vector<JudgedRun>& runs) {
    const bool first_passes = runs.front().result.verdict == Verdict::pass;
    return draw_pictures(data, (first_passes ? runs.back() : runs.front()).outputs);
  }

  /// Runs a case in one order after the other, until one fails. A wrong answer is tried in reverse too: it
  /// may be right there.
  std::vector<JudgedRun> run_in_orders(const TaskRun& run, const Case& c, const kit::CaseData& data,
                                       const CaseResult& empty) {
    std::vector<JudgedRun> done;
    for (CallOptions& options : runs_of(c, run.device, options_.order)) {
      options.allow_same_value_races = run.task->allow_same_value_races;
      options.strict_barriers = run.task->strict_barriers;
      done.push_back(run_once(run, c, data, options, empty));
      const CaseResult& result = done.back().result;
      const bool try_again = done.size() == 1 && is_wrong_answer(result);
      if (result.verdict != Verdict::pass && !try_again) break;
      if (done.size() > 1 && done.front().result.verdict != Verdict::pass) break;
    }
    return done;
  }

  /// If answers differ, is the order the reason, or what an earlier call left behind? There are two
  /// repetitions, because an answer that alternates from call to call is the same again in every second call.
  std::vector<JudgedRun> repeat_first(const std::vector<JudgedRun>& runs, const TaskRun& run, const Case& c,
                                      const kit::CaseData& data, const CaseResult& empty) {
    std::vector<JudgedRun> repetitions;
    if (answers_differ(runs))
      for (int i = 0; i < 2; ++i) repetitions.push_back(run_once(run, c, data, runs.front().options, empty));
    return repetitions;
  }

  JudgedRun run_once(const TaskRun& run, const Case& c, const kit::CaseData& data, const CallOptions& options,
                     const CaseResult& empty) {
    if (!caller_ || runner_ != run.runner) {
      caller_.reset();  // ends the old one before the new one starts
      caller_ = workshop_.start(run.device, run.runner, /*tool=*/{});
      runner_ = run.runner;
    }
    CallResult call = caller_->call(data, c.request, options);
    require_costs(call, c.measure);
    if (c.measure == Measure::steps) take_depth(data, call);
    JudgedRun judged{options, empty, {}};
    judge_call(judged.result, data, call, run.task->tolerance);
    if (run.device == "simulator") judge_host_work(judged.result, *run.task, data, c.request.n, call.host);
    if (c.measure != Measure::nothing) judge_costs(judged.result, *run.task, c.request.n, call.cost);
    judged.result.hot_lines = std::move(call.hot_lines);
    const bool is_race_free =
        run.device == "simulator" && !options.watch_some_blocks && !options.allow_same_value_races;
    if (judged.result.verdict == Verdict::pass && is_race_free && !data.proves.empty())
      judged.result.proof = Proof{data.proves, {c.request.n}};
    const auto is_exact = [](const kit::ExpectedArray& array) { return array.magnitude.empty(); };
    if (std::ranges::all_of(data.outputs, is_exact)) judged.outputs = without_spare_room(data, call);
    return judged;
  }

  /// What may differ from order to order without being wrong is left out.
  static std::vector<std::vector<std::byte>> without_spare_room(const kit::CaseData& data, CallResult& call) {
    const std::size_t count = std::min(call.outputs.size(), data.outputs.size());
    for (std::size_t i = 0; i < count; ++i)
      call.outputs[i].resize(std::min(call.outputs[i].size(), data.outputs[i].values.bytes.size()));
    return std::move(call.outputs);
  }

  static void leave_out(CaseResult& result, const std::string& why) {
    result.verdict = Verdict::not_run;
    Finding& finding = result.findings.emplace_back();
    finding.verdict = Verdict::not_run;
    finding.message = fmt::format("Given up after {}.", why);
  }

  Workshop& workshop_;
  const GradingOptions& options_;
  std::filesystem::path runner_;
  std::unique_ptr<CaseCaller> caller_;
};

void report_case(const TaskRun& run, std::size_t i, const Report& report) {
  report({.kind = Progress::Kind::case_done,
          .exercise = run.exercise->name,
          .task = run.task->name,
          .case_name = run.cases[i].name,
          .verdict = run.results[i].verdict});
}

/// The cases of a task that has no runner share its verdict; the findings stay with the task.
void mark_unbuilt(TaskRun& run, const Report& report) {
  std::vector<Verdict> verdicts;
  for (const Finding& finding : run.findings) verdicts.push_back(finding.verdict);
  for (std::size_t i = 0; i < run.results.size(); ++i) {
    run.results[i].verdict = worst(verdicts);
    report_case(run, i, report);
  }
}

/// Small cases first: a failure that ends a task comes soon, and so does one that leaves out larger cases.
void add_jobs(TaskRun& run, FailureCount& failures, std::vector<CaseJob>& jobs) {
  const auto begin = std::ptrdiff_t(jobs.size());
  for (std::size_t i = 0; i < run.cases.size(); ++i) jobs.push_back({&run, &failures, i});
  std::ranges::stable_sort(jobs.begin() + begin, jobs.end(), {},
                           [&run](const CaseJob& job) { return run.cases[job.index].request.n; });
}

std::map<std::string, Queue> make_queues(Plan& plan, const GradingOptions& options, const Report& report) {
  std::map<std::string, Queue> queues;
  for (ExerciseRun& exercise : plan.exercises) {
    for (TaskRun& run : exercise.tasks) {
      if (run.runner.empty()) {
        mark_unbuilt(run, report);
        continue;
      }
      Queue& queue = queues[run.device];
      FailureCount& failures = queue.failures.emplace_back(options.enough);
      add_jobs(run, failures, queue.jobs);
    }
  }
  return queues;
}

std::optional<protocol::Hello> run_queue(Queue& queue, int workers, Workshop& workshop,
                                         const GradingOptions& options, const Report& report) {
  std::mutex mutex;
  std::optional<protocol::Hello> hello;
  std::deque<Worker> pool;
  for (int i = 0; i < workers; ++i) pool.emplace_back(workshop, options);
  system::parallel_for(workers, queue.jobs.size(), [&](std::size_t worker, std::size_t i) {
    const CaseJob& job = queue.jobs[i];
    pool[worker].run(job);
    report_case(*job.run, job.index, report);
    const std::lock_guard lock(mutex);
    if (!hello) hello = pool[worker].hello();
  });
  return hello;
}

}  // namespace

std::map<std::string, protocol::Hello> run_all(Plan& plan, Workshop& workshop, const GradingOptions& options,
                                               const Report& report) {
  std::map<std::string, Queue> queues = make_queues(plan, options, report);
  std::map<std::string, std::future<std::optional<protocol::Hello>>> devices;
  for (auto& entry : queues) {
    devices[entry.first] = std::async(std::launch::async, [&, &queue = entry.second, device = entry.first] {
      return run_queue(queue, device == "cuda" ? 1 : options.jobs, workshop, options, report);
    });
  }
  std::map<std::string, protocol::Hello> hellos;
  for (auto& [device, done] : devices)
    if (const auto hello = done.get()) hellos.emplace(device, *hello);
  return hellos;
}

}  // namespace warpgrade::judge
