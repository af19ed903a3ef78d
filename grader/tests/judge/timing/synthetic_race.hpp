// Races that never were: times made from a seed, with known medians and a known noise.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "judge/inputs.hpp"
#include "judge/timing/race.hpp"

namespace warpgrade::judge {

/// A normal number (Box & Muller, 1958).
inline double normal(Random& random) {
  const double radius = std::sqrt(-2 * std::log(1 - random.unit()));
  return radius * std::cos(2 * std::numbers::pi * random.unit());
}

constexpr std::size_t kSubmission = 0, kReference = 1, kCub = 2;

struct SyntheticRace {
  double submission_ms = 0.25, reference_ms = 0.2, cub_ms = 0.16, copy_ms = 1;
  double noise = 0.01;  ///< the standard deviation of each time, relative to it
  double drift = 0;     ///< how much slower everything is in the last repetition than in the first
  int repetitions = 40;
  std::uint64_t seed = 1;

  /// 2^26 elements read and written by contestants; the copy moves four times as many bytes.
  Race make() const {
    Random random(seed);
    Race race;
    race.floor_bytes = std::uint64_t(8) << 26;
    race.copy_bytes = 4 * race.floor_bytes;
    race.floor_ms = copy_ms / 4 * 0.88;  // the copy reaches 88 % of the peak
    race.findings.resize(3);
    for (int i = 0; i < repetitions; ++i) {
      const double slower = 1 + drift * i / repetitions;
      const auto time = [&](double ms) { return ms * slower * (1 + noise * normal(random)); };
      Repetition& repetition = race.repetitions.emplace_back();
      repetition.clock_mhz = 1980;
      repetition.copy_ms = time(copy_ms);
      for (const double ms : {submission_ms, reference_ms, cub_ms}) {
        const double event_ms = time(ms), overhead = 0.04 + 0.01 * random.unit();
        repetition.samples.push_back({event_ms, event_ms, event_ms + overhead});
      }
    }
    return race;
  }
};

}  // namespace warpgrade::judge
