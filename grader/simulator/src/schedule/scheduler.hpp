// Decides which thread runs next. One grid runs at a time. A few of its blocks are resident; the others wait
// to be started, in the order that Options asks for.
//
// A thread runs until it must wait or ends. When a thread ends, its fiber goes straight on with the next
// thread that has not started, so a kernel without barriers never switches. A thread that has to wait picks
// the next thread itself and switches to it: there is no central loop in between. Another resident block
// gets the processor only when the current one has nothing to run, or when its thread spins and so may wait
// for another block.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "grid/grid.hpp"
#include "state/simulation.hpp"
#include "wgsim/simulator.hpp"

namespace wgsim::core {

/// Random numbers for orders of threads and blocks: SplitMix64 (Steele, Lea and Flood, Fast splittable
/// pseudorandom number generators, 2014). It is small and quick, since each switch of threads draws one.
struct Random {
  std::uint64_t state = 0;

  std::uint64_t operator()() {
    std::uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// In [0, n), by the high half of a product and without a division (Lemire, Fast random integer generation
  /// in an interval, 2019, without its step against the bias).
  std::uint64_t below(std::uint64_t n) {
    return std::uint64_t((static_cast<unsigned __int128>((*this)()) * n) >> 64);
  }
};

class alignas(64) Scheduler {
 public:
  Scheduler() : fibers_(&Scheduler::fiber_main) {}

  /// Runs a whole grid, or the part of it up to an error that ends its kernel.
  void run(const LaunchConfig& config, void (*thread_main)(void*), void* arguments);
  /// The running thread waits (its `wait` says for what) until somebody calls make_ready.
  void wait();
  /// If the running thread `self` waits now, does the first waiting thread of its block run next, with
  /// nothing else to decide?
  static bool can_switch_to_first_waiting(const Thread& self);
  /// A faster wait() for when can_switch_to_first_waiting() is true. It must be the last thing that a library
  /// function does, and returns straight to user code.
  static void wait_and_return(Thread& self);
  /// The running thread lets all other threads go first.
  void yield();
  void make_ready(Thread& thread) {
    thread.wait = Wait::nothing;
    thread.block->ready.push(&thread);
  }
  /// Ends the grid: no thread of it runs again.
  [[noreturn]] void end_grid();

  const std::vector<std::unique_ptr<Block>>& resident() const { return resident_; }
  std::uint64_t blocks_not_started() const { return block_count_ - blocks_started_; }
  std::uint64_t block_count() const { return block_count_; }
  std::uint64_t blocks_finished() const { return blocks_finished_; }
  /// A random order depends on the seed and on the launches from here on, not on what the process did before:
  /// a call that is repeated in another process runs in the same order.
  void begin_orders() { launches_before_ = simulation.launch_number; }
  /// The block that was the position-th to start.
  uint3 block_at(std::uint64_t position) const;
  /// How many threads can have a stack at the same time.
  std::size_t max_threads() const;
  /// In a random order: sometimes lets other threads go first. A lock that is read and then set, in two
  /// steps, must not pass because no thread ever runs between them.
  void perhaps_yield(bool before_read);
  /// Before an atomic update of this word. While costs are measured, a thread that has also made the last one
  /// lets all others go first. So work that is drawn from a counter is shared out fairly, as by a GPU whose
  /// blocks run side by side.
  void take_turns(std::uintptr_t address);
  /// In a random order: all of these lanes, or some of them, or none.
  unsigned all_or_some(unsigned lanes);
  /// Something happened that a spinning thread may be waiting for.
  void progress() { vain_yields_ = 0; }
  /// The scheduler counts how often in a row threads yield because they saw nothing new. Call this before
  /// such a yield. True if there were so many that no thread can go on.
  bool spun_in_vain();

  unsigned at_grid_barrier = 0;  ///< threads that wait at the barrier of the whole grid

 private:
  static void fiber_main();
  void run_threads();
  Thread* next(bool other_block_first);
  Thread* choose_next(bool other_block_first);
  Thread* next_of_other_block(bool prefer_new);
  static bool can_run(const Block& block);
  bool must_wait(const Block& block) const;
  void find_oldest();
  void plan_nap(Block& block);
  Thread* pop(Block& block);
  Thread* start_next(Block& block);
  static Thread* take_first(ThreadQueue& queue);
  Thread* take_from(ThreadQueue& queue);
  bool admit();
  void start_block(Block& block);
  void finish_before_switch();
  void end_thread();
  static void set_running(Thread* thread);
  void enter_fiber(Thread& thread);
  Thread* prepare_next(Thread& self, bool other_block_first);
  void let_others_go_first(bool other_block_first);
  void pause();
  void shuffle(std::vector<Thread*>& threads);

  /// Threads that keep waking each other would run for ever. After so many turns other threads get one.
  static constexpr unsigned kMostInARow = 1u << 16;

  Order order_ = Order::forward;
  FiberPool fibers_;
  Context main_, dead_;
  const void* host_thread_of_fibers_ = nullptr;  ///< the compiled code of a fiber may have addresses of it
  bool ended_ = false;
  void (*thread_main_)(void*) = nullptr;
  void* arguments_ = nullptr;
  LaunchConfig launch_;
  std::vector<std::unique_ptr<Block>> resident_;
  std::size_t current_ = 0;  ///< index into resident_
  std::size_t max_resident_ = 0;
  std::uint64_t block_count_ = 0, blocks_started_ = 0, blocks_finished_ = 0;
  std::uint64_t stride_ = 1, first_ = 0;  ///< of the random order of blocks
  std::uint64_t vain_yields_ = 0;
  std::uint64_t yields_of_others_ = 0;  ///< since the slow block is the oldest
  bool oldest_is_slow_ = false;         ///< Options::oldest_block_is_slow
  const Block* oldest_ = nullptr;  ///< the slow one: of the resident blocks that have not ended; or nullptr
  bool fair_ = false;              ///< Options::fair_turns, or costs are counted
  std::unordered_map<std::uintptr_t, std::uint64_t> last_to_update_;  ///< of each word; see take_turns
  std::uint64_t launches_before_ = 0;                                 ///< the last set_options()
  Random random_;
};

// ---- What the scheduler asks of barriers (barrier.cpp) and of the operations of warps (warp.cpp)
// ------------

/// A thread of the block exited: a barrier that only waited for it is complete.
void settle_barriers(Block& block);
/// A lane exited: a warp operation that only waited for it is complete.
void settle_warp(Warp& warp);
/// A lane waits, spins or exits: __activemask may have its answer.
void settle_active_mask(Warp& warp);
/// Ends the kernel if two lanes of the warp wait for each other in vain.
void end_if_lanes_disagree(Warp& warp);

}  // namespace wgsim::core
