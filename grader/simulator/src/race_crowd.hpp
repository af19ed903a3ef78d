// Accesses of one word that nothing orders against each other: reads by many threads, or atomics. A write
// that comes after some of them may still race with another, so each is remembered. The word's stamp then
// names its crowd, a list of stamps with the latest first.
//
// Words that are read by the same threads in turn, as rows and columns of a tile are, share their list: a
// member that joins looks first whether it joined there before. Crowds of shared memory last until the next
// barrier of their block, those of global memory until the launch ends.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "race_stamp.hpp"

namespace wgsim::core {

struct Block;

/// What conflicts with atomics must not hide behind one: the kind that conflicts with most.
constexpr AccessKind stronger(AccessKind a, AccessKind b) {
  constexpr auto strength = [](AccessKind kind) {
    constexpr unsigned by_kind[] = {3, 1, 0, 2};
    return by_kind[unsigned(kind)];
  };
  return strength(a) < strength(b) ? b : a;
}

/// May `now` stand for an earlier access that is ordered before it?
constexpr bool stands_for(Stamp now, Stamp earlier) {
  return now.kind() == AccessKind::plain || now.kind() == earlier.kind();
}

class Crowds {
 public:
  /// The most that are remembered, 16 MB. What joins after that is forgotten: races may be missed, none is
  /// invented.
  static constexpr std::uint32_t kMostMembers = std::uint32_t(1) << 20;

  /// `slot`, one access or a crowd, and `now`. `is_before`: is an earlier access ordered before the present
  /// thread?
  template <class IsBefore>
  Stamp join(Stamp slot, Stamp now, IsBefore is_before);

  /// Calls f for each access until it returns false, the latest first.
  template <class F>
  void for_each(Stamp slot, F f) const;

  void clear();

 private:
  struct Member {
    Stamp stamp;
    std::uint64_t before : 21;  ///< the one that joined before it; 0: none
    std::uint64_t next : 21;    ///< the one that joined latest behind it
    std::uint64_t count : 21;   ///< how many there are up to it
  };
  std::uint32_t add(std::uint32_t before, Stamp now);
  /// Those that no longer matter are left out each time a list has grown fourfold, as far as that costs no
  /// more than a few steps for each that joined.
  bool is_time_to_forget(std::uint32_t last);
  template <class IsBefore>
  std::uint32_t without_past(std::uint32_t last, Stamp now, IsBefore is_before);

  std::uint64_t joined_ = 0, steps_ = 0;
  std::vector<Member> members_ =
      std::vector<Member>(1);  ///< 0 is no member, but before the first of each list
};

/// Of the shared memory of a block; nullptr: of global memory.
Crowds& crowds_of(const Block* block);
void forget_crowds();

// ---- Implementation ----------------------------------------------------------------------------------

inline std::uint32_t Crowds::add(std::uint32_t before, Stamp now) {
  const std::uint32_t next = members_[before].next;
  if (next != 0 && members_[next].stamp.bits == now.bits) return next;
  const auto added = std::uint32_t(members_.size());
  members_.push_back({now, before, 0, members_[before].count + 1u});
  members_[before].next = added;
  return added;
}

inline bool Crowds::is_time_to_forget(std::uint32_t last) {
  constexpr std::uint32_t kFew = 64, kSteps = 4;
  const std::uint32_t count = members_[last].count;
  ++joined_;
  const bool is_power_of_4 = std::has_single_bit(count) && std::countr_zero(count) % 2 == 0;
  if (count < kFew || !is_power_of_4 || steps_ + count > kSteps * joined_) return false;
  steps_ += count;
  return true;
}

template <class IsBefore>
std::uint32_t Crowds::without_past(std::uint32_t last, Stamp now, IsBefore is_before) {
  std::vector<Stamp> kept;
  for (std::uint32_t i = last; i != 0; i = members_[i].before)
    if (const Stamp stamp = members_[i].stamp; !stands_for(now, stamp) || !is_before(stamp))
      kept.push_back(stamp);
  std::uint32_t rebuilt = 0;
  for (auto stamp = kept.rbegin(); stamp != kept.rend(); ++stamp) rebuilt = add(rebuilt, *stamp);
  return rebuilt;
}

template <class IsBefore>
Stamp Crowds::join(Stamp slot, Stamp now, IsBefore is_before) {
  if (members_.size() >= kMostMembers) return slot.is_crowd() || !stands_for(now, slot) ? slot : now;
  std::uint32_t last = slot.is_crowd() ? slot.crowd() : add(0, slot);
  const Stamp latest = members_[last].stamp;
  if (latest.bits == now.bits) return slot;
  const bool is_likely = latest.thread() == now.thread() || latest.kind() == AccessKind::atomic;
  if (is_likely && stands_for(now, latest) && is_before(latest)) last = members_[last].before;
  if (is_time_to_forget(last)) last = without_past(last, now, is_before);
  const Epoch epoch = slot.epoch() > now.epoch() ? slot.epoch() : now.epoch();
  return Stamp::of_crowd(epoch, stronger(slot.kind(), now.kind()), add(last, now));
}

template <class F>
void Crowds::for_each(Stamp slot, F f) const {
  if (!slot.is_crowd()) {
    f(slot);
    return;
  }
  for (std::uint32_t i = slot.crowd(); i != 0; i = members_[i].before)
    if (!f(members_[i].stamp)) return;
}

}  // namespace wgsim::core
