#include "report/trace/dependencies.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "report/trace/steps.hpp"

namespace warpgrade::report::trace {
namespace {

constexpr std::size_t kNone = ~std::size_t(0);

bool is_access(const RecordedEvent& event) {
  return event.kind == RecordedKind::read || event.kind == RecordedKind::write ||
         event.kind == RecordedKind::atomic;
}

/// What a thread of a block did last, and the last barrier.
struct BlockState {
  std::size_t barrier = kNone;
  std::map<unsigned, std::size_t> last = {};  ///< by thread, since the barrier
};

/// What happened to a byte: its last write, and the reads since then.
struct ByteState {
  std::size_t write = kNone;
  std::vector<std::size_t> reads = {};
};

class Builder {
 public:
  Builder(const Recording& recording, std::span<const std::size_t> events) : recording_(recording) {
    const std::size_t all = recording.events.size();
    result_.group_of.assign(all, kNone);
    result_.successors.resize(all);
    result_.predecessors.assign(all, 0);
    for (const std::size_t i : events) enter_group(i);
    for (const std::size_t i : events) {
      follow_threads(i);
      if (is_access(recording_.events[i])) follow_bytes(i);
    }
  }

  Dependencies take() { return std::move(result_); }

 private:
  /// Lanes whose events have the same number are one instruction. Events without a number are, if they are
  /// the lanes' n-th visit of the same line.
  void enter_group(std::size_t i) {
    const RecordedEvent& event = recording_.events[i];
    std::uint64_t number = event.instruction, visit = 0;
    const bool is_alone = event.kind == RecordedKind::barrier || event.kind == RecordedKind::warp_sync;
    if (is_alone)
      visit = i + 1;
    else if (number == 0)
      visit = ++visits_[{event.block, event.thread, event.line, event.kind}];
    const unsigned warp = event.thread / kWarp;
    const auto [found, is_new] = group_by_key_.try_emplace(
        {event.block, warp, event.kind, number, visit, number == 0 ? event.line : 0}, result_.groups.size());
    if (is_new) result_.groups.push_back({.block = event.block, .warp = warp, .kind = event.kind});
    result_.groups[found->second].events.push_back(i);
    result_.group_of[i] = found->second;
  }

  void follow(std::size_t before, std::size_t after) {
    if (before == kNone || result_.group_of[before] == result_.group_of[after]) return;
    result_.successors[before].push_back(after);
    ++result_.predecessors[after];
  }

  void follow_thread(BlockState& block, unsigned thread, std::size_t i) {
    const auto [last, is_new] = block.last.try_emplace(thread, i);
    follow(is_new ? block.barrier : last->second, i);
    last->second = i;
  }

  void follow_threads(std::size_t i) {
    const RecordedEvent& event = recording_.events[i];
    BlockState& block = blocks_[event.block];
    if (event.kind == RecordedKind::barrier) {
      follow(block.barrier, i);
      for (const auto& [thread, last] : block.last) follow(last, i);
      block.last.clear();
      block.barrier = i;
      return;
    }
    if (event.kind != RecordedKind::warp_sync) return follow_thread(block, event.thread, i);
    const unsigned first = event.thread / kWarp * kWarp;
    for (unsigned lane = 0; lane < kWarp; ++lane)
      if ((event.lanes >> lane & 1) != 0) follow_thread(block, first + lane, i);
  }

  void follow_bytes(std::size_t i) {
    const RecordedEvent& event = recording_.events[i];
    const unsigned block = recording_.arrays[event.array].shared ? event.block : 0;
    for (std::uint64_t byte = event.byte; byte < event.byte + event.bytes; ++byte) {
      ByteState& state = bytes_[{event.array, block, byte}];
      if (event.kind == RecordedKind::read) {
        follow(state.write, i);
        state.reads.push_back(i);
        continue;
      }
      if (state.reads.empty()) follow(state.write, i);  // otherwise by way of the reads
      for (const std::size_t read : state.reads) follow(read, i);
      state.reads.clear();
      state.write = i;
    }
  }

  const Recording& recording_;
  Dependencies result_;
  std::map<std::tuple<unsigned, unsigned, RecordedKind, std::uint64_t, std::uint64_t, unsigned>, std::size_t>
      group_by_key_;
  std::map<std::tuple<unsigned, unsigned, unsigned, RecordedKind>, std::uint64_t> visits_;
  std::map<unsigned, BlockState> blocks_;
  std::map<std::tuple<unsigned, unsigned, std::uint64_t>, ByteState> bytes_;
};

}  // namespace

Dependencies dependencies_of(const Recording& recording, std::span<const std::size_t> events) {
  return Builder(recording, events).take();
}

}  // namespace warpgrade::report::trace
