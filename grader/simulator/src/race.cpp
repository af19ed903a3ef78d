// The uncommon half of the race check: what orders two accesses, which pairs conflict, and how stamps of
// several accesses become one. See race.hpp.
//
// One stamp for many readers forgets who they were. What is forgotten counts in favour of the kernel: a race
// is reported only between accesses that surely happened.
#include "race.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <stdexcept>
#include <sys/mman.h>

#include "core.hpp"
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
  for (const auto& [p, bytes] : mappings())
    mmap(p, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
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

/// Is one thread's access of the running block ordered before the running thread?
bool is_before(const Thread& me, unsigned thread, Epoch epoch) {
  return thread == me.rank || synced_in_warp(me, thread, epoch) ||
         knows_of(me, me.block->number, thread, epoch);
}

bool is_before_in_block(const Thread& me, Stamp e) {
  if (e.epoch() < me.block->horizon) return true;
  switch (e.spread()) {
    case Spread::one: return is_before(me, e.thread(), e.epoch());
    case Spread::warp:
      return is_before(me, e.thread(), e.epoch()) && is_before(me, e.warp() * 32 + e.other(), e.epoch());
    default: return is_before(me, e.thread(), e.epoch()) && knows_anything(me);
  }
}

bool is_before_from_afar(const Thread& me, Stamp e, std::uint64_t block) {
  if (!knows_of(me, block, e.thread(), e.epoch())) return false;
  return e.spread() != Spread::warp || knows_of(me, block, e.warp() * 32 + e.other(), e.epoch());
}

struct Earlier {
  Stamp stamp;
  bool write;
  bool same_block = true;  ///< the latest of its accesses
  std::uint64_t block = 0;
};

Earlier look_up(Stamp stamp, bool write, bool shared) {
  const std::uint64_t own = running.thread->block->number;
  const bool old = shared ? stamp.epoch() < running.block_horizon : stamp.epoch() < race_horizon.everything;
  const std::uint64_t block = old || shared ? own : block_of_epoch(stamp.epoch());
  return {stamp, write, block == own, block};
}

bool is_ordered(const Earlier& e, bool shared) {
  const Thread& me = *running.thread;
  if (e.stamp.epoch() < (shared ? me.block->horizon : race_horizon.everything)) return true;
  if (e.stamp.spread() == Spread::grid)
    return knows_anything(me) && (e.same_block ? is_before(me, e.stamp.thread(), e.stamp.epoch())
                                               : is_before_from_afar(me, e.stamp, e.block));
  return e.same_block ? is_before_in_block(me, e.stamp) : is_before_from_afar(me, e.stamp, e.block);
}

// ---- Conflicts ---------------------------------------------------------------------------------------

bool crosses_blocks(const Earlier& e) { return !e.same_block || e.stamp.spread() == Spread::grid; }

/// The two accesses that are surely unordered: of several earlier ones, one that is not the own.
EarlierAccess party(const Earlier& e) {
  const Thread& me = *running.thread;
  const Stamp s = e.stamp;
  EarlierAccess earlier{s, e.write, e.block, s.thread()};
  if (!e.same_block || !is_before(me, s.thread(), s.epoch())) return earlier;
  if (s.spread() == Spread::grid) earlier.block.reset();
  if (s.spread() == Spread::warp)
    earlier.thread = s.warp() * 32 + s.other();
  else
    earlier.thread.reset();
  return earlier;
}

/// Of an unordered pair with at least one write.
bool conflict(const Earlier& e, const RaceAccess& now) {
  const AccessKind a = e.stamp.kind(), b = now.stamp.kind();
  if (a == AccessKind::plain || b == AccessKind::plain) return true;
  if (a == AccessKind::block_atomic || b == AccessKind::block_atomic) return crosses_blocks(e);
  // Volatile variables as flags are fine. Volatile shared arrays without __syncwarp are the old way to rely
  // on warps in lockstep.
  const bool both_volatile = a == AccessKind::volatile_access && b == AccessKind::volatile_access;
  return both_volatile && now.shared && e.stamp.spread() != Spread::block &&
         e.stamp.warp() == now.stamp.warp();
}

// ---- Keeping stamps ----------------------------------------------------------------------------------

/// One stamp for two accesses that nothing orders.
Stamp spread_over_both(const Earlier& e, Stamp now) {
  const Stamp old = e.stamp;
  if (crosses_blocks(e)) return now.spread_over(Spread::grid, now.thread(), 0);
  if (old.spread() == Spread::block || old.warp() != now.warp())
    return now.spread_over(Spread::block, now.thread(), old.warp() != now.warp() ? old.warp() : old.other());
  const unsigned last = old.spread() == Spread::warp ? old.other() : old.thread() % 32;
  const unsigned lane = now.thread() % 32;
  const unsigned from = std::min(old.thread() % 32, lane), to = std::max(last, lane);
  return now.spread_over(from == to ? Spread::one : Spread::warp, now.warp() * 32 + from, to);
}

/// The slot's new stamp. A plain access is the one to remember beside atomic ones, for all conflicts with it.
Stamp merged(const Earlier& e, const RaceAccess& now, bool ordered) {
  const bool own = e.stamp.spread() == Spread::one && e.same_block && e.stamp.thread() == now.stamp.thread();
  const bool recent = e.stamp.epoch() >= (now.shared ? running.block_horizon : race_horizon.everything);
  const bool old_is_plain = e.stamp.kind() == AccessKind::plain,
             is_plain = now.stamp.kind() == AccessKind::plain;
  if (old_is_plain && !is_plain && recent && (own || !ordered)) return e.stamp;
  if (ordered || (is_plain && !old_is_plain)) return now.stamp;
  return spread_over_both(e, now.stamp);
}

}  // namespace

void check_race_slowly(RaceCell& cell, const RaceAccess& now) {
  const InLibrary in_library;
  race_settle_same_value();
  const Earlier write = look_up(cell.write, true, now.shared);
  const bool after_write = is_ordered(write, now.shared);
  bool race = false;
  if (!after_write && conflict(write, now)) {
    report_race(party(write), now);
    race = true;
  }
  const Earlier read = look_up(cell.read, false, now.shared);
  const bool after_read = is_ordered(read, now.shared);
  if (!now.writes) {
    cell.read = merged(read, now, after_read);
    return;
  }
  if (!race && !after_read && conflict(read, now)) report_race(party(read), now);
  cell.write = race ? now.stamp : merged(write, now, after_write);
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
