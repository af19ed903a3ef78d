// First all contenders are built, in parallel. Then the GPU is locked, and the tasks are timed one after the
// other, since the GPU must belong to one comparison at a time.
#include "judge/timing/timing_stage.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "judge/cases/cases.hpp"
#include "judge/options.hpp"
#include "judge/timing/contenders.hpp"
#include "judge/timing/disturbance.hpp"
#include "judge/timing/program_timer.hpp"
#include "judge/timing/statistics.hpp"
#include "judge/timing/tiers.hpp"
#include "system/file_lock.hpp"
#include "system/parallel.hpp"

namespace warpgrade::judge {
namespace {

/// A task that is going to be timed.
struct Timed {
  ExerciseRun* exercise = nullptr;
  TaskRun* run = nullptr;
  Contestants built = {};
};

/// Do all cases of the task pass, on each device?
bool passes(const ExerciseRun& exercise, const spec::Task& task) {
  for (const TaskRun& run : exercise.tasks) {
    if (run.task != &task) continue;
    if (run.runner.empty() || !run.findings.empty()) return false;
    for (const CaseResult& result : run.results)
      if (result.verdict != Verdict::pass) return false;
  }
  return true;
}

std::vector<Timed> find_tasks(Plan& plan) {
  std::vector<Timed> found;
  for (ExerciseRun& exercise : plan.exercises) {
    for (TaskRun& run : exercise.tasks) {
      if (!traits(run.device).takes_times || !run.task->timing) continue;
      if (passes(exercise, *run.task))
        found.push_back({&exercise, &run});
      else
        run.timing_note = "it is timed once all of its cases pass";
    }
  }
  return found;
}

/// The submission, and the reference and CUB as far as the course has them.
void build(Timed& timed, Workshop& workshop, const GradingOptions& options, const Gpu& gpu) {
  try {
    timed.built =
        build_contestants(workshop, *timed.exercise->exercise, timed.run->task->name, gpu.compute_capability,
                          {.reference_folder = options.timing->reference,
                           .submission_file = timed.exercise->source,
                           .cache = options.cache});
    timed.run->timing_note = timed.built.note;
    const bool knows_what_is_right = timed.exercise->exercise->program || timed.built.contestants.size() > 1;
    if (timed.built.note.empty() && !knows_what_is_right)
      timed.run->timing_note =
          "the course has neither a reference nor a library's file (cub.cu) for this task here, so "
          "nothing can tell whether a timed answer is right";
  } catch (const std::exception& error) {
    timed.run->timing_note = error.what();
  }
}

constexpr double kNarrow = 0.006, kNarrowOfPrograms = 0.05;  // Means::narrow_enough

/// How one kind of tasks is timed.
struct Means {
  Timer& timer;
  ComparisonLimits limits;
  double narrow_enough;  ///< relative width of the interval of the ratio to the reference
};

/// The GPU on which all tasks are timed.
struct TimingGpu {
  Means functions, programs;
  std::string name;
  Retries retries;
  bool is_busy = false;  ///< other programs disturbed the last comparison
};

/// Times one task. Hidden time and a disturbed GPU count only if they show in several comparisons, each with
/// the same request.
class TaskTimer {
 public:
  TaskTimer(const Timed& timed, TimingGpu& gpu)
      : run_(*timed.run),
        contestants_(timed.built.contestants),
        gpu_(gpu),
        tiers_(tiers_for(*timed.run->task->timing, gpu.name)),
        submission_(find_contestant(contestants_, "submission").value()),
        reference_(find_contestant(contestants_, "reference")),
        cub_(find_contestant(contestants_, "cub")) {}

  TimingResult time(const ComparisonRequest& request) {
    TimingResult result;
    const int attempts = gpu_.is_busy ? 1 : gpu_.retries.attempts;  // retries would take minutes
    for (int attempt = 0; attempt < attempts; ++attempt) {
      if (attempt > 0) std::this_thread::sleep_for(gpu_.retries.pause);
      result = comparison(request);
      if (is_settled_) break;
    }
    result.n = request.work.n;
    result.op = request.work.op;
    result.input = request.work.input;
    return result;
  }

 private:
  TimingResult comparison(const ComparisonRequest& request) {
    is_settled_ = true;
    const Means& means = means_for(request);
    const Comparison comparison =
        means.timer.run(request, contestants_, means.limits, [&](const Comparison& so_far) {
          return !disturbance(so_far, contestants_).empty() || is_clear(so_far, means.narrow_enough);
        });
    TimingResult result;
    if (!comparison.failure.empty()) {
      result.note = comparison.failure;
      if (comparison.is_courses_fault && course_works_alone(request))
        result.note +=
            " Without this submission beside it, it runs: does the submission free all that it allocates?";
      return result;
    }
    if (const auto& why = comparison.excluded[submission_]) {
      const bool is_its_fault = is_students_fault(why->verdict);
      if (is_its_fault) run_.findings.push_back(*why);
      result.note = is_its_fault ? "excluded from the comparison: see what was found" : why->message;
      return result;
    }
    result.note = disturbance(comparison, contestants_);
    gpu_.is_busy = !result.note.empty();
    if (gpu_.is_busy) {
      is_settled_ = false;
      return result;
    }
    result = figures_of(comparison);
    award_tier(result, tiers_);
    if (comparison.hidden_ms[submission_] > 0) {
      is_settled_ = false;  // an honest submission looks like this now and then; a cheat does each time
      result.note = fmt::format(
          "{:.4g} ms of it are work outside of its timed part on `stream`, by the grader's own clock",
          comparison.hidden_ms[submission_]);
    }
    return result;
  }

  const Means& means_for(const ComparisonRequest& request) const {
    return request.program != nullptr ? gpu_.programs : gpu_.functions;
  }

  bool course_works_alone(const ComparisonRequest& request) {
    std::vector<Contestant> trusted;
    std::ranges::copy_if(contestants_, std::back_inserter(trusted), &Contestant::trusted);
    const ComparisonLimits once{.min_repetitions = 1, .max_repetitions = 1};
    return means_for(request)
        .timer.run(request, trusted, once, [](const Comparison&) { return true; })
        .failure.empty();
  }

  TimingResult figures_of(const Comparison& comparison) const {
    return figures(comparison, submission_, reference_, cub_);
  }

  /// Would more repetitions change nothing?
  bool is_clear(const Comparison& comparison, double narrow_enough) const {
    TimingResult now = figures_of(comparison);
    award_tier(now, tiers_);
    const auto& ratio = now.reference_ratio ? now.reference_ratio : now.copy_fraction;
    const bool narrow = ratio && ratio->high - ratio->low <= narrow_enough * ratio->value;
    return narrow && !now.in_doubt;
  }

  TaskRun& run_;
  const std::vector<Contestant>& contestants_;
  TimingGpu& gpu_;
  const std::vector<spec::TimingTier>& tiers_;
  const std::size_t submission_;
  const std::optional<std::size_t> reference_, cub_;
  /// False if the last comparison may have been bad luck, so that another one may tell more.
  bool is_settled_ = true;
};

std::vector<ComparisonRequest> requests_of(const spec::Exercise& exercise, const spec::Task& task,
                                           std::uint64_t seed) {
  std::vector<ComparisonRequest> requests;
  for (const spec::CaseGroup& run : task.timing->cases) {
    ComparisonRequest& request =
        requests.emplace_back(ComparisonRequest{.exercise = &exercise, .work = {}, .program = &run});
    request.work.task = task.name;
    request.work.input = run.run->name;
    request.work.n = run.sizes.front();
  }
  for (const std::uint64_t n : task.timing->sizes)
    for (const std::string& input : task.timing->inputs)
      requests.push_back({&exercise, timed_case(task, input, n, seed)});
  return requests;
}

void time_task(const Timed& timed, TaskTimer timer, std::uint64_t seed) {
  const spec::Task& task = *timed.run->task;
  for (const ComparisonRequest& request : requests_of(*timed.exercise->exercise, task, seed)) {
    timed.run->timing.push_back(timer.time(request));
    if (!timed.run->findings.empty()) return;
  }
}

}  // namespace

void time_all(Plan& plan, Workshop& workshop, const GradingOptions& options, const Gpu& gpu,
              const Report& report, const Retries& retries) {
  std::vector<Timed> tasks = find_tasks(plan);
  if (tasks.empty()) return;
  const std::unique_ptr<Timer> timer = workshop.timer();
  if (!timer) {
    for (Timed& timed : tasks) timed.run->timing_note = "the grader was built without CUDA";
    return;
  }
  system::parallel_for(options.jobs, tasks.size(), [&](std::size_t, std::size_t i) {
    report(
        {.kind = Progress::Kind::building, .exercise = tasks[i].exercise->exercise->name + "'s reference"});
    build(tasks[i], workshop, options, gpu);
  });
  const system::GpuLock lock(gpu.uuid, system::GpuLock::Use::alone, [&report](const std::string& why) {
    report({.kind = Progress::Kind::waiting, .exercise = why});
  });
  const std::unique_ptr<Timer> program_timer = make_program_timer(workshop);
  TimingGpu timing_gpu{
      {*timer, {}, kNarrow}, {*program_timer, kProgramLimits, kNarrowOfPrograms}, gpu.name, retries};
  for (const Timed& timed : tasks) {
    if (!timed.run->timing_note.empty()) continue;
    report({.kind = Progress::Kind::timing,
            .exercise = timed.exercise->exercise->name,
            .task = timed.run->task->name + ": timing"});
    time_task(timed, TaskTimer(timed, timing_gpu), options.seed);
  }
}

}  // namespace warpgrade::judge
