// The switch from a thread that waits at a barrier to the next thread: the part of the scheduler that runs
// at each barrier of each thread. Most often the first waiting thread of the same block runs next, and there
// is nothing to decide. That case is inline here and costs about fifty instructions.
#pragma once

#include "memory/shared_memory.hpp"
#include "schedule/builtin_variables.hpp"
#include "schedule/scheduler.hpp"
#include "state/simulation.hpp"

namespace wgsim::core {

/// Must be followed by the switch to the thread, which goes on in user code, or in a library function that
/// sets running.user to false at once.
[[gnu::always_inline]] inline void Scheduler::set_running(Thread* thread) {
  running.user = true;
  Block& block = *thread->block;
  running.thread = thread;
  running.stamp = Stamp::of(block.epoch, thread->rank);
  running.block_ordered_before = block.ordered_before;
  builtin_thread_idx = thread->index;
  if (running.block == &block) return;
  running.block = &block;
  builtin_block_idx = block.index;
  running.watched = block.watched;
  running.shared_base = block.arena->base();
  running.shared_written = block.arena->written();
  running.shared_shadow = block.arena->shadow();
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

[[gnu::always_inline]] inline bool Scheduler::can_switch_to_first_waiting(const Thread& self) {
  return running.turns_until_others != 0 && !self.block->ready.empty() && self.warp->asking == 0 &&
         running.unfinished == 0;
}

[[gnu::always_inline]] inline void Scheduler::wait_and_return(Thread& self) {
  --running.turns_until_others;
  self.spinning = false;
  Thread* t = take_first(self.block->ready);
  set_running(t);
  switch_context_and_return(self.context, t->context);
}

}  // namespace wgsim::core
