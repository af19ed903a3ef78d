// The scheduler's queues and switches.
#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "memory/shared_memory.hpp"
#include "memory/space.hpp"
#include "schedule/division.hpp"
#include "schedule/end_kernel.hpp"
#include "schedule/residency.hpp"
#include "schedule/switch_thread.hpp"
#include "state/simulation.hpp"
#include "wgsim/simulator.hpp"

namespace wgsim::core {

uint3 builtin_thread_idx = {};
uint3 builtin_block_idx = {};
uint3 builtin_block_dim = {};
uint3 builtin_grid_dim = {};

namespace {

/// When all threads spin this often in a row and find nothing changed, nothing will ever change.
constexpr std::uint64_t kVainYieldsPerThread = 4000;

/// In a random order a thread lets others go first before one in so many of its volatile accesses and
/// atomics.
constexpr std::uint64_t kAccessesPerYield = 8;

/// At most as many stacks as the device has resident threads. (A stack takes two mappings, and Linux gives a
/// process 65,530 by default.)
constexpr std::size_t kMaxStacks = kResidentThreads;

std::uint64_t product(dim3 d) { return std::uint64_t(d.x) * d.y * d.z; }

}  // namespace

// ---- Threads -----------------------------------------------------------------------------------------

inline Thread* Scheduler::start_next(Block& block) {
  Thread* t = block.order[block.next_unstarted++];
  t->context = {};
  t->wait = Wait::nothing;
  t->spinning = false;
  progress();
  return t;
}

Thread* Scheduler::take_from(ThreadQueue& queue) {
  if (running.turns_until_others != 0) --running.turns_until_others;
  if (order_ == Order::random) std::swap(queue[0], queue[unsigned(random_.below(queue.size()))]);
  return queue.pop();
}

/// Threads that waited come first and new ones after them, so that few warps have started and these stay in
/// the cache. Threads that spin come last: they may wait for any of the others.
Thread* Scheduler::pop(Block& block) {
  const bool be_fair = order_ == Order::random ? random_.below(2) == 0 : running.turns_until_others == 0;
  if (!be_fair && !block.ready.empty()) return take_from(block.ready);
  running.turns_until_others = order_ == Order::random ? 0 : kMostInARow;
  if (block.next_unstarted < block.order.size()) return start_next(block);
  if (!block.yielded.empty()) return take_from(block.yielded);
  return block.ready.empty() ? nullptr : take_from(block.ready);
}

/// nullptr: the grid is done.
inline Thread* Scheduler::next(bool other_block_first) {
  Block& block = *running.thread->block;  // resident_[current_]
  if (other_block_first || running.turns_until_others == 0 || block.ready.empty())
    return choose_next(other_block_first);
  --running.turns_until_others;
  return take_first(block.ready);
}

Thread* Scheduler::choose_next(bool other_block_first) {
  // With a slow block many are resident: each of the others runs for as long as it can.
  if (oldest_is_slow_)
    other_block_first = other_block_first || must_wait(*resident_[current_]);
  else if (order_ == Order::random ? random_.below(8) == 0 : running.turns_until_others == 0)
    other_block_first = true;
  if (!other_block_first)
    if (Thread* t = pop(*resident_[current_])) return t;
  return next_of_other_block(other_block_first);
}

Thread* Scheduler::next_of_other_block(bool prefer_new) {
  if (prefer_new && admit()) return pop(*resident_[current_ = resident_.size() - 1]);
  bool alive = false;
  std::size_t waiting = resident_.size();  // a block that must wait: when no other can run, it does
  for (std::size_t i = 1; i <= resident_.size(); ++i) {
    const std::size_t candidate = (current_ + i) % resident_.size();
    Block& block = *resident_[candidate];
    if (block.live == 0 && blocks_not_started() > 0) start_block(block);
    if (must_wait(block) && can_run(block)) {
      if (waiting == resident_.size() || &block == oldest_) waiting = candidate;
    } else if (Thread* t = pop(block)) {
      current_ = candidate;
      return t;
    }
    alive = alive || block.live > 0;
  }
  if (admit()) return pop(*resident_[current_ = resident_.size() - 1]);
  if (waiting != resident_.size()) return pop(*resident_[current_ = waiting]);
  if (alive) end_deadlock();
  return nullptr;
}

void Scheduler::fiber_main() { simulation.scheduler->run_threads(); }

/// What a fiber does: it runs threads from start to end, and rests in the pool whenever another fiber goes
/// on.
void Scheduler::run_threads() {
  for (;;) {
    // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): running.thread is set before a fiber is resumed.
    Fiber* self = running.thread->fiber;
    bool threw = false;
    try {
      thread_main_(arguments_);
    } catch (...) {
      threw = true;
    }
    if (threw) end_kernel(Problem::exception_in_kernel, {}, simulation.launch->site, cudaErrorNotSupported);
    running.user = false;
    end_thread();
    Thread* t = next(false);
    if (t != nullptr && !t->context.stack_pointer) {
      t->fiber = self;
      set_running(t);
      continue;
    }
    fibers_.give(self);
    if (t == nullptr) {
      running.thread = nullptr;
      switch_context(self->context, main_);
    } else {
      set_running(t);
      switch_context_and_return(self->context, t->context);
    }
  }
}

/// Before a switch the listeners finish what they do for the running thread.
inline void Scheduler::finish_before_switch() {
  if (running.unfinished == 0) [[likely]]
    return;
  for (Listener* const listener : listeners_of(Event::before_switch)) listener->before_switch();
}

void Scheduler::end_thread() {
  finish_before_switch();
  Thread& t = *running.thread;
  Block& block = *t.block;
  t.wait = Wait::exited;
  t.warp->live &= ~(1u << t.lane);
  for (Listener* const listener : listeners_of(Event::thread_ended)) listener->thread_ended(t);
  if (--block.live == 0) {
    ++blocks_finished_;
    if (oldest_is_slow_) find_oldest();
  }
  progress();
  if (t.warp->asking != 0) settle_active_mask(*t.warp);
  if (t.warp->waiting != 0) settle_warp(*t.warp);
  settle_barriers(block);
}

/// Gives a thread that has not started a fiber: a parked one, or a new one.
void Scheduler::enter_fiber(Thread& t) {
  t.fiber = fibers_.take();
  t.context = t.fiber->context;
}

/// Chooses the thread that goes on when `self` waits, and prepares all for the switch to it.
Thread* Scheduler::prepare_next(Thread& self, bool other_block_first) {
  finish_before_switch();
  if (self.warp->asking != 0) settle_active_mask(*self.warp);
  Thread* t = next(other_block_first);
  if (t != &self && t->context.stack_pointer == nullptr) enter_fiber(*t);
  set_running(t);
  return t;
}

void Scheduler::wait() {
  Thread& self = *running.thread;
  self.spinning = false;
  if (Thread* t = prepare_next(self, false); t != &self) switch_context(self.context, t->context);
  running.user = false;
}

void Scheduler::let_others_go_first(bool other_block_first) {
  Thread& self = *running.thread;
  self.spinning = true;
  self.spin.accesses = self.spin.unchanged = 0;
  self.block->yielded.push(&self);
  if (Thread* t = prepare_next(self, other_block_first); t != &self) switch_context(self.context, t->context);
  running.user = false;
}

/// The running thread lets others go first, and does not count as one that spins.
void Scheduler::pause() {
  Thread& self = *running.thread;
  const SpinWatch spin = self.spin;
  let_others_go_first(true);
  self.spin = spin;
  self.spinning = false;
}

/// With a slow block the thread's own block comes first, as long as a thread of it can go on: a block whose
/// lanes look back may not have published its own sum yet.
void Scheduler::yield() {
  const Block& block = *running.thread->block;
  const bool can_go_on = !block.ready.empty() || block.next_unstarted < block.order.size();
  const bool own_block_first = oldest_is_slow_ && can_go_on;
  if (!own_block_first) ++yields_of_others_;
  let_others_go_first(!own_block_first);
}

void Scheduler::perhaps_yield(bool before_read) {
  if (order_ != Order::random) return;
  Thread& self = *running.thread;
  if (self.block == oldest_) return;  // it must have its ticket before the others
  Block& block = *self.block;
  if (!before_read) block.has_told = true;
  if (before_read && block.has_told && block.nap_in != 0 && --block.nap_in == 0)
    block.asleep = true;
  else if ((before_read && oldest_is_slow_) || random_.below(kAccessesPerYield) != 0)
    return;  // (with a slow block the others come to where they wait without detours)
  pause();
}

void Scheduler::take_turns(std::uintptr_t address) {
  if (!fair_) return;
  const Thread& self = *running.thread;
  const std::uint64_t me = self.block->number * kMaxBlockThreads + self.rank;
  const auto [last, is_first] = last_to_update_.try_emplace(address, me);
  if (!is_first && last->second == me) pause();
  last_to_update_[address] = me;  // others may have added words
}

unsigned Scheduler::all_or_some(unsigned lanes) {
  return order_ != Order::random || random_.below(2) == 0 ? lanes : lanes & unsigned(random_());
}

bool Scheduler::spun_in_vain() {
  if (++vain_yields_ <= kVainYieldsPerThread) return false;
  std::uint64_t runnable = 1;
  for (const auto& block : resident_) runnable += block->ready.size() + block->yielded.size();
  return vain_yields_ > kVainYieldsPerThread * runnable;
}

std::size_t Scheduler::max_threads() const { return std::min(kMaxStacks, fibers_.capacity()); }

// ---- The grid ----------------------------------------------------------------------------------------

/// Pointers and numbers are arguments; an array in a struct is data that the host gives.
void count_launch(std::size_t argument_bytes) {
  constexpr std::size_t kFree = 128;
  ++simulation.host_work.launches;
  if (argument_bytes > kFree) simulation.host_work.bytes_written += argument_bytes - kFree;
}

void Scheduler::run(const LaunchConfig& config, void (*thread_main)(void*), void* arguments) {
  launch_ = config;
  simulation.launch = &launch_;
  simulation.last_launch = config.site;
  ++simulation.launch_number;
  if (!config.is_child) count_launch(config.argument_bytes);
  thread_main_ = thread_main;
  arguments_ = arguments;
  order_ = simulation.options.order;
  block_count_ = product(config.grid);
  at_grid_barrier = 0;
  blocks_started_ = blocks_finished_ = vain_yields_ = yields_of_others_ = 0;
  oldest_is_slow_ = simulation.options.oldest_block_is_slow && order_ == Order::random;
  oldest_ = nullptr;
  running.turns_until_others = order_ == Order::random ? 0 : kMostInARow;
  random_.state =
      simulation.options.order_seed * 0x9e3779b97f4a7c15u + (simulation.launch_number - launches_before_);
  first_ = random_.below(block_count_);
  do stride_ = random_.below(block_count_) + 1;
  while (std::gcd(stride_, block_count_) != 1);

  fair_ = simulation.options.fair_turns || simulation.options.count;
  last_to_update_.clear();

  reserve_space();
  if (std::exchange(host_thread_of_fibers_, &running) != &running) fibers_.abandon_all();
  simulation.shared_layout->start(config.dynamic_shared_bytes);
  running.shared_valid = simulation.shared_layout->valid();
  const std::uint64_t most_resident = std::max<std::uint64_t>(1, max_threads() / product(config.block));
  const int resident =
      fair_ ? simulation.options.multiprocessors *
                  blocks_per_multiprocessor(int(product(config.block)), config.dynamic_shared_bytes)
            : simulation.options.resident_blocks;
  max_resident_ =
      config.cooperative ? block_count_ : std::min<std::uint64_t>(std::max(1, resident), most_resident);
  running.check = simulation.options.check;
  running.unfinished = 0;
  simulation.listeners.start_launch(config);
  running.each_access = simulation.listeners.want_each_access();
  admit();
  if (config.cooperative || order_ == Order::random)
    while (admit()) {
    }

  builtin_block_dim = config.block;
  builtin_grid_dim = config.grid;
  current_ = 0;
  ended_ = false;
  Thread* first = choose_next(false);
  enter_fiber(*first);
  set_running(first);
  {
    const WatchForDivisions watch;
    switch_context(main_, first->context);
  }
  for (Listener* const listener : listeners_of(Event::launch_ended)) listener->launch_ended();
  running.each_access = false;
  if (ended_) fibers_.abandon_all();
  resident_.clear();
  simulation.launch = nullptr;
}

void Scheduler::end_grid() {
  ended_ = true;
  running.thread = nullptr;
  switch_context(dead_, main_);
  __builtin_unreachable();
}

}  // namespace wgsim::core
