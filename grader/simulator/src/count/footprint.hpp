// Which sectors of global memory a launch touches, and which of its words atomics meet at.
//
// Between launches a cache can keep only as much as it holds, so what a launch touches for the first time
// must come from memory, up to that much. These counts are the basis of bounds on time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "wgsim/simulator.hpp"

namespace wgsim::core {

/// A launch begins.
void begin_footprint();
/// Forgets what launches have touched so far.
void forget_footprints();
/// A thread accesses these bytes of global memory. In the order in which accesses happen.
void add_to_footprint(std::uintptr_t address, std::size_t size, bool reads, bool writes, Counters& counters);
/// A warp has so many atomics at this word of global memory.
void add_atomics_at(std::uintptr_t address, unsigned count, Counters& counters);

}  // namespace wgsim::core
