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
extern constinit bool race_is_waived;
void race_settle_waived();
inline void race_settle_same_value() {
  if (race_is_waived) [[unlikely]]
    race_settle_waived();
}

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
template <class Place>
[[gnu::noinline, gnu::cold]] void check_race_of(RaceShadow& shadow, std::size_t offset, unsigned size,
                                                bool writes, bool shared, AccessKind kind, Place place) {
  check_race_range(shadow, offset, size, writes, shared, kind, Where(place));
}

/// What an access is compared with: the same for all cells that it covers.
struct RaceBounds {
  Epoch horizon;       ///< accesses before it are ordered
  std::uint64_t same;  ///< the bits of a stamp that say who made it

  explicit RaceBounds(bool shared)
      : horizon(shared ? running.block_horizon : race_horizon.everything),
        same(shared ? Stamp::kWho : Stamp::kWhoAndWhen) {}
  bool harmless(Stamp earlier, Stamp now) const {
    return earlier.epoch() < horizon || ((earlier.bits ^ now.bits) & same) == 0;
  }
};

[[gnu::always_inline]] inline bool update_race_cell(RaceCell& cell, Stamp now, bool writes,
                                                    const RaceBounds& bounds) {
  if (!bounds.harmless(cell.write, now) || !bounds.harmless(cell.read, now)) [[unlikely]]
    return false;
  (writes ? cell.write : cell.read) = now;
  return true;
}

/// size: 1, 2, 4, 8 or 16. The access is right in all other respects. Whatever is unusual about it, the last
/// call here decides, so that the usual case needs no frame.
template <class Place>
[[gnu::always_inline]] inline void check_race(RaceShadow& shadow, std::size_t offset, unsigned size,
                                              bool writes, bool shared, AccessKind kind, Place place) {
  if (shadow.cells == nullptr) return;
  const unsigned site = race_sites.find(place);
  const bool in_bytes = size < 4;  // so is the shadow, after the first such access
  bool usual = site != 0 && (in_bytes ? shadow.shift == 0 : shadow.shift == 2 && offset % 4 == 0);
  if (usual) [[likely]] {
    const Stamp now = running.stamp.with(kind, site);
    const RaceBounds bounds(shared);
    RaceCell* cells = shadow.cells + (in_bytes ? offset : offset / 4);
    for (unsigned i = 0; i < (in_bytes ? size : size / 4); ++i)
      usual &= update_race_cell(cells[i], now, writes, bounds);
  }
  if (!usual) [[unlikely]]
    check_race_of(shadow, offset, size, writes, shared, kind, place);
}

}  // namespace wgsim::core
