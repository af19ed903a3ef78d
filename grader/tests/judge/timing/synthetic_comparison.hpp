// Made-up comparisons: times from a seed, with known medians and a known noise.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "judge/timing/comparison/comparison.hpp"
#include "kit/inputs.hpp"

namespace warpgrade::judge {

/// A normal number (Box & Muller, 1958).
inline double normal(kit::Random& random) {
  const double radius = std::sqrt(-2 * std::log(1 - random.unit()));
  return radius * std::cos(2 * std::numbers::pi * random.unit());
}

constexpr std::size_t kSubmission = 0, kReference = 1, kCub = 2;

struct SyntheticComparison {
  double submission_ms = 0.25, reference_ms = 0.2, cub_ms = 0.16, copy_ms = 1;
  double noise = 0.01;  ///< the standard deviation of each time, relative to it
  double drift = 0;     ///< how much slower everything is in the last repetition than in the first
  int repetitions = 40;
  std::uint64_t seed = 1;

  /// 2^26 elements read and written by contestants; the copy moves four times as many bytes.
  Comparison make() const {
    kit::Random random(seed);
    Comparison comparison;
    comparison.compulsory_bytes = std::uint64_t(8) << 26;
    comparison.copy_bytes = 4 * comparison.compulsory_bytes;
    comparison.peak_bytes_per_ms =
        double(comparison.copy_bytes) / copy_ms / 0.88;  // the copy reaches 88 % of it
    comparison.findings.resize(3);
    for (int i = 0; i < repetitions; ++i) {
      const double slower = 1 + drift * i / repetitions;
      const auto time = [&](double ms) { return ms * slower * (1 + noise * normal(random)); };
      Repetition& repetition = comparison.repetitions.emplace_back();
      repetition.clock_mhz = 1980;
      repetition.copy_ms = time(copy_ms);
      for (const double ms : {submission_ms, reference_ms, cub_ms}) {
        const double event_ms = time(ms), overhead = 0.04 + 0.01 * random.unit();
        repetition.samples.push_back({event_ms, event_ms, event_ms + overhead});
      }
    }
    return comparison;
  }
};

}  // namespace warpgrade::judge
