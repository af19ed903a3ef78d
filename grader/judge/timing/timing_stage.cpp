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

/// A task that is going to be timed: its contestants are the submission, then the trusted ones.
struct Timed {
  ExerciseRun* exercise = nullptr;
  TaskRun* run = nullptr;
  std::vector<Contestant> contestants = {};
  std::optional<std::size_t> reference = {}, cub = {};
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

/// Adds a contestant; false: it does not build, and the note says so.
bool add(Timed& timed, const std::string& name, const std::filesystem::path& file, const BuildResult& built) {
  if (built.ok()) {
    timed.contestants.push_back({name, built.runner, /*trusted=*/name != "submission"});
    return true;
  }
  timed.run->timing_note = fmt::format("{} does not build for timing{}", file.string(),
                                       built.findings.empty() ? "" : ": " + built.findings.front().message);
  return false;
}

/// The submission, and the reference and CUB as far as the course has them.
void add_contenders(Timed& timed, Workshop& workshop, const GradingOptions& options, const Gpu& gpu) {
  const spec::Exercise& exercise = *timed.exercise->exercise;
  const std::string& task = timed.run->task->name;
  try {
    const std::filesystem::path& mine = timed.exercise->source;
    if (!add(timed, "submission", mine, build_to_time(workshop, mine, exercise, task, options.cache))) return;
    for (const Contender& contender :
         contenders_for(exercise, task, gpu.compute_capability, options.timing->reference)) {
      const BuildResult built = build_contender(workshop, contender, exercise, task, options.cache);
      if (!add(timed, contender.name, contender.file, built)) return;
      (contender.name == "cub" ? timed.cub : timed.reference) = timed.contestants.size() - 1;
    }
    if (timed.contestants.size() == 1)
      timed.run->timing_note =
          "the course has neither a reference nor a cub.cu for this task here, so nothing can tell whether a "
          "timed answer is right";
  } catch (const std::exception& error) {
    timed.run->timing_note = error.what();
  }
}

/// Races one size and input until the tiers are decided, or it is clear that they can't be. What speaks
/// against a submission, or for a disturbed GPU, must be so in each of several races.
class Measurement {
 public:
  Measurement(const Timed& timed, RaceTrack& track, const std::vector<spec::TimingTier>& tiers,
              const Patience& patience)
      : timed_(timed), track_(track), tiers_(tiers), patience_(patience) {}

  TimingResult run(const RaceRequest& request) {
    TimingResult result;
    for (int attempt = 0; attempt < patience_.attempts; ++attempt) {
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
    TimingResult result;
    is_settled_ = true;
    const auto enough = [this](const Race& race) {
      const TimingResult now = figures(race, 0, timed_.reference, timed_.cub);
      const auto& ratio = now.reference_ratio ? now.reference_ratio : now.copy_fraction;
      const bool narrow = ratio && ratio->high - ratio->low <= kNarrowEnough * ratio->value;
      return narrow && is_decided(now, tiers_);
    };
    const Race race = track_.run(request, timed_.contestants, RaceLimits{}, enough);
    if (!race.failure.empty()) {
      result.note = race.failure;
      return result;
    }
    if (!race.findings[0].empty()) {
      for (Finding finding : race.findings[0]) timed_.run->findings.push_back(std::move(finding));
      result.note = "out of the race: see what was found";
      return result;
    }
    std::vector<std::size_t> trusted;
    for (std::size_t i = 1; i < timed_.contestants.size(); ++i) trusted.push_back(i);
    if (const std::string why = disturbance(race, trusted); !why.empty()) {
      is_settled_ = false;
      result.note = why;
      return result;
    }
    result = figures(race, 0, timed_.reference, timed_.cub);
    award_tier(result, tiers_);
    if (race.hidden_ms[0] > 0) {
      is_settled_ = false;  // now and then a clock is late for an honest submission; for a cheat it always is
      result.note = fmt::format(
          "{:.4g} ms of it are work outside of its timed part on `stream`, by the grader's own clock",
          race.hidden_ms[0]);
    }
    return result;
  }

  const Timed& timed_;
  RaceTrack& track_;
  const std::vector<spec::TimingTier>& tiers_;
  const Patience& patience_;
  bool is_settled_ = true;  ///< false: the last race may have been bad luck, and another one may tell more
};

void time_task(const Timed& timed, RaceTrack& track, const GradingOptions& options, const Gpu& gpu,
               const Patience& patience) {
  const spec::Timing& timing = *timed.run->task->timing;
  Measurement measurement(timed, track, tiers_for(timing, gpu.name), patience);
  for (const std::uint64_t n : timing.sizes) {
    for (const std::string& input : timing.inputs) {
      const RaceRequest request{.exercise = timed.exercise->exercise,
                                .task = timed.run->task->name,
                                .op = timing.op,
                                .input = input,
                                .n = n,
                                .parameters = timing.parameters,
                                .seed = mix_seed(mix_seed(options.seed, timed.run->task->name + input), n)};
      timed.run->timing.push_back(measurement.run(request));
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
    add_contenders(tasks[i], workshop, options, gpu);
  });
  const GpuLock lock(gpu.uuid, GpuLock::Use::alone, [&report](const std::string& why) {
    report({.kind = Progress::Kind::building, .exercise = why});
  });
  for (const Timed& timed : tasks) {
    if (!timed.run->timing_note.empty()) continue;
    report({.kind = Progress::Kind::timing,
            .exercise = timed.exercise->exercise->name,
            .task = timed.run->task->name + ": timing"});
    time_task(timed, *track, options, gpu, patience);
  }
}

}  // namespace warpgrade::judge
