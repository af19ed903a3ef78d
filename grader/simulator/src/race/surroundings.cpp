#include "race/surroundings.hpp"

#include <algorithm>

#include "grid/grid.hpp"
#include "race/access_set.hpp"
#include "state/simulation.hpp"
#include "state/space.hpp"

namespace wgsim::core {

namespace {

constexpr std::size_t kMostCells = std::size_t(1) << 16;  ///< of an array, around the race

ShadowMemory& shadow_at(const RaceAccess& now) {
  if (now.shared) return *running.shared_shadow;
  return space.contains(now.address) ? space.slots[space.slot_of(now.address)].shadow
                                     : simulation.shadow_of_variables;
}

/// Calls f for what the cell remembers of this launch.
template <class F>
void for_each_access(const ShadowCell& cell, bool shared, F f) {
  const AccessSets& sets = access_sets_of(shared ? running.thread->block : nullptr);
  for (const Stamp slot : {cell.write, cell.read}) {
    if (slot.bits == 0 || slot.epoch() < running.ordered_before) continue;
    if (slot.is_set() && slot.epoch() < RaceBounds(shared).ordered_before) continue;  // the set is gone
    sets.for_each(slot, [&](Stamp stamp) {
      if (stamp.epoch() >= running.ordered_before) f(stamp, block_of_epoch(stamp.epoch()));
      return true;
    });
  }
}

template <class F>
void for_each_access_near(const RaceAccess& now, F f) {
  const ShadowMemory& shadow = shadow_at(now);
  if (shadow.cells == nullptr) return;
  const std::size_t cells = shadow.bytes >> shadow.shift, at = (now.address - shadow.start) >> shadow.shift;
  const std::size_t begin = at - std::min(at, kMostCells / 2), end = std::min(cells, at + kMostCells / 2);
  for (std::size_t i = begin; i < end; ++i) for_each_access(shadow.cells[i], now.shared, f);
}

}  // namespace

bool is_work_of_one_warp(const EarlierAccess& e, const RaceAccess& now) {
  const unsigned here = now.stamp.site(), there = e.stamp.site();
  bool others = false, others_here = false;
  for_each_access_near(now, [&](Stamp stamp, std::uint64_t block) {
    if (block != e.block || stamp.warp() == e.stamp.warp()) return;
    others = true;
    others_here |= stamp.site() == here || stamp.site() == there;
  });
  return others && !others_here;
}

bool is_repeated(const EarlierAccess& e, const RaceAccess& now) {
  unsigned stores = 0;
  for_each_access_near(now, [&](Stamp stamp, std::uint64_t block) {
    const bool of_either = (block == e.block && stamp.thread() == e.stamp.thread()) ||
                           (block == running.thread->block->number && stamp.thread() == running.thread->rank);
    stores += of_either && stamp.site() == e.stamp.site() ? 1 : 0;
  });
  return stores > 1;  // one of them is the race's own
}

bool is_handed_over(const EarlierAccess& e) {
  const auto is_flag = [&](const ShadowCell& cell) {
    bool mine = false, theirs = false;
    for_each_access(cell, false, [&](Stamp stamp, std::uint64_t block) {
      if (stamp.kind() == AccessKind::plain) return;
      mine |= block == running.thread->block->number;
      theirs |= block == e.block;
    });
    return mine && theirs;
  };
  const auto has_flag = [&](const ShadowMemory& shadow) {
    return shadow.cells != nullptr &&
           std::any_of(shadow.cells, shadow.cells + std::min(shadow.bytes >> shadow.shift, kMostCells),
                       is_flag);
  };
  return has_flag(simulation.shadow_of_variables) ||
         std::any_of(std::begin(space.slots) + kHeapSlot, std::end(space.slots),
                     [&](const Slot& slot) { return slot.size != 0 && has_flag(slot.shadow); });
}

}  // namespace wgsim::core
