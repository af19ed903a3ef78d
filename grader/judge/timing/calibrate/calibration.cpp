// A kernel that fails in a comparison, or that can't be measured because others use the GPU, is not measured
// again. Its note says why.
#include "judge/timing/calibrate/calibration.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include <fmt/format.h>

#include "judge/cases/cases.hpp"
#include "judge/timing/contenders.hpp"
#include "judge/timing/disturbance.hpp"
#include "judge/timing/statistics.hpp"
#include "judge/timing/tiers.hpp"
#include "kit/inputs.hpp"
#include "system/parallel.hpp"

namespace warpgrade::judge {
namespace {

constexpr int kAttempts = 3;               // when something else used the GPU
constexpr double kNarrowInterval = 0.005;  // width of the interval of the figure that is calibrated
constexpr double kFarBehind = 20;          // slowness: no threshold lies there, so one run is enough
constexpr ComparisonLimits kCalibrationLimits{.call_s = 1};

std::string why_not(const BuildResult& built) {
  return "does not build" + (built.findings.empty() ? "" : ": " + built.findings.front().message);
}

/// One size with one kind of input.
struct Stretch {
  std::uint64_t n = 0;
  std::string input;
  std::string name() const {
    const std::string size =
        std::has_single_bit(n) ? fmt::format("2^{}", std::bit_width(n) - 1) : std::to_string(n);
    return size + " " + input;
  }
};

std::vector<Stretch> stretches_of(const spec::Timing& timing) {
  std::vector<Stretch> stretches;
  for (const std::uint64_t n : timing.sizes)
    for (const std::string& input : timing.inputs) stretches.push_back({n, input});
  return stretches;
}

struct RunFigures {
  double slowness = 0;  ///< see proposal.hpp
  double ms = 0;
};

/// The comparisons of one kernel.
class KernelComparisons {
 public:
  KernelComparisons(const CalibrationEntry& entry, std::size_t kernel, const CalibrationOptions& options)
      : entry_(entry), options_(options), contestants_{entry.kernels[kernel]} {
    contestants_.insert(contestants_.end(), entry.trusted.begin(), entry.trusted.end());
    cub_ = find_contestant(contestants_, "cub");
  }

  /// The figures of one run. Nothing if there are none; then `note` says why.
  std::optional<RunFigures> measure(const Stretch& stretch, int run, Timer& timer, std::string& note) const {
    const ComparisonRequest request{
        entry_.exercise,
        timed_case(*entry_.task, stretch.input, stretch.n, kit::mix_seed(options_.seed, std::uint64_t(run)))};
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      const Comparison comparison = timer.run(request, contestants_, kCalibrationLimits,
                                              [this](const Comparison& so_far) { return is_narrow(so_far); });
      note = !comparison.failure.empty() ? comparison.failure
             : comparison.excluded[0]    ? comparison.excluded[0]->message
                                         : disturbance(comparison, contestants_);
      if (!comparison.failure.empty() || comparison.excluded[0]) return std::nullopt;
      if (!note.empty()) continue;
      if (const auto measured = figure_of(comparison))
        return RunFigures{in_unit(measured->value, options_.kind), figures(comparison, 0, 1, cub_).ms.value};
      note = fmt::format("it has no {}", to_string(options_.kind));
      return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  std::optional<Measured> figure_of(const Comparison& comparison) const {
    return figure(figures(comparison, 0, 1, cub_), options_.kind);
  }
  bool is_narrow(const Comparison& comparison) const {
    const auto measured = figure_of(comparison);
    return measured && measured->high - measured->low <= kNarrowInterval * measured->value;
  }

  const CalibrationEntry& entry_;
  const CalibrationOptions& options_;
  std::vector<Contestant> contestants_;
  std::optional<std::size_t> cub_;
};

double median(const std::vector<RunFigures>& runs, double RunFigures::*figure) {
  std::vector<double> values;
  values.reserve(runs.size());
  for (const RunFigures& sample : runs) values.push_back(sample.*figure);
  return quantile(values, 0.5);
}

/// What the tiers of the spec give.
std::vector<double> points_of(const spec::Timing& timing, const std::string& gpu) {
  std::vector<double> points;
  for (const spec::TimingTier& tier : tiers_for(timing, gpu)) points.push_back(tier.points);
  return points;
}

std::optional<Proposal> propose(const Calibration& calibration, const std::vector<double>& points,
                                TierKind kind) {
  std::vector<MeasuredKernel> measured;
  for (const CalibratedKernel& kernel : calibration.kernels)
    if (kernel.note.empty()) measured.push_back({kernel.name, kernel.slowness});
  if (!calibration.kernels.front().note.empty() || points.empty()) return std::nullopt;
  return propose_tiers(measured.front(), {measured.begin() + 1, measured.end()}, points, kind);
}

}  // namespace

CalibrationEntry build_calibration(const spec::Exercise& exercise, const spec::Task& task,
                                   const std::vector<Contender>& kernels, Workshop& workshop,
                                   const CalibrationOptions& options) {
  CalibrationEntry entry{&exercise, &task, {}, {}, {}};
  const Contestants trusted = build_contestants(
      workshop, exercise, task.name, options.compute_capability,
      {.reference_folder = options.reference, .submission_file = {}, .cache = options.cache});
  if (!trusted.note.empty()) throw std::runtime_error(trusted.note);
  entry.trusted = trusted.contestants;
  if (entry.trusted.empty() || entry.trusted.front().name != "reference")
    throw std::runtime_error(fmt::format("{}/{} has no reference", exercise.name, task.name));

  entry.kernels.push_back({"reference", entry.trusted.front().runner, /*trusted=*/false});
  entry.problems.emplace_back();
  const std::size_t first = entry.kernels.size();
  entry.kernels.resize(first + kernels.size());
  entry.problems.resize(entry.kernels.size());
  system::parallel_for(options.jobs, kernels.size(), [&](std::size_t, std::size_t i) {
    const BuildResult built = build_contender(workshop, kernels[i], exercise, task.name, options.cache);
    entry.kernels[first + i] = {kernels[i].name, built.runner, /*trusted=*/false};
    entry.problems[first + i] = built.ok() ? "" : why_not(built);
  });
  return entry;
}

Calibration calibrate(const CalibrationEntry& entry, const std::function<std::unique_ptr<Timer>()>& new_timer,
                      const CalibrationOptions& options,
                      const std::function<void(const std::string&)>& on_kernel) {
  const std::vector<Stretch> stretches = stretches_of(*entry.task->timing);
  Calibration result;
  for (const Stretch& stretch : stretches) result.columns.push_back(stretch.name());
  for (std::size_t k = 0; k < entry.kernels.size(); ++k)
    result.kernels.push_back({entry.kernels[k].name, {}, {}, {}, entry.problems[k]});

  std::vector<std::vector<std::vector<RunFigures>>> all(  // by kernel, stretch, run
      entry.kernels.size(), std::vector<std::vector<RunFigures>>(stretches.size()));
  for (int run = 0; run < options.runs; ++run) {
    const std::unique_ptr<Timer> timer = new_timer();
    for (std::size_t k = 0; k < entry.kernels.size(); ++k) {
      CalibratedKernel& kernel = result.kernels[k];
      if (run > 0 && kernel.note.empty() && kernel.slowness.front() > kFarBehind) continue;
      const KernelComparisons comparisons(entry, k, options);
      double worst = 0;
      for (std::size_t s = 0; s < stretches.size() && kernel.note.empty(); ++s) {
        on_kernel(kernel.name);
        const auto sample = comparisons.measure(stretches[s], run, *timer, kernel.note);
        if (!sample) continue;
        all[k][s].push_back(*sample);
        worst = std::max(worst, sample->slowness);
      }
      if (kernel.note.empty()) kernel.slowness.push_back(worst);
    }
  }
  for (std::size_t k = 0; k < entry.kernels.size(); ++k)
    for (const std::vector<RunFigures>& runs : all[k])
      if (result.kernels[k].note.empty()) {
        result.kernels[k].medians.push_back(median(runs, &RunFigures::slowness));
        result.kernels[k].ms.push_back(median(runs, &RunFigures::ms));
      }
  result.proposal = propose(result, points_of(*entry.task->timing, options.gpu), options.kind);
  return result;
}

std::vector<TierEarners> tier_earners(const std::vector<spec::TimingTier>& tiers,
                                      const std::vector<CalibratedKernel>& kernels, TierKind kind) {
  std::vector<TierEarners> all;
  for (const spec::TimingTier& tier : tiers)
    if (tier.kind == kind) all.push_back({tier, {}});
  for (const CalibratedKernel& kernel : kernels) {
    if (kernel.slowness.empty()) continue;
    const double slowest = std::ranges::max(kernel.slowness);
    const auto best = std::find_if(all.rbegin(), all.rend(), [&](const TierEarners& earners) {
      return slowest <= in_unit(earners.tier.threshold, kind);
    });
    if (best != all.rend()) best->kernels.push_back(kernel.name);
  }
  return all;
}

}  // namespace warpgrade::judge
