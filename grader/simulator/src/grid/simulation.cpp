#include "grid/simulation.hpp"

#include <utility>

namespace wgsim {

namespace core {

constinit Simulation simulation;

void Listeners::start_launch(const LaunchConfig& config) {
  for (ListenerList& list : lists_) list = {};
  for (Listener* const listener : all_listeners()) {
    const Events wanted = listener->launch_started(config);
    for (unsigned event = 0; event < kEvents; ++event)
      if (ListenerList& list = lists_[event]; wanted.contain(Event(event)))
        list.listeners[list.count++] = listener;
  }
}

}  // namespace core

const Options& options() { return core::simulation.options; }

HostWork take_host_work() { return std::exchange(core::simulation.host_work, {}); }

}  // namespace wgsim
