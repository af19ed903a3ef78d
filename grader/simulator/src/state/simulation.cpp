#include "state/simulation.hpp"

#include <utility>

namespace wgsim {

namespace core {

constinit SimulationForever simulation_forever;
constinit thread_local Running running;
constinit thread_local HostThread this_host_thread;

void Listeners::add(const FrequentEvents& events) {
  access.add(events.access);
  copy.add(events.copy);
  synchronizing_access.add(events.synchronizing_access);
  access_checked.add(events.access_checked);
  flag_read.add(events.flag_read);
  flag_written.add(events.flag_written);
  called.add(events.called);
  returned.add(events.returned);
}

void Listeners::start_launch(const LaunchConfig& config) {
  *this = {};
  for (Listener* const listener : all_listeners()) {
    const Events wanted = listener->launch_started(config);
    for (unsigned event = 0; event < kEvents; ++event)
      if (ListenerList& list = lists_[event]; wanted.contain(Event(event)))
        list.listeners[list.count++] = listener;
    if (wanted.bits != 0) add(listener->frequent_events());
  }
}

}  // namespace core

const Options& options() { return core::simulation.options; }

HostWork take_host_work() { return std::exchange(core::simulation.host_work, {}); }
void put_host_work(const HostWork& work) { core::simulation.host_work = work; }

}  // namespace wgsim
