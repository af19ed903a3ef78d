// The state that the parts of the simulator share, in one object. What only one part needs is in that part.
// (The few variables that each access needs are in another, `running`. As members of this one they would cost
// the hooks a register.)
#pragma once

#include <cstdint>

#include "grid/listener.hpp"
#include "grid/running.hpp"
#include "memory/shared_memory.hpp"
#include "wgsim/simulator.hpp"

namespace wgsim::core {

struct Simulation {
  Listeners listeners;
  const LaunchConfig* launch = nullptr;  ///< the one that runs; nullptr: host code runs
  std::uint64_t launch_number = 0;       ///< of it or the last one, in this process
  Site last_launch = {};
  HostWork host_work;  ///< since the last take_host_work(); always kept, since it costs next to nothing
  Options options;
};
extern Simulation simulation;

inline const ListenerList& listeners_of(Event event) { return simulation.listeners.of(event); }

/// Make one at the top of each library function that user code calls.
class InLibrary {
 public:
  InLibrary() { running.user = false; }
  ~InLibrary() { running.user = running.thread != nullptr; }
  InLibrary(const InLibrary&) = delete;
};

/// Is the address in the arena of the running block, or nearer to its begin than to the one below?
inline bool is_at_own_shared(std::uintptr_t address) {
  return address - running.shared_base + kArenaBytes / 2 < kArenaBytes / 2 + kArenaBytes;
}

}  // namespace wgsim::core
