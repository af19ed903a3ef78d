// Counting by warp: what the hooks and the scheduler tell of a kernel that is counted (Options::count).
//
// On a GPU the lanes of a warp that are at the same place execute one instruction together. Here threads run
// one after the other, so who would have been together is found afterwards, by position: two lanes meet if
// they come by the same calls, in the same iterations of the same loops, to the same instruction. (The
// rewriter tells of loops and branches, the compiler's hooks of calls.) Neither the order in which threads
// ran nor the code's layout matters, and so it is the same with each compiler.
//
//   count.cpp     positions
//   warp_log.cpp  the log of what each warp issued
//   traffic.cpp   what one warp instruction costs: sectors, bank conflicts, contention
//   totals.cpp    sums by kernel and by line of the source
#pragma once

#include <cstddef>
#include <cstdint>

#include "memory/access_kind.hpp"
#include "report/findings.hpp"
#include "schedule/grid.hpp"
#include "wgsim/simulator.hpp"

namespace wgsim::core {

// Only while running.count.
void count_access(std::uintptr_t address, std::size_t size, Access access, const Where& where);
void count_copy(std::uintptr_t address, std::size_t size, Access access, const Where& where);
void count_call(const void* return_address);
void count_return();
void count_barrier(Block& block);
void count_exit(Thread& thread);
void count_end_of_grid();

}  // namespace wgsim::core
