// A contestant claims a time by its events. The judge's clock shows more: the overhead of that call. There
// are two bounds. The median of its overheads may not be larger than that of the trusted contestants. And
// each single overhead may not be larger than in the slowest twentieth of the trusted samples; otherwise half
// of the claims could be lies that move no median.
#include "judge/timing/comparison/settle.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "judge/timing/statistics.hpp"

namespace warpgrade::judge {
namespace {

constexpr double kLeastTimeTolerance = 0.97;  // of the least time: clocks are known to a few percent
constexpr double kSmallestTime_ms = 1e-6;     // times are divided by, so 0 is not allowed

/// How much the overhead of an honest contestant may differ from that of the trusted ones, for each of the
/// judge's clocks: the measured spread between processes that run the same code.
struct JudgesClock {
  double Sample::*of;
  double tolerance_ms;
};
constexpr std::array kClocks = {JudgesClock{&Sample::wall_ms, 0.025}, JudgesClock{&Sample::done_ms, 0.03},
                                JudgesClock{&Sample::turn_ms, 0.1}};
constexpr double kTolerance = 0.01;  // of the claimed time, where that is more

/// Did it take part in that repetition?
bool ran(const Sample& sample) { return sample.wall_ms > 0; }

/// The times that a contestant claims.
std::vector<double> events(const Comparison& comparison, std::size_t i) {
  std::vector<double> claims;
  for (const Repetition& repetition : comparison.repetitions)
    if (ran(repetition.samples[i])) claims.push_back(repetition.samples[i].event_ms);
  return claims;
}

/// The overheads by one of the judge's clocks, in each sample of a contestant.
std::vector<double> overheads(const Comparison& comparison, double Sample::*by_judge, std::size_t i) {
  std::vector<double> beyond;
  for (const Repetition& repetition : comparison.repetitions)
    if (const Sample& sample = repetition.samples[i]; ran(sample))
      beyond.push_back(sample.*by_judge - sample.event_ms);
  return beyond;
}

/// This quantile of the overheads of each trusted contestant; the largest of these.
double usual(const Comparison& comparison, const std::vector<Contestant>& contestants,
             double Sample::*by_judge, double share) {
  double most = 0;
  for (std::size_t i = 0; i < contestants.size(); ++i)
    if (contestants[i].trusted) most = std::max(most, quantile(overheads(comparison, by_judge, i), share));
  return most;
}

}  // namespace

void settle(Comparison& comparison, const std::vector<Contestant>& contestants) {
  std::array<double, kClocks.size()> usual_median{}, usual_high{};
  for (std::size_t c = 0; c < kClocks.size(); ++c) {
    usual_median[c] = usual(comparison, contestants, kClocks[c].of, 0.5);
    usual_high[c] = usual(comparison, contestants, kClocks[c].of, 0.95);
  }
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    if (contestants[i].trusted) continue;
    double hidden = 0;
    const double relative = kTolerance * quantile(events(comparison, i), 0.5);
    for (std::size_t c = 0; c < kClocks.size(); ++c) {
      const double more = quantile(overheads(comparison, kClocks[c].of, i), 0.5) - usual_median[c];
      if (more > std::max(kClocks[c].tolerance_ms, relative)) hidden = std::max(hidden, more);
    }
    comparison.hidden_ms[i] = hidden;
    for (Repetition& repetition : comparison.repetitions) {
      Sample& sample = repetition.samples[i];
      if (!ran(sample)) continue;
      sample.ms = std::max(sample.event_ms + hidden, kSmallestTime_ms);
      for (std::size_t c = 0; c < kClocks.size(); ++c)
        sample.ms = std::max(sample.ms, sample.*kClocks[c].of - usual_high[c] - kClocks[c].tolerance_ms);
    }
  }
}

std::optional<double> impossible_ms(const Comparison& comparison, std::size_t contestant) {
  std::vector<double> times;
  for (const Repetition& repetition : comparison.repetitions)
    if (const Sample& sample = repetition.samples[contestant]; ran(sample)) times.push_back(sample.ms);
  if (times.empty()) return std::nullopt;
  const double typical = quantile(std::move(times), 0.5);
  if (typical >= kLeastTimeTolerance * comparison.least_ms) return std::nullopt;
  return typical;
}

}  // namespace warpgrade::judge
