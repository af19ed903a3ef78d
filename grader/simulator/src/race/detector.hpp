// The race detector: finds two accesses of a word, at least one a write and at least one not atomic, where
// neither happens before the other.
//
// The order "happens before" is Lamport's (Time, clocks, and the ordering of events in a distributed system,
// 1978). In CUDA one access happens before another if
//   - the same thread makes both, one after the other;
//   - a launch, a __syncthreads or a grid barrier lies between them;
//   - a __syncwarp lies between them, and its mask names the lanes of both;
//   - one thread executes a fence and then writes a flag, the other reads the flag and then executes a fence
//     (the flag is volatile or atomic); or a chain of such pairs leads from one to the other.
// Shuffles and votes order nothing. Nor does the order in which the simulator happens to run threads: the
// verdict is the same in any order in which the same code is executed.
//
// The detector works like FastTrack (Flanagan and Freund, FastTrack: efficient and precise dynamic race
// detection, 2009). Shadow memory holds a cell for each word, with the stamps of its last write and its last
// read (state/accesses.hpp). Where several accesses are unordered, the cell names a set of them
// (race/access_set.hpp). Each access compares the cell with its own stamp; where all is well, that takes a
// handful of instructions, and they are in this header. detector.cpp decides the rest,
// happens_before.cpp keeps the clocks, report.cpp writes the message.
#pragma once

#include <cstddef>
#include <cstdint>

#include "grid/grid.hpp"
#include "race/happens_before.hpp"
#include "race/sites.hpp"
#include "state/accesses.hpp"
#include "state/simulation.hpp"

namespace wgsim::core {

// ---- What shadow memory remembers --------------------------------------------------------------------

struct EarlierAccess {
  Stamp stamp;
  bool write;
  std::uint64_t block;  ///< number in the launch
};

/// What a stamp (of one access) says.
EarlierAccess earlier_access(Stamp stamp, bool write, bool shared);
/// Does it happen before what the running thread does now?
bool happens_before(const EarlierAccess& e, bool shared);
/// Would it happen before, if the running thread executed a fence now? Then the thread has seen a flag that
/// was set after this access.
bool is_before_a_seen_flag(const EarlierAccess& e);

// ---- The check of one access -------------------------------------------------------------------------

struct RaceAccess {
  Stamp stamp;
  std::uintptr_t address;
  unsigned size;
  bool writes, shared;
};

/// The cell may hold a conflicting access: find out, report a race, and bring the cell up to date.
void check_race_slowly(ShadowCell& cell, const RaceAccess& access);
/// Any size and alignment.
void check_race_range(ShadowMemory& shadow, std::size_t offset, std::size_t size, bool writes, bool shared,
                      AccessKind kind, const Where& where);
template <class Place>
[[gnu::noinline, gnu::cold]] void check_race_of(ShadowMemory& shadow, std::size_t offset, unsigned size,
                                                bool writes, bool shared, AccessKind kind, Place place) {
  check_race_range(shadow, offset, size, writes, shared, kind, Where(place));
}

/// The bounds that an access is compared with. They are the same for all cells that it covers.
struct RaceBounds {
  Epoch ordered_before;  ///< accesses before this epoch happen before the present one
  std::uint64_t same;    ///< the bits of a stamp that say who made it

  explicit RaceBounds(bool shared)
      : ordered_before(shared ? running.block_ordered_before : running.ordered_before),
        same(shared ? Stamp::kWho : Stamp::kWhoAndWhen) {}
  bool harmless(Stamp earlier, Stamp now) const {
    return earlier.epoch() < ordered_before || ((earlier.bits ^ now.bits) & same) == 0;
  }
};

[[gnu::always_inline]] inline bool update_cell(ShadowCell& cell, Stamp now, bool writes,
                                               const RaceBounds& bounds) {
  if (!bounds.harmless(cell.write, now) || !bounds.harmless(cell.read, now)) [[unlikely]]
    return false;
  (writes ? cell.write : cell.read) = now;
  return true;
}

/// size: 1, 2, 4, 8 or 16. The access has passed all other checks. Everything unusual is left to the call at
/// the end, so that the usual case needs no stack frame.
template <class Place>
[[gnu::always_inline]] inline void check_race(ShadowMemory& shadow, std::size_t offset, unsigned size,
                                              bool writes, bool shared, AccessKind kind, Place place) {
  if (!running.watched || shadow.cells == nullptr) return;
  const unsigned site = RaceSites::find(running.race_site_keys, place);
  const bool in_bytes = size < 4;  // so is the shadow, after the first such access
  bool usual = site != 0 && (in_bytes ? shadow.shift == 0 : shadow.shift == 2 && offset % 4 == 0);
  if (usual) [[likely]] {
    const Stamp now = running.stamp.with(kind, site);
    const RaceBounds bounds(shared);
    ShadowCell* cells = shadow.cells + (in_bytes ? offset : offset / 4);
    for (unsigned i = 0; i < (in_bytes ? size : size / 4); ++i)
      usual &= update_cell(cells[i], now, writes, bounds);
  }
  if (!usual) [[unlikely]]
    check_race_of(shadow, offset, size, writes, shared, kind, place);
}

}  // namespace wgsim::core
