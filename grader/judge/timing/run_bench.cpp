// Each size is one comparison of a hundred repetitions, since a 99th percentile needs as many. Of sizes that
// take milliseconds there are fewer: their times hardly differ, and a bench of the whole course should take
// minutes.
#include "judge/timing/run_bench.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "judge/cases/cases.hpp"
#include "judge/timing/contenders.hpp"
#include "judge/timing/disturbance.hpp"
#include "judge/timing/statistics.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

constexpr ComparisonLimits kLimits{.min_repetitions = 100, .max_repetitions = 100, .max_seconds = 4};

/// By the nearest rank; the largest one if there are fewer than a hundred values.
double percentile_99(std::vector<double> values) {
  std::ranges::sort(values);
  return values[std::size_t(std::ceil(0.99 * double(values.size()))) - 1];
}

double gb_per_second(std::uint64_t bytes, double ms) { return ms > 0 ? double(bytes) / (ms * 1e6) : 0; }

double copy_speed(const Comparison& comparison, const std::vector<Repetition>& kept) {
  const std::vector<double> times = copies_of(kept);
  return times.empty() ? 0 : gb_per_second(comparison.copy_bytes, median_with_interval(times).value);
}

/// The library's time over ours, from ours over the library's.
std::optional<Measured> inverse(const std::optional<Measured>& ratio) {
  if (!ratio) return std::nullopt;
  return Measured{1 / ratio->value, 1 / ratio->high, 1 / ratio->low};
}

std::string remarks_on(const Comparison& comparison, const std::vector<Contestant>& contestants) {
  if (!comparison.failure.empty()) return comparison.failure;
  std::string remarks;
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    if (const auto& why = comparison.excluded[i])
      remarks += fmt::format("{}{}: {}", remarks.empty() ? "" : "; ", contestants[i].name, why->message);
  }
  return remarks.empty() ? disturbance(comparison, contestants) : remarks;
}

}  // namespace

BenchEntry build_bench_entry(const spec::Exercise& exercise, const spec::Task& task, Workshop& workshop,
                             const BenchOptions& options) {
  const fs::path submission =
      options.submission.empty() ? fs::path() : options.submission / exercise.unit / exercise.source;
  BenchEntry entry{&exercise, &task,
                   build_contestants(workshop, exercise, task.name, options.compute_capability,
                                     {.reference_folder = options.reference,
                                      .submission_file = submission,
                                      .cache = options.cache,
                                      .cccl = options.cccl})};
  if (entry.built.contestants.empty() && entry.built.note.empty())
    entry.built.note =
        "there is nothing to time: the course has neither a reference nor a library's file (cub.cu) for this "
        "task";
  return entry;
}

std::vector<BenchTask> run_bench(const BenchEntry& entry, Timer& timer, const BenchOptions& options,
                                 const std::function<void(std::uint64_t n)>& on_size) {
  std::vector<BenchTask> results;
  const spec::Timing& timing = *entry.task->timing;
  for (const std::string& input : timing.inputs) {
    BenchTask& result = results.emplace_back(
        BenchTask{entry.exercise->name, entry.task->name, timing.op, input, {}, {}, {}, entry.built.note});
    for (const fs::path& file : entry.built.files) result.files.push_back(file.string());
    for (const Contestant& contestant : entry.built.contestants)
      result.contestants.push_back(contestant.name);
    if (entry.built.contestants.empty()) continue;
    for (const std::uint64_t n : options.sizes) {
      on_size(n);
      const ComparisonRequest request{entry.exercise, timed_case(*entry.task, input, n, options.seed)};
      const Comparison comparison =
          timer.run(request, entry.built.contestants, kLimits, [](const Comparison&) { return true; });
      result.points.push_back(bench_point(comparison, entry.built.contestants, n));
    }
  }
  return results;
}

BenchPoint bench_point(const Comparison& comparison, const std::vector<Contestant>& contestants,
                       std::uint64_t n) {
  const std::vector<Repetition> kept = without_throttled(comparison.repetitions);
  BenchPoint point;
  point.n = n;
  point.bytes = comparison.compulsory_bytes;
  point.copy_gb_per_second = copy_speed(comparison, kept);
  point.peak_gb_per_second = comparison.peak_bytes_per_ms / 1e6;
  point.repetitions = int(kept.size());
  point.discarded = int(comparison.repetitions.size() - kept.size());
  point.note = remarks_on(comparison, contestants);
  point.times.resize(contestants.size());
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    const std::vector<double> times = times_of(kept, i);
    if (times.empty() || comparison.excluded[i]) continue;
    const TimingResult figures_of_it = figures(comparison, i, std::nullopt, library_of(contestants));
    point.times[i] = BenchTime{.ms = figures_of_it.ms,
                               .p99_ms = percentile_99(times),
                               .gb_per_second = figures_of_it.gb_per_second,
                               .copy_fraction = figures_of_it.copy_fraction,
                               .times_library = inverse(figures_of_it.cub_ratio)};
  }
  return point;
}

}  // namespace warpgrade::judge
