// A race in words: both accesses, the address, and why nothing orders them. Each pair of places is reported
// once in a launch.
#pragma once

#include <cstdint>

#include "race.hpp"

namespace wgsim::core {

struct EarlierAccess {
  Stamp stamp;
  bool write;
  std::uint64_t block;  ///< number in the launch
};
void report_race(const EarlierAccess& earlier, const RaceAccess& now);
void forget_reported_races();

}  // namespace wgsim::core
