// What the lanes of one warp did, as the warp instructions that they would have been. Each is found by its
// position; the lanes add themselves one after the other.
//
// The lanes of a warp mostly do the same in the same order, so each instruction remembers which one came next
// for the lane before: that is nearly always right, and no search is needed. A log has room for kCapacity
// instructions; at a barrier, at the end of the warp, or when it fills up, they are summed up and forgotten.
// Before, the lanes that are behind must have come to them too: in long loops lanes wait for each other
// (gather() in count/count.cpp).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "count/count.hpp"
#include "wgsim/abi.h"

namespace wgsim::core {

enum class IssueKind : std::uint8_t { load, store, atomic, branch };

/// One instruction of a warp.
struct Issue {
  std::uint64_t position = 0;
  Where where{Site{nullptr, 0}};
  std::uint32_t lanes = 0;      ///< that took part
  std::uint16_t entry = 0;      ///< of the log's table
  std::uint16_t successor = 0;  ///< what came next for the lane before
  std::uint8_t size = 0;        ///< bytes of each lane
  IssueKind kind = IssueKind::load;
  std::array<std::uintptr_t, 32> address;  ///< by lane. branch: the way it took
};

class WarpLog {
 public:
  static constexpr unsigned kCapacity = 4096;
  static constexpr unsigned kGather = 64;  ///< a lane that leads by so many instructions waits for others

  WarpLog() : table_(2 * kCapacity, kNone) { issues_.reserve(kCapacity); }

  /// Where a lane is: what its next instruction's position is made of.
  struct Lane {
    std::uint64_t position = 1;
    std::uint16_t next = 0, last = 0;  ///< instructions: the one to expect, and the one before
    std::uint32_t calls = 0;
    std::uint16_t led = 0;   ///< instructions that no lane had done before it, since it last waited
    bool gathering = false;  ///< waits at the beginning of a round of its innermost loop
    const LoopScope* innermost = nullptr;
    std::array<std::uint64_t, 32> before_call{};
  };
  Lane& lane(unsigned i) { return lanes_[i]; }
  /// False: it is another instruction than expected, and there is no room for a new one.
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
  /// Forgets the instructions; lanes stay where they are.
  void clear();
  /// Forgets those that one of these lanes took part in, and hands each to `take`.
  template <class F>
  void take_those_of(std::uint32_t lanes, F take);
  bool full() const { return count_ == kCapacity; }
  bool half_full() const { return count_ > kCapacity / 2; }
  std::uint64_t gathers_at = 0;      ///< position where lanes wait for those behind; 0: none does
  unsigned waits_left = kMostWaits;  ///< how often lanes still wait for each other, until the log is cleared
  /// For another warp.
  void restart();

 private:
  static constexpr std::uint16_t kNone = 0xffff;
  static constexpr unsigned kMostWaits = 1000;
  void enter(unsigned i);
  void start_again();
  unsigned find(unsigned lane, std::uint64_t position, IssueKind kind, unsigned size, const Where& where);

  std::vector<Issue> issues_;  ///< the first count_ are in use
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
