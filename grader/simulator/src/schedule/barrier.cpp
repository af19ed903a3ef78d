// __syncthreads and its reductions, and the grid-wide barrier of cooperative launches.
//
// A block's barrier completes when all threads that have not exited have arrived. CUDA demands that all of
// them come to the same call: two different calls in one barrier are an error, even where a GPU would let it
// pass.

#include <utility>

#include "report/findings.hpp"
#include "schedule/end_kernel.hpp"
#include "schedule/switch_thread.hpp"
#include "state/simulation.hpp"
#include "wgsim/abi.h"

namespace wgsim {

using namespace core;

namespace {

/// Compares names of files by their text: one file may have several copies of its name.
bool is_same(Site a, Site b) {
  return a.line == b.line && (a.file == b.file || std::string_view(a.file) == b.file);
}

/// Today's GPUs let the others go on, but CUDA's guide asks that all threads of a block come to the barrier.
void look_for_exited_threads(const Block& block) {
  const std::size_t exited = block.threads.size() - block.live;
  const Problem problem = simulation.options.strict_barriers ? Problem::exited_before_strict_barrier
                                                             : Problem::exited_before_barrier;
  if (exited == 0 || !simulation.options.check || already_found(kind_of(problem), block.barrier_site)) return;
  // Perhaps the thread that runs has just ended: a thread that waits is named.
  Thread* const self = std::exchange(running.thread, const_cast<Thread*>(block.first_arrived));
  report(problem, {{"exited", exited}, {"threads", block.threads.size()}}, block.barrier_site);
  running.thread = self;
}

void complete_barrier(Block& block) {
  look_for_exited_threads(block);
  switch (block.reduction) {
    case BarrierReduction::count: block.barrier_result = int(block.predicates_true); break;
    case BarrierReduction::logical_and: block.barrier_result = block.predicates_true == block.arrived; break;
    case BarrierReduction::logical_or: block.barrier_result = block.predicates_true != 0; break;
  }
  block.arrived = block.predicates_true = 0;
  block.last_barrier = block.barrier_site;
  for (Listener* const listener : listeners_of(Event::barrier_completed)) listener->barrier_completed(block);
  ++block.barriers;
  for (Thread* t : block.order)
    if (t->wait == Wait::block_barrier) simulation.scheduler->make_ready(*t);
  simulation.scheduler->progress();
}

[[noreturn]] void end_divergent(const Thread& first, Site site) {
  end_kernel(Problem::different_barriers,
             {{"place", short_place(site)}, {"other_place", short_place(first.site)}}, site,
             cudaErrorLaunchFailure, OtherParty{first.site, &first});
}

void arrive(BarrierReduction reduction, bool predicate, Site site) {
  const InLibrary in_library;
  Thread& self = *running.thread;
  Block& block = *self.block;
  if (block.arrived == 0) {
    block.first_arrived = &self;
    block.barrier_site = site;
    block.reduction = reduction;
  } else if (!is_same(block.barrier_site, site)) {
    end_divergent(*block.first_arrived, site);
  }
  self.site = site;
  self.wait = Wait::block_barrier;
  block.predicates_true += predicate ? 1 : 0;
  if (++block.arrived == block.live) complete_barrier(block);
  simulation.scheduler->wait();
}

void complete_grid_barrier_if_all_arrived() {
  unsigned live = 0;
  for (const auto& block : simulation.scheduler->resident()) live += block->live;
  if (simulation.scheduler->at_grid_barrier == 0 || simulation.scheduler->at_grid_barrier < live) return;
  simulation.scheduler->at_grid_barrier = 0;
  for (Listener* const listener : listeners_of(Event::grid_barrier_completed))
    listener->grid_barrier_completed();
  for (const auto& block : simulation.scheduler->resident()) {
    ++block->barriers;
    for (Thread* t : block->order)
      if (t->wait == Wait::grid_barrier) simulation.scheduler->make_ready(*t);
  }
  simulation.scheduler->progress();
}

}  // namespace

void core::settle_barriers(Block& block) {
  if (block.arrived != 0 && block.arrived == block.live) complete_barrier(block);
  if (simulation.scheduler->at_grid_barrier != 0) complete_grid_barrier_if_all_arrived();
}

void barrier(Site site) {
  Thread& self = *running.thread;
  Block& block = *self.block;
  const Site others = block.barrier_site;
  const bool neither_first_nor_last = block.arrived != 0 && block.arrived + 1 != block.live;
  const bool at_their_place = site.line == others.line && site.file == others.file;
  if (neither_first_nor_last && at_their_place && Scheduler::can_switch_to_first_waiting(self)) [[likely]] {
    ++block.arrived;
    self.site = site;
    self.wait = Wait::block_barrier;
    Scheduler::wait_and_return(self);
  } else {
    arrive(BarrierReduction::count, false, site);
  }
}

int barrier_reduce(BarrierReduction kind, int predicate, Site site) {
  const Block& block = *running.thread->block;
  arrive(kind, predicate != 0, site);
  return block.barrier_result;
}

void grid_barrier(Site site) {
  const InLibrary in_library;
  Thread& self = *running.thread;
  if (!simulation.launch->cooperative)
    end_kernel(Problem::grid_sync_without_cooperation, {}, site, cudaErrorLaunchFailure);
  self.site = site;
  self.wait = Wait::grid_barrier;
  ++simulation.scheduler->at_grid_barrier;
  complete_grid_barrier_if_all_arrived();
  simulation.scheduler->wait();
}

}  // namespace wgsim
