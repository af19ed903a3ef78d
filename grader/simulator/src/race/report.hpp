// A race in words: both accesses, the address, and why nothing orders them. Each pair of places is reported
// once in a launch, with the race that needs the strongest remedy.
#pragma once

#include <cstdint>

#include "race/detector.hpp"
#include "state/simulation.hpp"

namespace wgsim::core {

void report_race(const EarlierAccess& earlier, const RaceAccess& now);
/// For two volatile accesses: whether they race is known only later. With `only_reader_lacks_fence` it is a
/// warning.
void suspect_race(const EarlierAccess& earlier, const RaceAccess& now, bool only_reader_lacks_fence);
void forget_reported_races();

// ---- Stores of the value that is there already -------------------------------------------------------
// With Options::allow_same_value_races a racing store is no finding if it stores the value that is there. The
// detector sees a store before it happens, so it decides when the thread does the next thing.

/// In running.unfinished.
inline constexpr std::uint8_t kRacingStore = 1;
/// Reports the store if it changed the value.
void finish_pending_store();
inline void finish_racing_store() {
  if ((running.unfinished & kRacingStore) != 0) [[unlikely]]
    finish_pending_store();
}

}  // namespace wgsim::core
