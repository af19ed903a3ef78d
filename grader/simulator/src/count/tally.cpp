#include "count/tally.hpp"

#include "count/totals.hpp"
#include "grid/grid.hpp"
#include "state/simulation.hpp"

namespace wgsim::core {
namespace {

void add(std::uintptr_t address, std::size_t size) {
  Thread& self = *running.thread;
  const std::uint64_t words = size < 8 ? 1 : size / 4;
  self.accesses += words;
  if (is_global(address) || is_constant(address)) self.global_accesses += words;
}

void tally_access(std::uintptr_t address, std::size_t size, Access, const Where&) { add(address, size); }

/// A thread that waits reads one word again and again, how often depends on the order of threads.
void tally_unless_it_may_wait(std::uintptr_t address, std::size_t size, Access access, const Where&) {
  if (!reads(access)) add(address, size);
}

class TallyListener final : public Listener {
 public:
  Events launch_started(const LaunchConfig& config) override {
    if (!simulation.options.tally || simulation.options.count) return {};
    count_launch(config);
    return Events(Event::launch_ended, Event::block_started, Event::thread_ended);
  }
  void launch_ended() override { add_launch(); }
  void block_started(Block& block) override {
    for (Thread& thread : block.threads) thread.accesses = thread.global_accesses = 0;
  }
  void thread_ended(Thread& thread) override {
    add_thread(
        {.is_idle = thread.accesses == 0, .accesses = thread.global_accesses, .steps = thread.accesses},
        *thread.block);
  }
  FrequentEvents frequent_events() override {
    return {
        .access = &tally_access, .copy = &tally_access, .synchronizing_access = &tally_unless_it_may_wait};
  }
};

}  // namespace

Listener& tally() {
  static TallyListener listener;
  return listener;
}

}  // namespace wgsim::core
