// The uncommon half of the race check: which accesses happen before the present one, which pairs conflict,
// and what is remembered of them.
#include "race/detector.hpp"

#include <optional>

#include "memory/shadow_memory.hpp"
#include "race/access_set.hpp"
#include "race/report.hpp"
#include "race/vector_clock.hpp"
#include "race/volatile_data.hpp"
#include "schedule/scheduler.hpp"
#include "state/simulation.hpp"

namespace wgsim::core {

// ---- Order -------------------------------------------------------------------------------------------

namespace {

bool is_ordered_by_clock(const Thread& me, std::uint64_t block, unsigned thread, Epoch epoch) {
  const auto covers = [&](const VectorClock* all) {
    const BlockClock* known = find(all, block);
    return known != nullptr && known->covers(thread, epoch);
  };
  return covers(me.block->clock) || (me.clock && covers(me.clock->acquired));
}

bool has_acquired_anything(const Thread& me) {
  return me.block->clock != nullptr || (me.clock && me.clock->acquired != nullptr);
}

bool in_own_block(const EarlierAccess& e) { return e.block == running.thread->block->number; }

}  // namespace

EarlierAccess earlier_access(Stamp stamp, bool write, bool shared) {
  const std::uint64_t own = running.thread->block->number;
  const bool old = stamp.epoch() < running.ordered_before;  // then it is ordered, whichever block made it
  return {stamp, write, shared || old ? own : block_of_epoch(stamp.epoch())};
}

bool happens_before(const EarlierAccess& e, bool shared) {
  const Thread& me = *running.thread;
  const unsigned thread = e.stamp.thread();
  const Epoch epoch = e.stamp.epoch();
  if (!shared && epoch < running.ordered_before) return true;
  if (!in_own_block(e)) return is_ordered_by_clock(me, e.block, thread, epoch);
  return epoch < me.block->ordered_before || thread == me.rank || synced_in_warp(me, thread, epoch) ||
         is_ordered_by_clock(me, e.block, thread, epoch);
}

bool is_before_a_seen_flag(const EarlierAccess& e) {
  const Thread& me = *running.thread;
  const auto covers = [&](const VectorClock* all) {
    const BlockClock* known = find(all, e.block);
    return known != nullptr && known->covers(e.stamp.thread(), e.stamp.epoch());
  };
  if (covers(me.block->seen) || covers(me.block->seen_fences)) return true;
  const ThreadClock* const mine = me.clock;
  return mine && (covers(mine->seen) || covers(mine->seen_in_block) || covers(mine->seen_fences));
}

namespace {

// ---- Conflicts ---------------------------------------------------------------------------------------

/// Can accesses of these kinds race at all, if at least one writes?
bool may_conflict(AccessKind a, AccessKind b) {
  if (a == AccessKind::volatile_access && b == AccessKind::volatile_access) return true;
  return a == AccessKind::plain || b == AccessKind::plain || a == AccessKind::block_atomic ||
         b == AccessKind::block_atomic;
}

enum class Conflict { none, unless_flag, race };

/// What is this unordered pair, of which at least one writes?
Conflict conflict(const EarlierAccess& e, const RaceAccess& now) {
  const AccessKind a = e.stamp.kind(), b = now.stamp.kind();
  if (a == AccessKind::plain || b == AccessKind::plain) return Conflict::race;
  if (a == AccessKind::block_atomic || b == AccessKind::block_atomic)
    return in_own_block(e) ? Conflict::none : Conflict::race;
  if (a != AccessKind::volatile_access || b != AccessKind::volatile_access) return Conflict::none;
  // A volatile array in shared memory without __syncwarp is the old way to rely on warps that run in
  // lockstep.
  return now.shared && e.stamp.warp() == now.stamp.warp() ? Conflict::race : Conflict::unless_flag;
}

AccessSets& access_sets_at(const RaceAccess& now) {
  return access_sets_of(now.shared ? running.thread->block : nullptr);
}

/// The earlier accesses in a slot of the cell, compared with the present one.
struct Comparison {
  bool all_before = true;  ///< all happen before it; false also where that was not asked
  std::optional<EarlierAccess> conflicting;
  std::optional<EarlierAccess> suspicious;  ///< the latest that conflicts unless the word is a flag
};

Comparison compare(Stamp slot, bool write, const RaceAccess& now) {
  Comparison result;
  if (slot.epoch() < RaceBounds(now.shared).ordered_before) return result;
  if (!(write || now.writes) || (slot.is_set() && !may_conflict(slot.kind(), now.stamp.kind()))) {
    result.all_before = !slot.is_set() && happens_before(earlier_access(slot, write, now.shared), now.shared);
    return result;
  }
  // An atomic comes after all atomics before it on the same word. So a thread that acquires by such a
  // counter comes after all of them, and may reset it: for example the last block, when blocks count
  // themselves.
  bool seen = false;
  access_sets_at(now).for_each(slot, [&](Stamp stamp) {
    const EarlierAccess earlier = earlier_access(stamp, write, now.shared);
    const bool is_atomic = write && stamp.kind() == AccessKind::atomic;
    if ((seen && is_atomic) || happens_before(earlier, now.shared)) {
      seen = seen || (is_atomic && has_acquired_anything(*running.thread));
      return true;
    }
    result.all_before = false;
    const Conflict found = conflict(earlier, now);
    if (found == Conflict::race) result.conflicting = earlier;
    if (found == Conflict::unless_flag && !result.suspicious) result.suspicious = earlier;
    return !result.conflicting.has_value();
  });
  return result;
}

/// The slot's new stamp.
Stamp remember(Stamp slot, bool all_before, bool write, const RaceAccess& now) {
  if (slot.epoch() < RaceBounds(now.shared).ordered_before) return now.stamp;
  if (all_before && can_replace(now.stamp, slot)) return now.stamp;
  return access_sets_at(now).join(slot, now.stamp, [&](Stamp stamp) {
    return happens_before(earlier_access(stamp, write, now.shared), now.shared);
  });
}

/// Is one volatile and the other atomic?
bool is_mixed(Stamp earlier, Stamp now) {
  const AccessKind a = earlier.kind(), b = now.kind();
  return a != b && a != AccessKind::plain && b != AccessKind::plain &&
         (a == AccessKind::volatile_access || b == AccessKind::volatile_access);
}

/// After the comparison with both slots of the cell.
void look_for_flags(const ShadowCell& cell, const Comparison& write, const Comparison& read,
                    const RaceAccess& now) {
  if (is_mixed(cell.write, now.stamp) || (now.writes && is_mixed(cell.read, now.stamp)))
    may_be_waited_for(now.address);
  if (read.suspicious) suspect_volatile_data(*read.suspicious, now, false);
  if (!write.suspicious) return;
  bool has_read = false;
  // A site where a thread is known to wait is not looked at again.
  const bool is_new = now.writes || !is_known_to_wait(now.stamp.site());
  if (is_new && cell.read.epoch() >= RaceBounds(now.shared).ordered_before)
    access_sets_at(now).for_each(cell.read, [&](Stamp stamp) {
      const EarlierAccess earlier = earlier_access(stamp, false, now.shared);
      if (!now.writes) compare_with_earlier_read(earlier, now);
      has_read = has_read || (in_own_block(earlier) && stamp.thread() == running.thread->rank);
      return !has_read || !now.writes;
    });
  suspect_volatile_data(*write.suspicious, now, has_read);
}

}  // namespace

void check_race_slowly(ShadowCell& cell, const RaceAccess& now) {
  const InLibrary in_library;
  finish_racing_store();
  finish_stale_read();
  const Comparison write = compare(cell.write, true, now);
  if (write.conflicting) report_race(*write.conflicting, now);
  if (!now.writes) {
    look_for_flags(cell, write, {}, now);
    cell.read = remember(cell.read, compare(cell.read, false, now).all_before, false, now);
    return;
  }
  const Comparison read = compare(cell.read, false, now);
  if (read.conflicting && !write.conflicting) report_race(*read.conflicting, now);
  look_for_flags(cell, write, read, now);
  cell.write = write.conflicting ? now.stamp : remember(cell.write, write.all_before, true, now);
  // What happens after this write happens after those reads, too.
  if (read.all_before && now.stamp.kind() == AccessKind::plain) cell.read = {};
}

void check_race_range(ShadowMemory& shadow, std::size_t offset, std::size_t size, bool writes, bool shared,
                      AccessKind kind, const Where& where) {
  if (!running.watched || shadow.cells == nullptr || size == 0) return;
  if (shadow.shift != 0 && (offset % 4 != 0 || size % 4 != 0)) split_into_bytes(shadow);
  const std::size_t step = std::size_t(1) << shadow.shift;
  const Stamp now = running.stamp.with(kind, simulation.race_sites->number_of(where));
  const RaceBounds bounds(shared);
  for (std::size_t i = 0; i < size; i += step) {
    ShadowCell& cell = shadow.cells[(offset + i) >> shadow.shift];
    if (!update_cell(cell, now, writes, bounds))
      check_race_slowly(cell, {now, shadow.start + offset + i, unsigned(size), writes, shared});
  }
}

}  // namespace wgsim::core
