// The accesses of the busiest thread and the busiest block (Options::tally), for launches that are too large
// to be counted by warp: of the counters only serial_accesses, block_accesses, global_accesses, and of
// serial_steps the accesses.
#pragma once

#include "state/listener.hpp"

namespace wgsim::core {

Listener& tally();

}  // namespace wgsim::core
