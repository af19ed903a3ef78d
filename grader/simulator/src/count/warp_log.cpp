#include "count/warp_log.hpp"

namespace wgsim::core {

void WarpLog::clear() {
  for (unsigned i = 0; i < count_; ++i) table_[issues_[i].entry] = kNone;
  count_ = 0;
  start_again();
}

void WarpLog::start_again() {
  waits_left = kMostWaits;
  gathers_at = 0;
  for (Lane& lane : lanes_) lane.next = lane.last = lane.led = 0;
}

/// Enters instruction i into the table.
void WarpLog::enter(unsigned i) {
  const std::size_t mask = table_.size() - 1;
  std::size_t at = issues_[i].position & mask;
  while (table_[at] != kNone) at = (at + 1) & mask;
  table_[at] = std::uint16_t(i);
  issues_[i].entry = std::uint16_t(at);
  issues_[i].successor = std::uint16_t(i + 1);
}

void WarpLog::restart() {
  clear();
  for (Lane& lane : lanes_) {
    lane.position = 1;
    lane.calls = 0;
    lane.global_accesses = lane.accesses = lane.steps = 0;
    lane.is_idle = true;
    lane.accesses_at_look = lane.steps_at_look = 0;
    lane.looks_again = 0;
    lane.deepest_frame = UINTPTR_MAX;
    lane.gathering = lane.call_is_counted = false;
    lane.innermost = nullptr;
  }
}

unsigned WarpLog::find(unsigned lane, std::uint64_t position, IssueKind kind, unsigned size,
                       const Where& where) {
  const std::size_t mask = table_.size() - 1;
  std::size_t at = position & mask;
  for (; table_[at] != kNone; at = (at + 1) & mask) {
    const Issue& issue = issues_[table_[at]];
    // If a lane does something twice at one position, these are two instructions: it is in a loop made
    // without a keyword (goto).
    if (issue.position == position && (issue.lanes >> lane & 1) == 0) return table_[at];
  }
  if (count_ == kCapacity) return kNone;
  const unsigned i = count_++;
  if (i == issues_.size()) issues_.emplace_back();
  ++lanes_[lane].led;
  Issue& issue = issues_[i];
  issue.position = position;
  issue.where = where;
  issue.lanes = 0;
  enter(i);
  issue.size = std::uint8_t(size);
  issue.kind = kind;
  return i;
}

}  // namespace wgsim::core
