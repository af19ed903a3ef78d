// Counting by warp, for a kernel that is counted (Options::count).
//
// On a GPU the lanes of a warp that are at the same place execute one instruction together. Here threads run
// one after the other, so which lanes would have been together is found afterwards, by position. Two lanes
// are together if they came by the same calls, in the same iterations of the same loops, to the same
// instruction. (The rewriter marks loops and branches, the compiler's hooks report calls.) Neither the order
// in which threads run nor the layout of the code matters, so the counts are the same with each compiler.
//
//   count.cpp     positions
//   warp_log.cpp  the log of the instructions of each warp
//   traffic.cpp   what one warp instruction costs: sectors, bank conflicts, contention
//   totals.cpp    sums by kernel and by line of the source
#pragma once

#include <cstdint>

#include "grid/grid.hpp"
#include "state/listener.hpp"
#include "state/where.hpp"

namespace wgsim::core {

/// Listens with Options::count.
Listener& counters();

/// Where this lane is now: equal for lanes that are at the same place (see above). While it is counted.
std::uint64_t position_of(const Thread& thread, const Where& where);

}  // namespace wgsim::core
