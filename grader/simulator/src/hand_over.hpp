// The processor passes from a thread that waits to the next: the part of the scheduler that runs at each
// barrier of each thread, and so is inline. Where the next one waits first in the queue, as in all orders but
// the random one, nothing is decided here.
#pragma once

#include "builtin_variables.hpp"
#include "race.hpp"
#include "scheduler.hpp"

namespace wgsim::core {

/// Must be followed by the switch to the thread. It goes on in user code, or in a library function that says
/// at once that it is one.
[[gnu::always_inline]] inline void Scheduler::set_running(Thread* thread) {
  running.user = true;
  Block& block = *thread->block;
  running.thread = thread;
  running.stamp = Stamp::of(block.epoch, thread->rank);
  running.block_horizon = block.horizon;
  builtin_thread_idx = thread->index;
  if (running.block == &block) return;
  running.block = &block;
  builtin_block_idx = block.index;
  running.shared_base = block.arena->base();
  running.shared_written = block.arena->written();
  running.shared_race = block.arena->race();
}

[[gnu::always_inline]] inline Thread* Scheduler::take_first(ThreadQueue& queue) {
  Thread* t = queue.pop();
  // By now most of what the next ones need has left the first-level cache.
  if (queue.size() > 3) {
    prefetch_stack(queue[0]->context);
    __builtin_prefetch(queue[3]);
  }
  return t;
}

/// nullptr: the grid is done.
[[gnu::always_inline]] inline Thread* Scheduler::next(bool other_block_first) {
  Block& block = *running.thread->block;  // resident_[current_]
  const bool simple = !other_block_first && order_ != Order::random && in_a_row_ < kMostInARow;
  if (!simple || block.ready.empty()) return choose_next(other_block_first);
  ++in_a_row_;
  return take_first(block.ready);
}

/// Who goes on now that `self` waits; all is set for it.
[[gnu::always_inline]] inline Thread* Scheduler::hand_over(Thread& self, bool other_block_first) {
  race_settle_same_value();
  if (self.warp->asking != 0) settle_active_mask(*self.warp);
  Thread* t = next(other_block_first);
  if (t != &self && t->context.stack_pointer == nullptr) enter_fiber(*t);
  set_running(t);
  return t;
}

[[gnu::always_inline]] inline void Scheduler::wait_and_return() {
  Thread& self = *running.thread;
  self.spinning = false;
  if (Thread* t = hand_over(self, false); t != &self) switch_context_and_return(self.context, t->context);
}

}  // namespace wgsim::core
