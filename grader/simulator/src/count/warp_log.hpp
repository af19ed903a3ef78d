// What the lanes of one warp did, as the warp instructions that a GPU would issue. An instruction is found
// by its position. The lanes add themselves to it one after the other.
//
// The lanes of a warp mostly do the same things in the same order. So each instruction remembers which one
// came next for the lane before; that is nearly always right, and no search is needed. A log has room for
// kCapacity instructions. At a barrier, at the end of the warp, or when the log fills up, they are summed up
// and forgotten. Before that, the lanes that are behind must have done these instructions, too. So in long
// loops lanes wait for each other (gather() in count/count.cpp).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "count/count.hpp"
#include "state/accesses.hpp"
#include "wgsim/abi.h"

namespace wgsim::core {

enum class IssueKind : std::uint8_t { load, store, atomic, branch };

/// One warp instruction.
struct Issue {
  std::uint64_t position = 0;
  Where where{Site{nullptr, 0}};
  std::uint32_t lanes = 0;      ///< the lanes that took part
  std::uint16_t entry = 0;      ///< its place in the table of the log
  std::uint16_t successor = 0;  ///< what came next for the lane before
  std::uint8_t size = 0;        ///< bytes of each lane
  IssueKind kind = IssueKind::load;
  std::array<std::uintptr_t, 32> address;  ///< of each lane; for a branch: the way that the lane took
};

class WarpLog {
 public:
  static constexpr unsigned kCapacity = 4096;
  static constexpr unsigned kGather = 64;  ///< a lane that leads by so many instructions waits for others

  WarpLog() : table_(2 * kCapacity, kNone) { issues_.reserve(kCapacity); }

  /// Where a lane is. The position of its next instruction is made from this.
  struct Lane {
    std::uint64_t position = 1;
    std::uint16_t next = 0, last = 0;  ///< numbers of instructions: the expected one, and the one before
    std::uint32_t calls = 0;
    std::uint16_t led = 0;         ///< instructions in which it was the first lane, since it last waited
    bool call_is_counted = false;  ///< by the compiler's hook, before the mark in the function's body
    bool gathering = false;        ///< waits at the beginning of an iteration of its innermost loop
    const LoopScope* innermost = nullptr;
    std::array<std::uint64_t, 32> before_call{};
    std::uint64_t global_accesses = 0, accesses = 0, steps = 0;  ///< of the whole thread
    bool is_idle = true;                                         ///< it has accessed no memory but its own
    std::uint64_t accesses_at_look = 0, steps_at_look = 0;       ///< at its last volatile or atomic read
    std::uintptr_t deepest_frame = UINTPTR_MAX;                  ///< where its stack was deepest
    unsigned looks_again = 0;  ///< how often it has done nothing since but find the same
  };
  Lane& lane(unsigned i) { return lanes_[i]; }
  /// False: this needs a new instruction, and there is no room for one.
  bool add(unsigned lane, std::uint64_t position, IssueKind kind, unsigned size, std::uintptr_t address,
           const Where& where) {
    Lane& l = lanes_[lane];
    unsigned i = l.next;
    if (i >= count_ || issues_[i].position != position || (issues_[i].lanes >> lane & 1) != 0) {
      i = find(lane, position, kind, size, where);
      if (i == kNone) return false;
      if (count_ > 1) issues_[l.last].successor = std::uint16_t(i);
    }
    Issue& issue = issues_[i];
    issue.lanes |= 1u << lane;
    issue.address[lane] = address;
    l.last = std::uint16_t(i);
    l.next = issue.successor;
    return true;
  }
  const Issue* begin() const { return issues_.data(); }
  const Issue* end() const { return issues_.data() + count_; }
  /// Forgets the instructions. Lanes stay where they are.
  void clear();
  /// Passes each instruction that one of these lanes took part in to `take`, and forgets it.
  template <class F>
  void take_those_of(std::uint32_t lanes, F take);
  bool full() const { return count_ == kCapacity; }
  bool half_full() const { return count_ > kCapacity / 2; }
  std::uint64_t gathers_at = 0;      ///< position where lanes wait for lanes behind; 0: none waits
  unsigned waits_left = kMostWaits;  ///< how often lanes still wait for each other, until the log is cleared
  /// Empties the log for another warp.
  void restart();

 private:
  static constexpr std::uint16_t kNone = 0xffff;
  static constexpr unsigned kMostWaits = 1000;
  void enter(unsigned i);
  void start_again();
  unsigned find(unsigned lane, std::uint64_t position, IssueKind kind, unsigned size, const Where& where);

  std::vector<Issue> issues_;         ///< the first count_ are in use
  std::vector<std::uint16_t> table_;  ///< by hash of the position
  unsigned count_ = 0;
  std::array<Lane, 32> lanes_;
};

template <class F>
void WarpLog::take_those_of(std::uint32_t lanes, F take) {
  const unsigned count = count_;
  for (const Issue& issue : *this) table_[issue.entry] = kNone;
  count_ = 0;
  for (unsigned i = 0; i < count; ++i)
    if ((issues_[i].lanes & lanes) != 0)
      take(issues_[i]);
    else
      issues_[count_++] = issues_[i];
  for (unsigned i = 0; i < count_; ++i) enter(i);
  start_again();
}

}  // namespace wgsim::core
