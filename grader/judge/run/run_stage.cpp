// A queue of cases per device. On the simulator `jobs` workers take from it, each with a runner process of
// its own; on a GPU there is one worker, since the card belongs to one case at a time. Each result has its
// place in the plan from the start, so the order of results does not depend on which worker was faster.
#include "judge/run/run_stage.hpp"

#include <algorithm>
#include <deque>
#include <exception>
#include <future>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "judge/check/case_pictures.hpp"
#include "judge/check/case_verdict.hpp"
#include "judge/check/cost_verdict.hpp"
#include "judge/check/host_work.hpp"
#include "judge/check/name_mistake.hpp"
#include "judge/options.hpp"
#include "judge/program/check_program.hpp"
#include "judge/run/crash.hpp"
#include "judge/run/failures.hpp"
#include "judge/run/orders.hpp"
#include "system/parallel.hpp"

namespace warpgrade::judge {
namespace {

struct CaseJob {
  TaskRun* run = nullptr;
  Failures* failures = nullptr;
  std::size_t index = 0;
  CaseResult unrun = {};
  double used_s = 0;  ///< by its calls, without those that are repeated: not each worker repeats them
};

void leave_out(CaseResult& result, const std::string& why) {
  result.verdict = Verdict::not_run;
  result.findings.push_back(make_finding(Verdict::not_run, why));
}

using Sequences = std::vector<std::vector<CaseJob>>;  ///< each is run by one process

/// The part of a plan that runs on one device.
struct Queue {
  Sequences sequences;
  std::deque<Failures> failures;  ///< one for each task; a deque, since they can't be moved
  DeadRunners dead_runners;
};

/// The case that a worker runs.
struct CaseInWork {
  const TaskRun& run;
  const Case& c;
  const kit::CaseData& data;
  const CaseResult& empty;
};

/// A runner that leaves out a cost breaks the protocol: the submission has changed what it sends.
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
  Worker(Workshop& workshop, const GradingOptions& options, DeadRunners& dead)
      : workshop_(workshop), options_(options), dead_(dead) {}

  void run(CaseJob& job) {
    const Case& c = job.run->cases[job.index];
    CaseResult& result = job.run->results[job.index];
    used_s_ = 0;
    if (fails_by_its_runner(*job.run, result)) return;
    if (const std::string why = job.failures->reason_to_leave_out(c); !why.empty())
      return leave_out(result, why);
    kit::CaseData data;
    try {
      if (c.program == nullptr) data = workshop_.oracle(*job.run->exercise)(c.request);
    } catch (const std::exception& error) {
      result.verdict = Verdict::grader_error;
      result.findings = {
          grader_fault(fmt::format("The exercise could not make this case: {}.", error.what()))};
      return;
    }
    const CaseInWork now{*job.run, c, data, result};
    const std::vector<JudgedRun> runs = run_in_orders(now);
    job.used_s = used_s_;
    if (fails_by_its_runner(*job.run, result)) return;
    Repetitions repetitions{.again = repeat_first(runs, now)};
    if (may_follow_from_earlier_calls(now, runs) && job.failures->is_first_to_be_repeated())
      repetitions.fresh = repeat_in_fresh_process(runs.back(), now);
    result = combine(runs, repetitions);
    job.failures->record(c, result, job.used_s);
    if (options_.pictures && !c.hidden) result.pictures = pictures_of(data, runs);
  }

  std::optional<protocol::Hello> hello() const { return caller_ ? caller_->hello() : hello_; }

 private:
  /// The pictures of the case's first run that failed, since that run is reported; if none failed, of its
  /// first run.
  static std::vector<PictureFile> pictures_of(const kit::CaseData& data, const std::vector<JudgedRun>& runs) {
    const bool first_passes = runs.front().result.verdict == Verdict::pass;
    return draw_pictures(data, (first_passes ? runs.back() : runs.front()).outputs);
  }

  /// Runs a case in all of its orders, of which one is drawn to be the first. If that one fails, the case is
  /// told as it is seen when the threads run forward: "out[33]" says more than whichever thread came first by
  /// chance.
  std::vector<JudgedRun> run_in_orders(const CaseInWork& now) {
    std::vector<CallOptions> orders = runs_of(now.c, now.run.device, options_.order, now.run.task->same_bits);
    std::vector<JudgedRun> drawn = run_until_one_fails(now, orders);
    const Verdict first = drawn.front().result.verdict;
    const bool is_forward = orders.size() == 1 || orders.front().order == Order::forward;
    if (is_forward || first == Verdict::pass || first == Verdict::timeout) return drawn;
    std::ranges::sort(orders, {}, &CallOptions::order);
    std::vector<JudgedRun> again = run_until_one_fails(now, orders);
    const auto fails = [](const JudgedRun& one) { return one.result.verdict != Verdict::pass; };
    return std::ranges::any_of(again, fails) ? std::move(again) : std::move(drawn);
  }

  /// A wrong answer is tried in the next order too: it may be right there.
  std::vector<JudgedRun> run_until_one_fails(const CaseInWork& now, const std::vector<CallOptions>& orders) {
    std::vector<JudgedRun> done;
    for (CallOptions options : orders) {
      options.allow_same_value_races = now.run.task->allow_same_value_races;
      options.strict_barriers = now.run.task->strict_barriers;
      done.push_back(run_once(now, options));
      const CaseResult& result = done.back().result;
      const bool try_again = done.size() == 1 && is_wrong_answer(result);
      if (result.verdict != Verdict::pass && !try_again) break;
      if (done.size() > 1 && (done.front().result.verdict != Verdict::pass || answers_differ(done))) break;
    }
    return done;
  }

  /// If answers differ, is the order the reason, or what an earlier call left behind? There are two
  /// repetitions, because an answer that alternates from call to call is the same again in every second call.
  std::vector<JudgedRun> repeat_first(const std::vector<JudgedRun>& runs, const CaseInWork& now) {
    std::vector<JudgedRun> repetitions;
    if (answers_differ(runs))
      for (int i = 0; i < 2; ++i) repetitions.push_back(run_once(now, runs.front().options));
    return repetitions;
  }

  /// May an earlier call have caused this failure? For a timeout the answer is no, unless the device has seen
  /// that the program waits for ever.
  bool may_follow_from_earlier_calls(const CaseInWork& now, const std::vector<JudgedRun>& runs) const {
    const CaseResult& failed = runs.back().result;
    const bool is_deterministic = traits(now.run.device).chooses_order &&
                                  (failed.verdict != Verdict::timeout || failed.seconds < now.c.timeout_s);
    return is_deterministic && is_students_fault(failed.verdict) && now.c.request.n > 0 &&
           calls_of_process_ > 1;
  }

  JudgedRun repeat_in_fresh_process(const JudgedRun& failed, const CaseInWork& now) {
    caller_.reset();
    return run_once(now, failed.options);
  }

  JudgedRun run_program(const CaseInWork& now, CallOptions options) {
    options.kernels = now.run.task->kernels;
    const ProgramResult ran =
        workshop_.run_program(now.run.device, now.run.runner, *now.run.exercise, *now.c.program, options,
                              /*tool=*/{});
    if (ran.started) hello_ = ran.hello;
    used_s_ += ran.used_s;
    JudgedRun judged{options, now.empty, {}};
    judge_program(judged.result, *now.run.exercise->program, *now.c.program, ran);
    if (now.c.measure == Measure::traffic) {
      judge_costs(judged.result, *now.run.task, now.c.measure, now.c.request.n, ran.cost);
      judged.result.hot_lines = ran.hot_lines;
    }
    return judged;
  }

  JudgedRun run_once(const CaseInWork& now, const CallOptions& options) {
    const auto& [run, c, data, empty] = now;
    if (c.program != nullptr) return run_program(now, options);
    if (!caller_ || runner_ != run.runner || multiprocessors_ != options.multiprocessors) {
      caller_.reset();  // ends the old one before the new one starts
      caller_ = workshop_.start(run.device, run.runner, /*tool=*/{});
      runner_ = run.runner;
      multiprocessors_ = options.multiprocessors;
      calls_of_process_ = 0;
    }
    ++calls_of_process_;
    CallResult call = caller_->call(data, c.request, options);
    if (!call.started && std::ranges::any_of(call.findings, is_of_student))
      dead_.add(run.runner, call.findings);
    used_s_ += call.used_s;
    const Measure measure = c.measures() || options.tally ? c.measure : Measure::nothing;
    require_costs(call, measure);
    if (c.measure == Measure::steps) take_depth(data, call);
    JudgedRun judged{options, empty, {}};
    judge_call(judged.result, data, call, run.task->tolerance);
    if (call.completed)
      name_mistake(judged.result, workshop_.oracle(*run.exercise), c.request, data, call,
                   run.task->tolerance);
    if (traits(run.device).sees_each_access)
      judge_host_work(judged.result, *run.task, data, c.request.n, call.host);
    if (measure != Measure::nothing) judge_costs(judged.result, *run.task, measure, c.request.n, call.cost);
    if (c.measure == Measure::traffic) judged.result.hot_lines = std::move(call.hot_lines);
    const bool is_race_free =
        traits(run.device).sees_each_access && !options.watch_some_blocks && !options.allow_same_value_races;
    if (judged.result.verdict == Verdict::pass && is_race_free && !data.proves.empty())
      judged.result.proof = Proof{data.proves, {c.request.n}};
    const auto is_exact = [](const kit::ExpectedArray& array) { return array.magnitude.empty(); };
    std::vector<std::vector<std::byte>> outputs = without_spare_room(data, call);
    for (std::size_t i = 0; run.task->same_bits && i < outputs.size(); ++i)
      judged.bits.push_back({data.outputs[i].values.name, data.outputs[i].values.type, outputs[i]});
    if (std::ranges::all_of(data.outputs, is_exact)) judged.outputs = std::move(outputs);
    return judged;
  }

  /// The outputs without what lies behind the values of an output with room to spare: that may differ from
  /// order to order.
  static std::vector<std::vector<std::byte>> without_spare_room(const kit::CaseData& data, CallResult& call) {
    const std::size_t count = std::min(call.outputs.size(), data.outputs.size());
    for (std::size_t i = 0; i < count; ++i)
      call.outputs[i].resize(std::min(call.outputs[i].size(), data.outputs[i].values.bytes.size()));
    return std::move(call.outputs);
  }

  static bool is_of_student(const Finding& finding) { return is_students_fault(finding.verdict); }

  /// If so, the finding is the task's: tell_dead_runners().
  bool fails_by_its_runner(const TaskRun& run, CaseResult& result) const {
    const std::vector<Finding> why = dead_.why(run.runner);
    if (!why.empty()) result.verdict = why.front().verdict;
    return !why.empty();
  }

  Workshop& workshop_;
  const GradingOptions& options_;
  DeadRunners& dead_;
  std::filesystem::path runner_;
  int multiprocessors_ = 0;  ///< of the card that the process has seen
  std::unique_ptr<CaseCaller> caller_;
  std::optional<protocol::Hello> hello_;  ///< of a program
  int calls_of_process_ = 0;
  double used_s_ = 0;  ///< by the calls of the case that runs
};

void report_case(const TaskRun& run, std::size_t i, const Report& report) {
  report({.kind = Progress::Kind::case_done,
          .exercise = run.exercise->name,
          .task = run.task->name,
          .case_name = run.cases[i].name,
          .verdict = run.results[i].verdict,
          .device = run.device,
          .cases_of_task = run.cases.size()});
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

/// A task with static variables may be right as long as a process never calls it with another size. So one
/// process runs all cases of the smallest size and one of the next, however many processes share the rest.
/// `sorted`: by n.
constexpr std::uint64_t kSmallSizes = 20'000;  // such a case takes a moment only

std::vector<CaseJob> take_two_sizes(std::vector<CaseJob>& sorted) {
  std::uint64_t least = 0;
  const auto is_of_another_size = [&least](const CaseJob& job) {
    const std::uint64_t n = job.run->cases[job.index].request.n;
    if (least == 0) least = n;
    return n > least;
  };
  const auto last = std::ranges::find_if(sorted, is_of_another_size);
  if (last == sorted.end() || last->run->cases[last->index].request.n > kSmallSizes) return {};
  std::vector<CaseJob> sequence(sorted.begin(), std::next(last));
  sorted.erase(sorted.begin(), std::next(last));
  return sequence;
}

/// Small cases first: a failure that ends a task comes soon, and so does one that leaves out larger cases. Of
/// a size the ordinary cases come before those that measure.
Sequences sequences_of(TaskRun& run, Failures& failures) {
  std::vector<CaseJob> jobs;
  for (std::size_t i = 0; i < run.cases.size(); ++i) jobs.push_back({&run, &failures, i, run.results[i]});
  std::ranges::stable_sort(jobs, {}, [&run](const CaseJob& job) { return run.cases[job.index].request.n; });
  Sequences sequences = {take_two_sizes(jobs)};
  for (CaseJob& job : jobs) sequences.push_back({std::move(job)});
  return sequences;
}

/// The first of each task, then the second of each, and so on: tasks that hang then do so side by side.
void add_in_turn(std::vector<Sequences>& tasks, Queue& queue) {
  std::size_t longest = 0;
  for (const Sequences& task : tasks) longest = std::max(longest, task.size());
  for (std::size_t i = 0; i < longest; ++i)
    for (Sequences& task : tasks)
      if (i < task.size()) queue.sequences.push_back(std::move(task[i]));
}

std::map<DeviceKind, Queue> make_queues(Plan& plan, const GradingOptions& options, const Report& report) {
  std::map<DeviceKind, Queue> queues;
  for (ExerciseRun& exercise : plan.exercises) {
    // By runner, which a worker should change seldom.
    std::map<std::pair<DeviceKind, std::filesystem::path>, std::vector<Sequences>> tasks;
    for (TaskRun& run : exercise.tasks) {
      if (run.runner.empty()) {
        mark_unbuilt(run, report);
        continue;
      }
      Failures& failures = queues[run.device].failures.emplace_back(*run.task, options.enough);
      tasks[{run.device, run.runner}].push_back(sequences_of(run, failures));
    }
    for (auto& [runner, of_runner] : tasks) add_in_turn(of_runner, queues[runner.first]);
  }
  return queues;
}

/// Makes the results independent of the number of workers. After failures one worker leaves out the cases
/// that follow (failures.cpp); several workers have run some of these, and left out others. What one worker
/// would have left out is taken back, and what it would have run is run now.
void decide_as_one_worker(Queue& queue, Worker& worker, const GradingOptions& options) {
  std::map<const Failures*, Failures> until_now;
  for (std::vector<CaseJob>& sequence : queue.sequences)
    for (CaseJob& job : sequence) {
      const Case& c = job.run->cases[job.index];
      CaseResult& result = job.run->results[job.index];
      Failures& failures = until_now.try_emplace(job.failures, *job.run->task, options.enough).first->second;
      job.failures = &failures;
      const bool was_run = result.verdict != Verdict::not_run;
      if (const std::string why = failures.reason_to_leave_out(c); !why.empty())
        leave_out(result = job.unrun, why);
      else if (was_run)
        failures.record(c, result, job.used_s);
      else
        result = job.unrun, worker.run(job);
    }
}

std::optional<protocol::Hello> run_queue(Queue& queue, int workers, Workshop& workshop,
                                         const GradingOptions& options, const Report& report) {
  std::mutex mutex;
  std::optional<protocol::Hello> hello;
  std::deque<Worker> pool;
  for (int i = 0; i < workers; ++i) pool.emplace_back(workshop, options, queue.dead_runners);
  system::parallel_for(workers, queue.sequences.size(), [&](std::size_t worker, std::size_t i) {
    for (CaseJob& job : queue.sequences[i]) {
      pool[worker].run(job);
      report_case(*job.run, job.index, report);
    }
    const std::lock_guard lock(mutex);
    if (!hello) hello = pool[worker].hello();
  });
  decide_as_one_worker(queue, pool.front(), options);
  return hello;
}

/// Told once for all tasks, as mistakes in a build are.
void tell_dead_runners(Plan& plan, const std::map<DeviceKind, Queue>& queues) {
  for (ExerciseRun& exercise : plan.exercises)
    for (TaskRun& run : exercise.tasks)
      if (const auto queue = queues.find(run.device); queue != queues.end())
        for (Finding& finding : queue->second.dead_runners.why(run.runner))
          run.findings.push_back(std::move(finding));
}

}  // namespace

std::map<DeviceKind, protocol::Hello> run_all(Plan& plan, Workshop& workshop, const GradingOptions& options,
                                              const Report& report) {
  std::map<DeviceKind, Queue> queues = make_queues(plan, options, report);
  std::map<DeviceKind, std::future<std::optional<protocol::Hello>>> devices;
  for (auto& entry : queues) {
    devices[entry.first] = std::async(std::launch::async, [&, &queue = entry.second, device = entry.first] {
      return run_queue(queue, traits(device).needs_gpu ? 1 : options.jobs, workshop, options, report);
    });
  }
  std::map<DeviceKind, protocol::Hello> hellos;
  for (auto& [device, done] : devices)
    if (const auto hello = done.get()) hellos.emplace(device, *hello);
  tell_dead_runners(plan, queues);
  return hellos;
}

}  // namespace warpgrade::judge
