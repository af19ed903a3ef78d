// What host code does beside launches: a sum that is always kept, since it costs next to nothing.
#pragma once

#include "wgsim/simulator.hpp"

namespace wgsim::core {

extern constinit HostWork host_work;  ///< since the last take_host_work()

}  // namespace wgsim::core
