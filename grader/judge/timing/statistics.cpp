// Everything is a median: of times, of ratios, of clocks. A repetition that something interrupted moves a
// median by one rank and a mean by milliseconds. Ratios are taken within a repetition, where both parties saw
// the same clock and temperature, so a drift from repetition to repetition cancels out.
#include "judge/timing/statistics.hpp"

#include <algorithm>

#include "kit/inputs.hpp"

namespace warpgrade::judge {
namespace {

constexpr double kLeastClock = 0.75;  ///< of the median clock

/// The element of rank (n - 1) / 2 of sorted values, or the mean of the two in the middle.
double median_of_sorted(const std::vector<double>& sorted) {
  const std::size_t n = sorted.size();
  return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
}

/// The median of one resample of `sorted`. Only how often each element is drawn matters, so the draws are
/// counted and the middle is found by walking along the counts: linear, while sorting each resample would
/// make the interval too expensive to compute during a comparison.
double resampled_median(const std::vector<double>& sorted, kit::Random& random,
                        std::vector<std::uint32_t>& drawn) {
  const std::size_t n = sorted.size();
  drawn.assign(n, 0);
  for (std::size_t i = 0; i < n; ++i) ++drawn[std::size_t(random.unit() * double(n))];
  std::size_t at = 0, up_to_here = drawn[0];
  while (up_to_here <= (n - 1) / 2) up_to_here += drawn[++at];
  const double lower = sorted[at];
  while (up_to_here <= n / 2) up_to_here += drawn[++at];
  return (lower + sorted[at]) / 2;
}

double time_of(const Repetition& repetition, std::size_t contestant) {
  return contestant < repetition.samples.size() ? repetition.samples[contestant].ms : 0;
}

/// The interval of above / below over the repetitions that have both; nothing if none has.
template <class Above, class Below>
std::optional<Measured> ratio(const std::vector<Repetition>& repetitions, Above above, Below below) {
  std::vector<double> ratios;
  for (const Repetition& repetition : repetitions) {
    const double a = above(repetition), b = below(repetition);
    if (a > 0 && b > 0) ratios.push_back(a / b);
  }
  if (ratios.empty()) return std::nullopt;
  return median_with_interval(ratios);
}

}  // namespace

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const auto at = values.begin() + std::ptrdiff_t(share * double(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

Measured median_with_interval(const std::vector<double>& samples) {
  constexpr std::size_t kResamples = 1000, kTail = kResamples / 40;  // 2.5 % on each side
  constexpr std::uint64_t kSeed = 0x5eed;
  std::vector<double> sorted = samples;
  std::sort(sorted.begin(), sorted.end());

  kit::Random random(kSeed);
  std::vector<std::uint32_t> drawn;
  std::vector<double> medians(kResamples);
  for (double& one : medians) one = resampled_median(sorted, random, drawn);
  std::sort(medians.begin(), medians.end());
  return {median_of_sorted(sorted), medians[kTail], medians[kResamples - 1 - kTail]};
}

std::vector<Repetition> without_throttled(const std::vector<Repetition>& repetitions) {
  std::vector<double> clocks;
  clocks.reserve(repetitions.size());
  for (const Repetition& repetition : repetitions) clocks.push_back(repetition.clock_mhz);
  const double least = kLeastClock * quantile(clocks, 0.5);
  std::vector<Repetition> kept;
  for (const Repetition& repetition : repetitions)
    if (repetition.clock_mhz >= least) kept.push_back(repetition);
  return kept;
}

std::vector<double> times_of(const std::vector<Repetition>& repetitions, std::size_t contestant) {
  std::vector<double> times;
  for (const Repetition& repetition : repetitions)
    if (const double ms = time_of(repetition, contestant); ms > 0) times.push_back(ms);
  return times;
}

std::vector<double> copies_of(const std::vector<Repetition>& repetitions) {
  std::vector<double> times;
  for (const Repetition& repetition : repetitions)
    if (repetition.copy_ms > 0) times.push_back(repetition.copy_ms);
  return times;
}

TimingResult figures(const Comparison& comparison, std::size_t contestant,
                     std::optional<std::size_t> reference, std::optional<std::size_t> cub) {
  const std::vector<Repetition> kept = without_throttled(comparison.repetitions);
  const auto ours = [&](const Repetition& repetition) { return time_of(repetition, contestant); };
  const auto time_per_byte_of_copy = [&](const Repetition& repetition) {
    return comparison.copy_bytes > 0 ? repetition.copy_ms / double(comparison.copy_bytes) : 0;
  };
  const auto our_time_per_byte = [&](const Repetition& repetition) {
    return comparison.compulsory_bytes > 0 ? ours(repetition) / double(comparison.compulsory_bytes) : 0;
  };

  TimingResult result;
  result.discarded = int(comparison.repetitions.size() - kept.size());
  result.seconds = comparison.seconds;
  result.checking_seconds = comparison.checking_seconds;
  const std::vector<double> times = times_of(kept, contestant);
  result.repetitions = int(times.size());
  if (times.empty()) {
    result.note = comparison.failure.empty()
                      ? "it was excluded from the comparison before its first timed call"
                      : comparison.failure;
    return result;
  }
  result.ms = median_with_interval(times);
  result.gb_per_second = double(comparison.compulsory_bytes) / (result.ms.value * 1e6);
  result.copy_fraction = ratio(kept, time_per_byte_of_copy, our_time_per_byte);
  const auto against = [&](std::optional<std::size_t> other) -> std::optional<Measured> {
    if (!other) return std::nullopt;
    return ratio(kept, ours, [&](const Repetition& repetition) { return time_of(repetition, *other); });
  };
  result.reference_ratio = against(reference);
  result.cub_ratio = against(cub);
  return result;
}

}  // namespace warpgrade::judge
