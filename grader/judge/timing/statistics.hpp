// What a comparison says in numbers: medians of paired ratios with bootstrap intervals, without the
// repetitions in which the GPU was throttled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "judge/timing/comparison/comparison.hpp"
#include "model/result.hpp"

namespace warpgrade::judge {

/// The value that has this share (0 to 1) of the others below it. The median of an even number of values is
/// the lower one of the two in the middle. Without values: 0.
double quantile(std::vector<double> values, double share);

/// The median, with the percentile bootstrap's 95 % interval (Efron, 1979). The resampling has a fixed seed:
/// the same samples give the same interval. It holds the true median in 95 % of all cases from about 40
/// samples on, and of 20 samples in 92 %. `samples` must not be empty.
Measured median_with_interval(const std::vector<double>& samples);

/// The repetitions whose clock is at least 75 % of the median clock.
std::vector<Repetition> without_throttled(const std::vector<Repetition>& repetitions);

/// The times of one contestant, in the repetitions in which it ran.
std::vector<double> times_of(const std::vector<Repetition>& repetitions, std::size_t contestant);
/// Those of the copy.
std::vector<double> copies_of(const std::vector<Repetition>& repetitions);

/// The figures of one contestant. Indices are into Comparison's contestants; nothing stands for a contestant
/// that does not take part. Fills everything of a TimingResult but n, op, input and what tiers.hpp decides.
/// Repetitions in which one of the two contestants of a figure did not take part (ms 0) are left out of that
/// figure; where none is left the figure is absent, and without a single time of the contestant itself ms is
/// 0 and `note` says why.
TimingResult figures(const Comparison& comparison, std::size_t contestant,
                     std::optional<std::size_t> reference, std::optional<std::size_t> cub);

}  // namespace warpgrade::judge
