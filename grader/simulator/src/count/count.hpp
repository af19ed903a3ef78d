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
//   footprint.cpp the sectors that a launch touches, each once
//   totals.cpp    sums by kernel and by line of the source
#pragma once

#include <cstddef>
#include <cstdint>

#include "grid/grid.hpp"
#include "grid/where.hpp"
#include "memory/access_kind.hpp"
#include "wgsim/simulator.hpp"

namespace wgsim::core {

// Call these only while a launch is counted.
void count_access(std::uintptr_t address, std::size_t size, Access access, const Where& where);
/// A volatile or atomic access. A thread that waits reads one word again and again, how often depends on the
/// order of threads. Only the first of these reads is counted, and no iterations between them.
void count_unless_it_waits(std::uintptr_t address, std::size_t size, Access access, const Where& where);
/// Where this lane is now: equal for lanes that are at the same place (see above).
std::uint64_t position_of(const Thread& thread, const Where& where);
void count_copy(std::uintptr_t address, std::size_t size, Access access, const Where& where);
void count_call(const void* return_address);
void count_return();
void count_barrier(Block& block);
void count_exit(Thread& thread);
void count_end_of_grid();

}  // namespace wgsim::core
