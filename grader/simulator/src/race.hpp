// Exact race detection: two accesses of a word, at least one a write, at least one not atomic, that nothing
// orders in this execution. What orders them:
//   the same thread; a launch, a __syncthreads or a grid barrier between them; for lanes of a warp a
//   __syncwarp whose mask names both; else a fence and a write to a flag on one side, a read of the flag and
//   a fence on the other (volatile or atomic), directly or through others.
// Shuffles and votes order nothing, and neither does the order in which this simulator happens to run
// threads: the verdict is the same in any order in which the same code is executed.
//
// Each word has the stamps of its last write and its last read (race_stamp.hpp); where nothing orders several
// of these, of all of them (race_crowd.hpp). An access compares them with its own, in a handful of
// instructions where all is well; the rest is in race.cpp. race_order.cpp keeps the clocks, race_report.cpp
// finds the words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "grid.hpp"
#include "race_knowledge.hpp"
#include "race_sites.hpp"
#include "race_stamp.hpp"

namespace wgsim::core {

// ---- Where stamps are kept ---------------------------------------------------------------------------

RaceShadow make_race_shadow(std::uintptr_t start, std::size_t bytes);
void free_race_shadow(RaceShadow& shadow);
void clear_race_shadows();
/// From now on a cell for each byte.
void split_into_bytes(RaceShadow& shadow);

// ---- What happens (race_order.cpp) -------------------------------------------------------------------

void race_start_launch();
void race_start_block(Block& block);
void race_barrier(Block& block);
void race_grid_barrier();
/// By the lanes of `group`; `mask` may name others, which have exited before.
void race_sync_warp(Warp& warp, unsigned mask, unsigned group);
void race_fence(Scope scope);
/// After a volatile or atomic read; before a volatile or atomic write.
void race_observe(std::uintptr_t address, AccessKind kind);
void race_publish(std::uintptr_t address, bool keeps_history);
/// Finds no more races in global memory for the rest of the launch.
void race_give_up();
/// A race that was waived if it stores the value that is there already: now it is known.
void race_settle_same_value();

struct RaceHorizon {
  Epoch clock = 1;
  Epoch everything = 1;  ///< accesses before this epoch are ordered before all that runs now
};
extern constinit RaceHorizon race_horizon;

/// The block (its number in the launch) that an epoch since `everything` belongs to.
std::uint64_t block_of_epoch(Epoch epoch);
/// Was another lane's access before a __syncwarp with this thread?
bool synced_in_warp(const Thread& me, unsigned thread, Epoch epoch);

// ---- The check of one access -------------------------------------------------------------------------

struct RaceAccess {
  Stamp stamp;
  std::uintptr_t address;
  unsigned size;
  bool writes, shared;
};

/// A stamp is not plainly older: find out, report, and bring the cell up to date.
void check_race_slowly(RaceCell& cell, const RaceAccess& access);
/// Any size and alignment.
void check_race_range(RaceShadow& shadow, std::size_t offset, std::size_t size, bool writes, bool shared,
                      AccessKind kind, const Where& where);

[[gnu::always_inline]] inline void check_race_cell(RaceCell& cell, const RaceAccess& access, Epoch horizon,
                                                   std::uint64_t same) {
  const auto harmless = [&](Stamp earlier) {
    return earlier.epoch() < horizon || ((earlier.bits ^ access.stamp.bits) & same) == 0;
  };
  if (!harmless(cell.write) || !harmless(cell.read)) [[unlikely]]
    return check_race_slowly(cell, access);
  (access.writes ? cell.write : cell.read) = access.stamp;
}

/// size: 1, 2, 4, 8 or 16. The access is right in all other respects.
template <class Place>
[[gnu::always_inline]] inline void check_race(RaceShadow& shadow, std::size_t offset, unsigned size,
                                              bool writes, bool shared, AccessKind kind, Place place) {
  if (shadow.cells == nullptr) return;
  if (size < 4 && shadow.shift != 0) [[unlikely]]
    split_into_bytes(shadow);
  const std::uintptr_t first = offset >> shadow.shift, last = (offset + size - 1) >> shadow.shift;
  RaceAccess access{running.stamp.with(kind, race_sites.number_of(place)), shadow.start + offset, size,
                    writes, shared};
  const Epoch horizon = shared ? running.block_horizon : race_horizon.everything;
  const std::uint64_t same = shared ? Stamp::kWho : Stamp::kWhoAndWhen;
  for (std::uintptr_t i = first; i <= last; ++i) check_race_cell(shadow.cells[i], access, horizon, same);
}

}  // namespace wgsim::core
