// First finds which events must stay before which others. Then takes one group of events after the other:
// from the first block that can go on, and there from the warp that is furthest behind.
#include "report/trace/steps.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <tuple>

namespace warpgrade::report::trace {
namespace {

// ---- Dependencies ----------------------------------------------------------------------------------------

constexpr std::size_t kNone = ~std::size_t(0);

/// Events that are one step, if nothing forces them apart.
struct Group {
  unsigned block = 0, warp = 0;
  RecordedKind kind = RecordedKind::read;
  std::vector<std::size_t> events = {};  ///< in the order of the recording
};

/// Numbers of events count from the beginning of the recording, those of groups from 0.
struct Dependencies {
  std::vector<Group> groups;                         ///< by their first event
  std::vector<std::size_t> group_of;                 ///< of each event
  std::vector<std::vector<std::size_t>> successors;  ///< of each event, in other groups
  std::vector<unsigned> predecessors;                ///< how many of them, in other groups
};

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

/// Which events of a launch must stay before which others (steps.hpp says why).
class DependencyBuilder {
 public:
  DependencyBuilder(const Recording& recording, std::span<const std::size_t> events) : recording_(recording) {
    const std::size_t all = recording.events.size();
    result_.group_of.assign(all, kNone);
    result_.successors.resize(all);
    result_.predecessors.assign(all, 0);
    for (const std::size_t i : events) enter_group(i);
    for (const std::size_t i : events) {
      follow_threads(i);
      if (is_access(recording_.events[i].kind)) follow_bytes(i);
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
    const auto [group, is_new] = group_by_key_.try_emplace(
        {event.block, warp, event.kind, number, visit, number == 0 ? event.line : 0}, result_.groups.size());
    if (is_new) result_.groups.push_back({.block = event.block, .warp = warp, .kind = event.kind});
    result_.groups[group->second].events.push_back(i);
    result_.group_of[i] = group->second;
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

// ---- Steps -----------------------------------------------------------------------------------------------

StepKind step_kind(RecordedKind kind) {
  switch (kind) {
    case RecordedKind::read: return StepKind::read;
    case RecordedKind::write: return StepKind::write;
    case RecordedKind::atomic: return StepKind::atomic;
    case RecordedKind::shuffle: return StepKind::shuffle;
    case RecordedKind::barrier: return StepKind::barrier;
    default: return StepKind::warp_sync;
  }
}

/// The steps of one launch.
class Scheduler {
 public:
  Scheduler(const Recording& recording, std::span<const std::size_t> events, std::vector<Step>& steps)
      : recording_(recording), dependencies_(DependencyBuilder(recording, events).take()), steps_(steps) {
    progress_.resize(dependencies_.groups.size());
    for (const Group& group : dependencies_.groups) block_of(group);
    for (const std::size_t i : events)
      if (dependencies_.predecessors[i] == 0) become_ready(i);
  }

  void run() {
    while (go_on()) {
    }
  }

 private:
  struct Progress {
    std::size_t done = 0, ready = 0;  ///< events; the ready ones are not done
  };
  struct Warp {
    unsigned turns = 0;                  ///< since the last barrier
    std::set<std::size_t> waiting = {};  ///< groups with ready events
  };
  struct Block {
    unsigned number = 0;
    std::map<unsigned, Warp> warps = {};
  };

  Block& block_of(const Group& group) {
    const auto known = std::ranges::find(blocks_, group.block, &Block::number);
    return known != blocks_.end() ? *known : blocks_.emplace_back(Block{.number = group.block});
  }

  void become_ready(std::size_t event) {
    const std::size_t g = dependencies_.group_of[event];
    const Group& group = dependencies_.groups[g];
    ready_.insert(event);
    ++progress_[g].ready;
    block_of(group).warps[group.warp].waiting.insert(g);
  }

  bool is_complete(std::size_t g) const {
    return progress_[g].done + progress_[g].ready == dependencies_.groups[g].events.size();
  }

  /// The events that come next of this group, as far as they are ready.
  std::size_t first_ready(std::size_t g) const {
    const Group& group = dependencies_.groups[g];
    std::size_t count = 0;
    while (progress_[g].done + count < group.events.size() &&
           ready_.contains(group.events[progress_[g].done + count]))
      ++count;
    return count;
  }

  bool go_on() {
    for (Block& block : blocks_)
      if (take_whole_instruction(block) || take_part_of_one(block)) return true;
    return false;
  }

  bool take_whole_instruction(Block& block) {
    Warp* best = nullptr;
    std::size_t chosen = 0;
    for (auto& [number, warp] : block.warps) {
      if (best != nullptr && warp.turns >= best->turns) continue;
      const auto complete = std::ranges::find_if(warp.waiting, [&](std::size_t g) { return is_complete(g); });
      if (complete == warp.waiting.end()) continue;
      best = &warp;
      chosen = *complete;
    }
    if (best == nullptr) return false;
    take(block, *best, chosen);
    return true;
  }

  /// The lanes of the instruction depend on each other, so only the event that happened first is taken.
  bool take_part_of_one(Block& block) {
    Warp* best = nullptr;
    std::size_t chosen = 0, earliest = 0;
    for (auto& [number, warp] : block.warps)
      for (const std::size_t g : warp.waiting) {
        if (first_ready(g) == 0) continue;
        const std::size_t event = dependencies_.groups[g].events[progress_[g].done];
        if (best != nullptr && event > earliest) continue;
        best = &warp;
        chosen = g;
        earliest = event;
      }
    if (best == nullptr) return false;
    take(block, *best, chosen);
    return true;
  }

  void take(Block& block, Warp& warp, std::size_t g) {
    const Group& group = dependencies_.groups[g];
    const std::size_t count = first_ready(g), begin = progress_[g].done;
    const std::vector<std::size_t> events(group.events.begin() + std::ptrdiff_t(begin),
                                          group.events.begin() + std::ptrdiff_t(begin + count));
    progress_[g].done += count;
    progress_[g].ready -= count;
    if (progress_[g].ready == 0) warp.waiting.erase(g);
    ++warp.turns;
    if (group.kind == RecordedKind::barrier)
      for (auto& [number, one] : block.warps) one.turns = 0;
    add_step(group, events);
    for (const std::size_t event : events) {
      ready_.erase(event);
      for (const std::size_t next : dependencies_.successors[event])
        if (--dependencies_.predecessors[next] == 0) become_ready(next);
    }
  }

  void add_step(const Group& group, const std::vector<std::size_t>& events) {
    const RecordedEvent& first = recording_.events[events.front()];
    if (group.block < kMostBlocks && steps_.size() < kMostSteps) {
      steps_.push_back({step_kind(group.kind), first.launch, group.block, group.warp, first.line, events});
      return;
    }
    Step& last = steps_.back();  // there is the start of the kernel, at least
    if (last.kind == StepKind::others)
      last.events.insert(last.events.end(), events.begin(), events.end());
    else
      steps_.push_back({StepKind::others, first.launch, group.block, group.warp, first.line, events});
  }

  const Recording& recording_;
  Dependencies dependencies_;
  std::vector<Step>& steps_;
  std::vector<Progress> progress_;  ///< by group
  std::set<std::size_t> ready_;     ///< events
  std::vector<Block> blocks_;       ///< in the order in which they began
};

}  // namespace

std::vector<Step> steps_of(const Recording& recording) {
  std::vector<Step> steps;
  std::vector<std::vector<std::size_t>> events(recording.launches.size());
  for (std::size_t i = 0; i < recording.events.size(); ++i)
    if (recording.events[i].kind != RecordedKind::apply) events[recording.events[i].launch].push_back(i);
  for (std::size_t launch = 0; launch < events.size(); ++launch) {
    if (steps.size() < kMostSteps) steps.push_back({.kind = StepKind::launch, .launch = unsigned(launch)});
    Scheduler(recording, events[launch], steps).run();
  }
  if (!steps.empty()) steps.push_back({.kind = StepKind::end, .launch = steps.back().launch});
  return steps;
}

}  // namespace warpgrade::report::trace
