#include "count/listener.hpp"

#include "count/count.hpp"
#include "count/totals.hpp"
#include "grid/simulation.hpp"

namespace wgsim::core {

namespace {

class CountListener final : public Listener {
 public:
  Events launch_started(const LaunchConfig& config) override {
    if (!simulation.options.count) return {};
    count_launch(config);
    return Events(Event::launch_ended, Event::thread_ended, Event::barrier_completed, Event::called,
                  Event::access_begun);
  }
  void launch_ended() override { count_end_of_grid(); }
  void thread_ended(Thread& thread) override { count_exit(thread); }
  void barrier_completed(Block& block) override { count_barrier(block); }
  void called(const void* return_address) override {
    if (return_address != nullptr)
      count_call(return_address);
    else
      count_return();
  }
  void access_begun(const MemoryAccess& a) override {
    if (a.kind != AccessKind::plain)
      count_unless_it_waits(a.address, a.size, a.access, a.where);
    else if (a.whole)
      count_access(a.address, a.size, a.access, a.where);
    else
      count_copy(a.address, a.size, a.access, a.where);
  }
};

}  // namespace

Listener& counters() {
  static CountListener listener;
  return listener;
}

}  // namespace wgsim::core
