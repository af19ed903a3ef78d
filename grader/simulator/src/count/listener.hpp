// What the counters want to know of a launch.
#pragma once

#include "grid/listener.hpp"

namespace wgsim::core {

/// Listens with Options::count.
Listener& counters();

}  // namespace wgsim::core
