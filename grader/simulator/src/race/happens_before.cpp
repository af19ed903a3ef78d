// Between threads that no barrier joins, a clock travels in three steps, as in release and acquire. A fence
// takes down the thread's clock (its own accesses, those before its block's last barrier, those its warp was
// synced with, and all that it has acquired). The thread's next write to a flag publishes that clock. A
// thread that reads the flag has seen the clock, and acquires it with its own next fence. A read-modify-write
// keeps what others published by the same word. A barrier after an atomic acquires, too: NVIDIA's own samples
// rely on that, with `ticket = atomicAdd(…); __syncthreads();`.
//
// Sequentially consistent fences have one order (PTX ISA, "Fence-SC"), and the earlier one synchronises with
// the later. So a fence also counts that another thread executed before a barrier, after which this thread
// sets the flag: were the reader's fence the earlier one, the flag that it had read before would precede
// itself. What such fences took down (`fences`) travels with barriers and __syncwarp, each write to a flag
// publishes it, and only a sequentially consistent fence of the reader acquires it.
#include "race/happens_before.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "memory/shadow_memory.hpp"
#include "race/access_set.hpp"
#include "race/pool.hpp"
#include "race/report.hpp"
#include "race/sites.hpp"
#include "race/vector_clock.hpp"
#include "race/volatile_data.hpp"
#include "race/watched_blocks.hpp"
#include "schedule/scheduler.hpp"
#include "state/simulation.hpp"

namespace wgsim::core {

struct Published {
  const VectorClock* by_device = nullptr;
  const VectorClock* by_block = nullptr;  ///< also by fences of block scope: for threads of `block`
  const VectorClock* fences = nullptr;    ///< as of a ThreadClock
  std::uint64_t block = 0;
};

/// What is known of the launch.
struct RaceHistory {
  Epoch now = 1;                      ///< the clock of all epochs
  std::vector<std::uint32_t> owners;  ///< the block of each epoch since running.ordered_before
  std::unordered_map<std::uintptr_t, Published> published;  ///< by address of the flag
  Pool<ThreadClock> thread_clocks;
  Pool<WarpEpochs> warp_epochs;
};

namespace {

constexpr std::size_t kMostEpochs = std::size_t(1) << 24;
constexpr Epoch kLastEpoch = 0xc0000000;

void refresh_running() {
  if (running.thread == nullptr) return;
  running.stamp = Stamp::of(running.thread->block->epoch, running.thread->rank);
  running.block_ordered_before = running.thread->block->ordered_before;
}

/// All accesses so far happen before all that follow.
void start_history() {
  RaceHistory& history = *simulation.race_history;
  running.ordered_before = history.now + 1;
  history.owners.clear();
  history.published.clear();
  start_vector_clocks(simulation.scheduler->block_count());
  access_sets_of(nullptr).clear();
}

void new_epoch(Block& block) {
  RaceHistory& history = *simulation.race_history;
  block.epoch = ++history.now;
  history.owners.push_back(std::uint32_t(block.number));
}

/// All accesses of the block so far happen before all that it makes from now on.
void begin_interval(Block& block) {
  block.ordered_before = block.epoch;
  access_sets_of(&block).clear();
}

void forget_thread_clocks(Block& block) {
  block.clock = block.seen = block.fences = block.seen_fences = nullptr;
  if (std::exchange(block.has_thread_clocks, false))
    for (Thread& t : block.threads)
      simulation.race_history->thread_clocks.give(std::exchange(t.clock, nullptr));
}

void forget_history() {
  start_history();
  for (const auto& block : simulation.scheduler->resident()) {
    forget_thread_clocks(*block);
    new_epoch(*block);
  }
}

void advance(Block& block) {
  if (simulation.race_history->owners.size() > kMostEpochs || too_many_vector_clocks())
    forget_history();
  else
    new_epoch(block);
  refresh_running();
}

ThreadClock& clock_of(Thread& thread) {
  thread.block->has_thread_clocks = true;
  if (thread.clock == nullptr) thread.clock = simulation.race_history->thread_clocks.take();
  return *thread.clock;
}

Epoch synced_with(const Thread& thread, unsigned lane) {
  const Warp& warp = *thread.warp;
  return warp.synced_in_parts ? std::max(warp.synced, warp.synced_in_parts->before[thread.lane][lane])
                              : warp.synced;
}

/// What happens before the thread in its own block: all before its last barrier, its own accesses, and those
/// of the lanes it synced with.
OwnClock clock_of_own_block(const Thread& me) {
  OwnClock own{me.block->ordered_before, me.rank / 32, {}};
  for (unsigned lane = 0; lane < 32; ++lane)
    own.lanes.before[lane] = lane == me.lane ? me.block->epoch : synced_with(me, lane);
  return own;
}

const VectorClock* whole_release(Release& release, std::uint64_t block) {
  if (release.any && release.all == nullptr) release.all = join(release.acquired, block, release.own);
  return release.all;
}

/// What the fences of several threads of a block have taken down, which add() takes from them. Threads of one
/// warp come one after the other: then a block whose threads all fence needs a clock for each warp only.
class Fences {
 public:
  explicit Fences(const Block& block) : block_(block.number) {}

  void add(ThreadClock& clock) {
    all_ = join(all_, std::exchange(clock.fences, nullptr));
    if (!std::exchange(clock.released.is_sequential, false)) return;
    all_ = join(all_, clock.released.acquired);
    const OwnClock& own = clock.released.own;
    if (warp_ && warp_->warp != own.warp) end_warp();
    if (!warp_) warp_ = own;
    for (unsigned lane = 0; lane < 32; ++lane)
      warp_->lanes.before[lane] = std::max(warp_->lanes.before[lane], own.lanes.before[lane]);
  }
  const VectorClock* all() {
    if (warp_) end_warp();
    return all_;
  }

 private:
  void end_warp() {
    all_ = join(all_, block_, *warp_);
    warp_.reset();
  }

  std::uint64_t block_;
  const VectorClock* all_ = nullptr;
  std::optional<OwnClock> warp_;
};

void sync_parts(Warp& warp, unsigned group, Epoch now) {
  if (warp.synced_in_parts == nullptr) warp.synced_in_parts = simulation.race_history->warp_epochs.take();
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

std::uint64_t block_of_epoch(Epoch epoch) {
  return simulation.race_history->owners[epoch - running.ordered_before];
}

bool synced_in_warp(const Thread& me, unsigned thread, Epoch epoch) {
  return thread / 32 == me.rank / 32 && epoch < synced_with(me, thread % 32);
}

void race_give_up() { running.ordered_before = ~Epoch(0); }

namespace {

/// Before a volatile or atomic write: it may set a flag. `keeps_history`: a read-modify-write, so that what
/// others published by this flag stays.
void publish(std::uintptr_t address, bool keeps_history) {
  RaceHistory& history = *simulation.race_history;
  if (!running.user || !running.check) return;
  const Thread& me = *running.thread;
  const bool releases = me.clock && me.clock->released_in_block.any;
  const VectorClock* const fences = join(me.block->fences, me.clock ? me.clock->fences : nullptr);
  const bool publishes = releases || fences != nullptr;
  if (!publishes && (keeps_history || history.published.empty())) return;
  const InLibrary in_library;
  if (!publishes) {
    history.published.erase(address);
    return;
  }
  Published& p = history.published[address];
  if (!keeps_history) p = {};
  p.fences = join(p.fences, fences);
  if (!releases) return;
  const VectorClock* for_block = whole_release(me.clock->released_in_block, me.block->number);
  p.by_block = p.block == me.block->number ? join(p.by_block, for_block) : for_block;
  p.by_device = join(p.by_device, whole_release(me.clock->released, me.block->number));
  p.block = me.block->number;
}

/// After a volatile or atomic read: it may be the read of a flag.
void observe(std::uintptr_t address, AccessKind kind) {
  RaceHistory& history = *simulation.race_history;
  if (!running.user || history.published.empty()) return;
  const auto found = history.published.find(address);
  if (found == history.published.end()) return;
  const InLibrary in_library;
  Thread& me = *running.thread;
  ThreadClock& clock = clock_of(me);
  clock.seen = join(clock.seen, found->second.by_device);
  clock.seen_fences = join(clock.seen_fences, found->second.fences);
  if (found->second.block == me.block->number)
    clock.seen_in_block = join(clock.seen_in_block, found->second.by_block);
  if (kind == AccessKind::atomic)
    clock.seen_by_atomics = join(clock.seen_by_atomics, found->second.by_device);
}

class RaceListener final : public Listener {
 public:
  Events launch_started(const LaunchConfig& config) override;
  void launch_ended() override { settle_volatile_data(); }
  void block_started(Block& block) override;
  void before_switch() override {
    finish_racing_store();
    finish_stale_read();
  }
  void barrier_completed(Block& block) override;
  void grid_barrier_completed() override;
  void warp_synced(Warp& warp, unsigned mask, unsigned group, Site site) override;
  void fenced(Scope scope, FenceOrder order) override;
  FrequentEvents frequent_events() override { return {.flag_read = &observe, .flag_written = &publish}; }
};

// ---- Launches and barriers ---------------------------------------------------------------------------

Events RaceListener::launch_started(const LaunchConfig&) {
  if (!simulation.options.check) return {};
  RaceHistory& history = *simulation.race_history;
  if (history.now > kLastEpoch) {
    clear_shadow_memory();
    history.now = 0;
  }
  simulation.race_sites->make_room();
  running.race_site_keys = simulation.race_sites->keys();
  forget_access_sets();
  forget_reported_races();
  forget_volatile_data();
  history.thread_clocks.clear();
  history.warp_epochs.clear();
  start_history();
  return Events(Event::launch_ended, Event::block_started, Event::before_switch, Event::barrier_completed,
                Event::grid_barrier_completed, Event::warp_synced, Event::fenced);
}

void RaceListener::block_started(Block& block) {
  block.watched = !simulation.options.watch_some_blocks || is_watched(block.index, simulation.launch->grid);
  forget_thread_clocks(block);
  for (Warp& warp : block.warps) {
    warp.synced = 0;
    simulation.race_history->warp_epochs.give(std::exchange(warp.synced_in_parts, nullptr));
  }
  new_epoch(block);
  begin_interval(block);
}

void RaceListener::barrier_completed(Block& block) {
  if (block.has_thread_clocks) {
    Fences fences(block);
    for (const Thread& t : block.threads) {
      if (!t.clock) continue;
      block.clock = join(join(block.clock, t.clock->acquired), t.clock->seen_by_atomics);
      block.seen = join(join(block.seen, t.clock->seen), t.clock->seen_in_block);
      block.seen_fences = join(block.seen_fences, t.clock->seen_fences);
      fences.add(*t.clock);
    }
    block.fences = join(block.fences, fences.all());
  }
  advance(block);
  begin_interval(block);
  refresh_running();
}

void RaceListener::grid_barrier_completed() {
  forget_history();
  for (const auto& block : simulation.scheduler->resident()) begin_interval(*block);
  refresh_running();
}

void RaceListener::warp_synced(Warp& warp, unsigned mask, unsigned group, Site) {
  Block& block = *warp.first->block;
  advance(block);
  // What a lane did before it exited is ordered, too, if the mask names it.
  const std::size_t lanes = block.threads.size() - warp.first->rank;
  const unsigned existing = lanes < 32 ? (1u << lanes) - 1 : ~0u;
  if ((mask & existing) == existing)
    warp.synced = block.epoch;
  else
    sync_parts(warp, mask & existing, block.epoch);
  if (!block.has_thread_clocks) return;
  ThreadClock all;
  Fences fences(block);
  for (unsigned left = group; left != 0; left &= left - 1)
    if (ThreadClock* const clock = warp.lane(unsigned(std::countr_zero(left))).clock) {
      all.acquired = join(all.acquired, clock->acquired);
      all.seen = join(all.seen, clock->seen);
      all.seen_in_block = join(all.seen_in_block, clock->seen_in_block);
      all.seen_fences = join(all.seen_fences, clock->seen_fences);
      fences.add(*clock);
    }
  all.fences = fences.all();
  if (!all.acquired && !all.seen && !all.seen_in_block && !all.fences && !all.seen_fences) return;
  for (unsigned left = group; left != 0; left &= left - 1) {
    ThreadClock& clock = clock_of(warp.lane(unsigned(std::countr_zero(left))));
    clock.acquired = all.acquired;
    clock.seen = all.seen;
    clock.seen_in_block = all.seen_in_block;
    clock.fences = all.fences;
    clock.seen_fences = all.seen_fences;
  }
}

// ---- Fences --------------------------------------------------------------------------------

void RaceListener::fenced(Scope scope, FenceOrder order) {
  Thread& me = *running.thread;
  ThreadClock& clock = clock_of(me);
  clock.acquired = join(clock.acquired, clock.seen_in_block);
  const bool is_sequential = scope != Scope::block && order == FenceOrder::sequential;
  if (scope != Scope::block) clock.acquired = join(join(clock.acquired, clock.seen), me.block->seen);
  if (is_sequential) clock.acquired = join(join(clock.acquired, clock.seen_fences), me.block->seen_fences);
  advance(*me.block);
  if (!me.clock) return;  // history was forgotten
  clock.released_in_block = {true, join(clock.acquired, me.block->clock), clock_of_own_block(me), nullptr};
  if (scope == Scope::block) return;
  if (clock.released.is_sequential && !is_sequential)  // the next barrier still needs it
    clock.fences = join(clock.fences, whole_release(clock.released, me.block->number));
  clock.released = clock.released_in_block;
  clock.released.is_sequential = is_sequential;
}

}  // namespace

Listener& race_detector() {
  static RaceListener listener;
  return listener;
}

}  // namespace wgsim::core
