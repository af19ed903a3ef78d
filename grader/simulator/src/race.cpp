// The uncommon half of the race check: what orders two accesses, which pairs conflict, and what is remembered
// of them. See race.hpp.
#include "race.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <optional>
#include <stdexcept>
#include <sys/mman.h>

#include "core.hpp"
#include "race_crowd.hpp"
#include "race_report.hpp"
#include "scheduler.hpp"

namespace wgsim::core {

// ---- Shadows -----------------------------------------------------------------------------------------

namespace {

std::map<void*, std::size_t>& mappings() {
  static std::map<void*, std::size_t> all;
  return all;
}

RaceCell* map_cells(std::size_t count) {
  const std::size_t bytes = count * sizeof(RaceCell);
  void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) throw std::runtime_error("the simulator can't map memory for the race detector");
  mappings()[p] = bytes;
  return static_cast<RaceCell*>(p);
}

void unmap_cells(RaceCell* cells) {
  const auto found = mappings().find(cells);
  munmap(found->first, found->second);
  mappings().erase(found);
}

}  // namespace

RaceShadow make_race_shadow(std::uintptr_t start, std::size_t bytes) {
  return {map_cells((bytes + 3) / 4), 2, start, bytes};
}

void free_race_shadow(RaceShadow& shadow) {
  if (shadow.cells != nullptr) unmap_cells(shadow.cells);
  shadow = {};
}

void split_into_bytes(RaceShadow& shadow) {
  const InLibrary in_library;
  RaceCell* bytes = map_cells(shadow.bytes);
  for (std::size_t i = 0; i < shadow.bytes; ++i)
    if (const RaceCell& word = shadow.cells[i / 4]; (word.write.bits | word.read.bits) != 0) bytes[i] = word;
  unmap_cells(shadow.cells);
  shadow.cells = bytes;
  shadow.shift = 0;
}

void clear_race_shadows() {
  constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
  for (const auto& [p, bytes] : mappings())
    if (mmap(p, bytes, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED)
      throw std::runtime_error("the simulator can't clear its record of accesses: " +
                               std::string(std::strerror(errno)));
}

// ---- Sites -------------------------------------------------------------------------------------------

RaceSites race_sites;

unsigned RaceSites::add(std::uint64_t key, const Where& where, unsigned at) {
  if (key == 0) return 0;
  for (unsigned tries = 0; tries < kSites; ++tries, at = (at + 1) % kSites) {
    if (keys_[at] == key) return at;
    if (keys_[at] != 0 || at == 0) continue;
    keys_[at] = key;
    places_[at] = where;
    ++used_;
    return at;
  }
  return 0;
}

void RaceSites::make_room() {
  if (used_ < kSites / 2) return;
  std::fill(std::begin(keys_), std::end(keys_), 0);
  used_ = 0;
}

// ---- Order -------------------------------------------------------------------------------------------

namespace {

bool knows_of(const Thread& me, std::uint64_t block, unsigned thread, Epoch epoch) {
  const auto covers = [&](const Knowledge* all) {
    const BlockKnowledge* known = find(all, block);
    return known != nullptr && known->covers(thread, epoch);
  };
  return covers(me.block->knowledge) || (me.race && covers(me.race->acquired));
}

bool knows_anything(const Thread& me) {
  return me.block->knowledge != nullptr || (me.race && me.race->acquired != nullptr);
}

/// An access that a stamp (of one access) tells of.
EarlierAccess earlier_access(Stamp stamp, bool write, bool shared) {
  const std::uint64_t own = running.thread->block->number;
  const bool old = stamp.epoch() < race_horizon.everything;  // and then it does not matter whose it was
  return {stamp, write, shared || old ? own : block_of_epoch(stamp.epoch())};
}

bool in_own_block(const EarlierAccess& e) { return e.block == running.thread->block->number; }

/// Is it ordered before the running thread?
bool is_before(const EarlierAccess& e, bool shared) {
  const Thread& me = *running.thread;
  const unsigned thread = e.stamp.thread();
  const Epoch epoch = e.stamp.epoch();
  if (!shared && epoch < race_horizon.everything) return true;
  if (!in_own_block(e)) return knows_of(me, e.block, thread, epoch);
  return epoch < me.block->horizon || thread == me.rank || synced_in_warp(me, thread, epoch) ||
         knows_of(me, e.block, thread, epoch);
}

// ---- Conflicts ---------------------------------------------------------------------------------------

/// Can accesses of these kinds race at all, if at least one writes?
bool may_conflict(AccessKind a, AccessKind b) {
  if (a == AccessKind::volatile_access && b == AccessKind::volatile_access) return true;
  return a == AccessKind::plain || b == AccessKind::plain || a == AccessKind::block_atomic ||
         b == AccessKind::block_atomic;
}

/// Of an unordered pair with at least one write.
bool conflict(const EarlierAccess& e, const RaceAccess& now) {
  const AccessKind a = e.stamp.kind(), b = now.stamp.kind();
  if (a == AccessKind::plain || b == AccessKind::plain) return true;
  if (a == AccessKind::block_atomic || b == AccessKind::block_atomic) return !in_own_block(e);
  // Volatile variables as flags are fine. Volatile shared arrays without __syncwarp are the old way to rely
  // on warps in lockstep.
  const bool both_volatile = a == AccessKind::volatile_access && b == AccessKind::volatile_access;
  return both_volatile && now.shared && e.stamp.warp() == now.stamp.warp();
}

/// What the earlier accesses of a slot are to the present one.
struct Comparison {
  bool all_before = true;  ///< false also where it was not asked, since no two of them conflict
  std::optional<EarlierAccess> rival;
};

Comparison compare(Stamp slot, bool write, const RaceAccess& now) {
  Comparison result;
  if (slot.epoch() < (now.shared ? running.block_horizon : race_horizon.everything)) return result;
  if (!(write || now.writes) || (slot.is_crowd() && !may_conflict(slot.kind(), now.stamp.kind()))) {
    result.all_before = !slot.is_crowd() && is_before(earlier_access(slot, write, now.shared), now.shared);
    return result;
  }
  // An atomic has seen all atomics before it on the same word. So whoever acquires by such a flag comes after
  // all of them, and may reset it: the last of the blocks that count themselves does.
  bool seen = false;
  crowds_of(now.shared ? running.thread->block : nullptr).for_each(slot, [&](Stamp stamp) {
    const EarlierAccess earlier = earlier_access(stamp, write, now.shared);
    const bool is_atomic = write && stamp.kind() == AccessKind::atomic;
    if ((seen && is_atomic) || is_before(earlier, now.shared)) {
      seen = seen || (is_atomic && knows_anything(*running.thread));
      return true;
    }
    result.all_before = false;
    if (conflict(earlier, now)) result.rival = earlier;
    return !result.rival.has_value();
  });
  return result;
}

/// The slot's new stamp.
Stamp remember(Stamp slot, bool all_before, bool write, const RaceAccess& now) {
  if (slot.epoch() < (now.shared ? running.block_horizon : race_horizon.everything)) return now.stamp;
  if (all_before && stands_for(now.stamp, slot)) return now.stamp;
  return crowds_of(now.shared ? running.thread->block : nullptr).join(slot, now.stamp, [&](Stamp stamp) {
    return is_before(earlier_access(stamp, write, now.shared), now.shared);
  });
}

}  // namespace

void check_race_slowly(RaceCell& cell, const RaceAccess& now) {
  const InLibrary in_library;
  race_settle_same_value();
  const Comparison write = compare(cell.write, true, now);
  if (write.rival) report_race(*write.rival, now);
  if (!now.writes) {
    cell.read = remember(cell.read, compare(cell.read, false, now).all_before, false, now);
    return;
  }
  const Comparison read = compare(cell.read, false, now);
  if (read.rival && !write.rival) report_race(*read.rival, now);
  cell.write = write.rival ? now.stamp : remember(cell.write, write.all_before, true, now);
  // Who comes after this write comes after those reads too.
  if (read.all_before && now.stamp.kind() == AccessKind::plain) cell.read = {};
}

void check_race_range(RaceShadow& shadow, std::size_t offset, std::size_t size, bool writes, bool shared,
                      AccessKind kind, const Where& where) {
  if (shadow.cells == nullptr || size == 0) return;
  if (shadow.shift != 0 && (offset % 4 != 0 || size % 4 != 0)) split_into_bytes(shadow);
  const std::size_t step = std::size_t(1) << shadow.shift;
  const Stamp now = running.stamp.with(kind, race_sites.number_of(where));
  const RaceBounds bounds(shared);
  for (std::size_t i = 0; i < size; i += step) {
    RaceCell& cell = shadow.cells[(offset + i) >> shadow.shift];
    if (!update_race_cell(cell, now, writes, bounds))
      check_race_slowly(cell, {now, shadow.start + offset + i, unsigned(size), writes, shared});
  }
}

}  // namespace wgsim::core
