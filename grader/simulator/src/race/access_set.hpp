// Sets of accesses of one word that are unordered among each other: reads by many threads, or atomics. A
// later write may race with any of them, so each is remembered. (FastTrack, Flanagan and Freund, 2009, keeps
// a vector clock of reads for this. A set also remembers where each access was, for the message.) The word's
// stamp then names its set, a list of stamps with the latest first.
//
// Words that are read by the same threads in the same order, like the elements of a row of a tile, share
// their list: an access that joins looks first whether it joined there before. Sets of shared memory last
// until the next barrier of their block, those of global memory until the launch ends.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "state/accesses.hpp"

namespace wgsim::core {

struct Block;

/// The kind that conflicts with more others. (A plain access in the set must not be hidden by an atomic.)
constexpr AccessKind stronger(AccessKind a, AccessKind b) {
  constexpr auto strength = [](AccessKind kind) {
    constexpr unsigned by_kind[] = {3, 1, 0, 2};
    return by_kind[unsigned(kind)];
  };
  return strength(a) < strength(b) ? b : a;
}

/// May `now` take the place of an earlier access that happens before it?
constexpr bool can_replace(Stamp now, Stamp earlier) {
  return now.kind() == AccessKind::plain || now.kind() == earlier.kind();
}

class AccessSets {
 public:
  /// At most 16 MB are used. Accesses after that are not remembered: races may be missed, none is invented.
  static constexpr std::uint32_t kMostMembers = std::uint32_t(1) << 20;

  /// The stamp of a set with `now` and what `slot` has, which is one access or a set. `happens_before`
  /// answers for an earlier access whether it happens before the present one.
  template <class HappensBefore>
  Stamp join(Stamp slot, Stamp now, HappensBefore happens_before);

  /// Calls f for each access until it returns false, the latest first.
  template <class F>
  void for_each(Stamp slot, F f) const;

  void clear();

 private:
  struct Member {
    Stamp stamp;
    std::uint64_t before : 21;  ///< the member that joined before it; 0: none
    std::uint64_t next : 21;    ///< the latest member that joined after it
    std::uint64_t count : 21;   ///< members up to it
  };
  std::uint32_t add(std::uint32_t before, Stamp now);
  /// A list is searched for members that no longer matter each time it has grown fourfold, unless that costs
  /// more than a few steps for each access that joined.
  bool is_time_to_forget(std::uint32_t last);
  template <class HappensBefore>
  std::uint32_t without_past(std::uint32_t last, Stamp now, HappensBefore happens_before);

  std::uint64_t joined_ = 0, steps_ = 0;
  std::vector<Member> members_ = std::vector<Member>(1);  ///< number 0 stands before the first of each list
};

/// The sets for the shared memory of a block; nullptr: for global memory.
AccessSets& access_sets_of(const Block* block);
void forget_access_sets();

// ---- Implementation ----------------------------------------------------------------------------------

inline std::uint32_t AccessSets::add(std::uint32_t before, Stamp now) {
  const std::uint32_t next = members_[before].next;
  if (next != 0 && members_[next].stamp.bits == now.bits) return next;
  const auto added = std::uint32_t(members_.size());
  members_.push_back({now, before, 0, members_[before].count + 1u});
  members_[before].next = added;
  return added;
}

inline bool AccessSets::is_time_to_forget(std::uint32_t last) {
  constexpr std::uint32_t kFew = 64, kSteps = 4;
  const std::uint32_t count = members_[last].count;
  ++joined_;
  // (Not std::has_single_bit, which counts all bits, by a call where the processor may lack the instruction.)
  const bool is_power_of_4 = (count & (count - 1)) == 0 && std::countr_zero(count) % 2 == 0;
  if (count < kFew || !is_power_of_4 || steps_ + count > kSteps * joined_) return false;
  steps_ += count;
  return true;
}

template <class HappensBefore>
std::uint32_t AccessSets::without_past(std::uint32_t last, Stamp now, HappensBefore happens_before) {
  std::vector<Stamp> kept;
  for (std::uint32_t i = last; i != 0; i = members_[i].before)
    if (const Stamp stamp = members_[i].stamp; !can_replace(now, stamp) || !happens_before(stamp))
      kept.push_back(stamp);
  std::uint32_t rebuilt = 0;
  for (auto stamp = kept.rbegin(); stamp != kept.rend(); ++stamp) rebuilt = add(rebuilt, *stamp);
  return rebuilt;
}

template <class HappensBefore>
Stamp AccessSets::join(Stamp slot, Stamp now, HappensBefore happens_before) {
  if (members_.size() >= kMostMembers) return slot.is_set() || !can_replace(now, slot) ? slot : now;
  std::uint32_t last = slot.is_set() ? slot.set() : add(0, slot);
  const Stamp latest = members_[last].stamp;
  if (latest.bits == now.bits) return slot;
  const bool is_likely = latest.thread() == now.thread() || latest.kind() == AccessKind::atomic;
  if (is_likely && can_replace(now, latest) && happens_before(latest)) last = members_[last].before;
  if (is_time_to_forget(last)) last = without_past(last, now, happens_before);
  const Epoch epoch = slot.epoch() > now.epoch() ? slot.epoch() : now.epoch();
  return Stamp::of_set(epoch, stronger(slot.kind(), now.kind()), add(last, now));
}

template <class F>
void AccessSets::for_each(Stamp slot, F f) const {
  if (!slot.is_set()) {
    f(slot);
    return;
  }
  for (std::uint32_t i = slot.set(); i != 0; i = members_[i].before)
    if (!f(members_[i].stamp)) return;
}

}  // namespace wgsim::core
