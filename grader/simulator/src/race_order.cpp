// The clocks of the race detector: what each event of a grid orders. race.hpp has the rules.
//
// Between threads that no barrier joins, knowledge travels in three steps. A fence takes down what the thread
// knows at that moment (its own accesses, those before its block's last barrier, those its warp was synced
// with, and all that it has acquired); its next write to a flag publishes that; who reads the flag has seen
// it, and has acquired it after a fence of its own. A read-modify-write keeps what others published in the
// same word. A barrier after an atomic acquires, too: `ticket = atomicAdd(…); __syncthreads();` in NVIDIA's
// own samples relies on it.
#include <algorithm>
#include <bit>
#include <unordered_map>
#include <utility>
#include <vector>

#include "race.hpp"
#include "race_crowd.hpp"
#include "race_report.hpp"
#include "scheduler.hpp"

namespace wgsim::core {

constinit RaceHorizon race_horizon;

namespace {

constexpr std::size_t kMostEpochs = std::size_t(1) << 24;
constexpr Epoch kLastEpoch = 0xc0000000;

std::vector<std::uint32_t> owners;  ///< the block of each epoch since race_horizon.everything

struct Published {
  const Knowledge* by_device = nullptr;
  const Knowledge* by_block = nullptr;  ///< also by fences of block scope: for threads of `block`
  std::uint64_t block = 0;
};
std::unordered_map<std::uintptr_t, Published> published;

void refresh_running() {
  if (running.thread == nullptr) return;
  running.stamp = Stamp::of(running.thread->block->epoch, running.thread->rank);
  running.block_horizon = running.thread->block->horizon;
}

/// All that happened so far counts as ordered from now on.
void start_history() {
  race_horizon.everything = race_horizon.clock + 1;
  owners.clear();
  published.clear();
  forget_knowledge();
  crowds_of(nullptr).clear();
}

void new_epoch(Block& block) {
  block.epoch = ++race_horizon.clock;
  owners.push_back(std::uint32_t(block.number));
}

/// All that the block did so far is ordered before what it does from now on.
void begin_interval(Block& block) {
  block.horizon = block.epoch;
  crowds_of(&block).clear();
}

void forget_what_threads_know(Block& block) {
  block.knowledge = block.seen = nullptr;
  if (std::exchange(block.knows, false))
    for (Thread& t : block.threads) t.race.reset();
}

void forget_history() {
  start_history();
  for (const auto& block : scheduler.resident()) {
    forget_what_threads_know(*block);
    new_epoch(*block);
  }
}

void advance(Block& block) {
  if (owners.size() > kMostEpochs || knows_too_much())
    forget_history();
  else
    new_epoch(block);
  refresh_running();
}

RaceThread& race_of(Thread& thread) {
  thread.block->knows = true;
  if (!thread.race) thread.race = std::make_unique<RaceThread>();
  return *thread.race;
}

Epoch synced_with(const Thread& thread, unsigned lane) {
  const Warp& warp = *thread.warp;
  return warp.synced_in_parts ? std::max(warp.synced, warp.synced_in_parts->before[thread.lane][lane])
                              : warp.synced;
}

/// What is known of the own block: all before its last barrier, the own accesses, lanes synced with.
BlockKnowledge knowledge_of_own_block(const Thread& me) {
  BlockKnowledge own{me.block->horizon, {}};
  for (unsigned lane = 0; lane < 32; ++lane) {
    const Epoch before = lane == me.lane ? me.block->epoch : synced_with(me, lane);
    if (before > own.before) own.threads.push_back({std::uint16_t(me.rank - me.lane + lane), before});
  }
  return own;
}

const Knowledge* everything_in(Release& release, std::uint64_t block) {
  if (release.any && release.all == nullptr) release.all = join(release.acquired, block, release.own);
  return release.all;
}

void sync_parts(Warp& warp, unsigned group, Epoch now) {
  if (!warp.synced_in_parts) warp.synced_in_parts = std::make_unique<WarpEpochs>();
  WarpEpochs& epochs = *warp.synced_in_parts;
  for (unsigned j = 0; j < 32; ++j) {
    Epoch before = (group >> j & 1) != 0 ? now : warp.synced;
    for (unsigned left = group; left != 0; left &= left - 1)
      before = std::max(before, epochs.before[std::countr_zero(left)][j]);
    for (unsigned left = group; left != 0; left &= left - 1)
      epochs.before[std::countr_zero(left)][j] = before;
  }
}

}  // namespace

std::uint64_t block_of_epoch(Epoch epoch) { return owners[epoch - race_horizon.everything]; }

bool synced_in_warp(const Thread& me, unsigned thread, Epoch epoch) {
  return thread / 32 == me.rank / 32 && epoch < synced_with(me, thread % 32);
}

// ---- Launches and barriers ---------------------------------------------------------------------------

void race_give_up() { race_horizon.everything = ~Epoch(0); }

void race_start_launch() {
  if (!running.check) return;
  if (race_horizon.clock > kLastEpoch) {
    clear_race_shadows();
    race_horizon.clock = 0;
  }
  race_sites.make_room();
  forget_crowds();
  forget_reported_races();
  start_history();
}

void race_start_block(Block& block) {
  if (!running.check) return;
  forget_what_threads_know(block);
  for (Warp& warp : block.warps) {
    warp.synced = 0;
    warp.synced_in_parts.reset();
  }
  new_epoch(block);
  begin_interval(block);
}

void race_barrier(Block& block) {
  if (!running.check) return;
  if (block.knows)
    for (const Thread& t : block.threads) {
      if (!t.race) continue;
      block.knowledge = join(join(block.knowledge, t.race->acquired), t.race->seen_by_atomics);
      block.seen = join(join(block.seen, t.race->seen), t.race->seen_in_block);
    }
  advance(block);
  begin_interval(block);
  refresh_running();
}

void race_grid_barrier() {
  if (running.check) forget_history();
  for (const auto& block : scheduler.resident()) begin_interval(*block);
  refresh_running();
}

void race_sync_warp(Warp& warp, unsigned mask, unsigned group) {
  if (!running.check) return;
  Block& block = *warp.first->block;
  advance(block);
  // What a lane did before it exited is ordered if the mask names it.
  const std::size_t lanes = block.threads.size() - warp.first->rank;
  const unsigned existing = lanes < 32 ? (1u << lanes) - 1 : ~0u;
  if ((mask & existing) == existing)
    warp.synced = block.epoch;
  else
    sync_parts(warp, mask & existing, block.epoch);
  if (!block.knows) return;
  RaceThread all;
  for (unsigned left = group; left != 0; left &= left - 1)
    if (const auto& race = warp.lane(unsigned(std::countr_zero(left))).race) {
      all.acquired = join(all.acquired, race->acquired);
      all.seen = join(all.seen, race->seen);
      all.seen_in_block = join(all.seen_in_block, race->seen_in_block);
    }
  if (all.acquired == nullptr && all.seen == nullptr && all.seen_in_block == nullptr) return;
  for (unsigned left = group; left != 0; left &= left - 1) {
    RaceThread& race = race_of(warp.lane(unsigned(std::countr_zero(left))));
    race.acquired = all.acquired;
    race.seen = all.seen;
    race.seen_in_block = all.seen_in_block;
  }
}

// ---- Fences and flags --------------------------------------------------------------------------------

void race_fence(Scope scope) {
  if (!running.user || !running.check) return;
  const InLibrary in_library;
  Thread& me = *running.thread;
  RaceThread& race = race_of(me);
  race.acquired = join(race.acquired, race.seen_in_block);
  if (scope != Scope::block) race.acquired = join(join(race.acquired, race.seen), me.block->seen);
  advance(*me.block);
  if (!me.race) return;  // history was forgotten
  race.released_in_block = {true, join(race.acquired, me.block->knowledge), knowledge_of_own_block(me),
                            nullptr};
  if (scope != Scope::block) race.released = race.released_in_block;
}

void race_observe(std::uintptr_t address, AccessKind kind) {
  if (!running.user || published.empty()) return;
  const auto found = published.find(address);
  if (found == published.end()) return;
  const InLibrary in_library;
  Thread& me = *running.thread;
  RaceThread& race = race_of(me);
  race.seen = join(race.seen, found->second.by_device);
  if (found->second.block == me.block->number)
    race.seen_in_block = join(race.seen_in_block, found->second.by_block);
  if (kind == AccessKind::atomic) race.seen_by_atomics = join(race.seen_by_atomics, found->second.by_device);
}

void race_publish(std::uintptr_t address, bool keeps_history) {
  if (!running.user || !running.check) return;
  const Thread& me = *running.thread;
  const bool releases = me.race && me.race->released_in_block.any;
  if (!releases && (keeps_history || published.empty())) return;
  const InLibrary in_library;
  if (!releases) {
    published.erase(address);
    return;
  }
  Published& p = published[address];
  if (!keeps_history) p = {};
  const Knowledge* for_block = everything_in(me.race->released_in_block, me.block->number);
  p.by_block = p.block == me.block->number ? join(p.by_block, for_block) : for_block;
  p.by_device = join(p.by_device, everything_in(me.race->released, me.block->number));
  p.block = me.block->number;
}

}  // namespace wgsim::core
