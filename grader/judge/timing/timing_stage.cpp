// First all contenders are built, side by side. Then the GPU is locked, and the tasks are timed one after the
// other, since it must belong to one race at a time.
#include "judge/timing/timing_stage.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "judge/gpu_lock.hpp"
#include "judge/inputs.hpp"
#include "judge/parallel.hpp"
#include "judge/timing/contenders.hpp"
#include "judge/timing/statistics.hpp"
#include "judge/timing/tiers.hpp"

namespace warpgrade::judge {
namespace {

constexpr double kNarrowEnough = 0.006;  // width of the interval of the ratio to the reference

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
      if (run.device != "cuda" || !run.task->timing) continue;
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
                          options.timing->reference, timed.exercise->source, options.cache);
    timed.run->timing_note = timed.built.note;
    if (timed.built.note.empty() && timed.built.contestants.size() == 1)
      timed.run->timing_note =
          "the course has neither a reference nor a cub.cu for this task here, so nothing can tell whether a "
          "timed answer is right";
  } catch (const std::exception& error) {
    timed.run->timing_note = error.what();
  }
}

/// Times one task. Hidden time and a disturbed GPU must show in each of several races over the same.
class TaskTimer {
 public:
  /// `is_busy`: whether other programs kept disturbing the races so far; is brought up to date.
  TaskTimer(const Timed& timed, RaceTrack& track, const std::string& gpu, const Patience& patience,
            bool& is_busy)
      : run_(*timed.run),
        contestants_(timed.built.contestants),
        track_(track),
        tiers_(tiers_for(*timed.run->task->timing, gpu)),
        patience_(patience),
        is_busy_(is_busy),
        submission_(find_contestant(contestants_, "submission").value()),
        reference_(find_contestant(contestants_, "reference")),
        cub_(find_contestant(contestants_, "cub")) {}

  TimingResult time(const RaceRequest& request) {
    TimingResult result;
    const int attempts = is_busy_ ? 1 : patience_.attempts;  // or a busy GPU would cost minutes
    for (int attempt = 0; attempt < attempts; ++attempt) {
      if (attempt > 0) std::this_thread::sleep_for(patience_.between);
      result = race(request);
      if (is_settled_) break;
    }
    result.n = request.n;
    result.op = request.op;
    result.input = request.input;
    return result;
  }

 private:
  TimingResult race(const RaceRequest& request) {
    is_settled_ = true;
    const Race race = track_.run(request, contestants_, RaceLimits{}, [this](const Race& so_far) {
      return !disturbance(so_far, trusted_of(contestants_)).empty() || is_clear(so_far);
    });
    TimingResult result;
    if (!race.failure.empty()) {
      result.note = race.failure;
      if (race.is_courses_fault && course_races_alone(request))
        result.note +=
            " Without this submission beside it, it runs: does the submission free all that it allocates?";
      return result;
    }
    if (!race.findings[submission_].empty() &&
        !is_students_fault(race.findings[submission_].front().verdict)) {
      result.note = race.findings[submission_].front().message;
      return result;
    }
    if (!race.findings[submission_].empty()) {
      for (const Finding& finding : race.findings[submission_]) run_.findings.push_back(finding);
      result.note = "out of the race: see what was found";
      return result;
    }
    result.note = disturbance(race, trusted_of(contestants_));
    is_busy_ = !result.note.empty();
    if (is_busy_) {
      is_settled_ = false;
      return result;
    }
    result = figures_of(race);
    award_tier(result, tiers_);
    if (race.hidden_ms[submission_] > 0) {
      is_settled_ = false;  // now and then a clock is late for an honest submission; for a cheat it always is
      result.note = fmt::format(
          "{:.4g} ms of it are work outside of its timed part on `stream`, by the grader's own clock",
          race.hidden_ms[submission_]);
    }
    return result;
  }

  bool course_races_alone(const RaceRequest& request) {
    std::vector<Contestant> trusted;
    for (const std::size_t i : trusted_of(contestants_)) trusted.push_back(contestants_[i]);
    const RaceLimits once{.min_repetitions = 1, .max_repetitions = 1};
    return track_.run(request, trusted, once, [](const Race&) { return true; }).failure.empty();
  }

  TimingResult figures_of(const Race& race) const { return figures(race, submission_, reference_, cub_); }

  /// Do more repetitions change nothing any more?
  bool is_clear(const Race& race) const {
    const TimingResult now = figures_of(race);
    const auto& ratio = now.reference_ratio ? now.reference_ratio : now.copy_fraction;
    const bool narrow = ratio && ratio->high - ratio->low <= kNarrowEnough * ratio->value;
    return narrow && is_decided(now, tiers_);
  }

  TaskRun& run_;
  const std::vector<Contestant>& contestants_;
  RaceTrack& track_;
  const std::vector<spec::TimingTier>& tiers_;
  const Patience& patience_;
  bool& is_busy_;
  const std::size_t submission_;
  const std::optional<std::size_t> reference_, cub_;
  bool is_settled_ = true;  ///< false: the last race may have been bad luck, and another one may tell more
};

void time_task(const Timed& timed, TaskTimer timer, std::uint64_t seed) {
  const spec::Timing& timing = *timed.run->task->timing;
  for (const std::uint64_t n : timing.sizes) {
    for (const std::string& input : timing.inputs) {
      timed.run->timing.push_back(
          timer.time({.exercise = timed.exercise->exercise,
                      .task = timed.run->task->name,
                      .op = timing.op,
                      .input = input,
                      .n = n,
                      .parameters = timing.parameters,
                      .seed = mix_seed(mix_seed(seed, timed.run->task->name + input), n)}));
      if (!timed.run->findings.empty()) return;
    }
  }
}

}  // namespace

void time_all(Plan& plan, Workshop& workshop, const GradingOptions& options, const Gpu& gpu,
              const Report& report, const Patience& patience) {
  std::vector<Timed> tasks = find_tasks(plan);
  if (tasks.empty()) return;
  const std::unique_ptr<RaceTrack> track = workshop.race_track();
  if (!track) {
    for (Timed& timed : tasks) timed.run->timing_note = "the grader was built without CUDA";
    return;
  }
  parallel_for(options.jobs, tasks.size(), [&](std::size_t, std::size_t i) {
    report(
        {.kind = Progress::Kind::building, .exercise = tasks[i].exercise->exercise->name + "'s reference"});
    build(tasks[i], workshop, options, gpu);
  });
  const GpuLock lock(gpu.uuid, GpuLock::Use::alone, [&report](const std::string& why) {
    report({.kind = Progress::Kind::waiting, .exercise = why});
  });
  bool is_busy = false;
  for (const Timed& timed : tasks) {
    if (!timed.run->timing_note.empty()) continue;
    report({.kind = Progress::Kind::timing,
            .exercise = timed.exercise->exercise->name,
            .task = timed.run->task->name + ": timing"});
    time_task(timed, TaskTimer(timed, *track, gpu.name, patience, is_busy), options.seed);
  }
}

}  // namespace warpgrade::judge
