// The heap from which malloc and new of kernels take their memory (CUDA's guide: "Dynamic Global Memory
// Allocation and Operations"). It is one slot of the address space, in which blocks lie with gaps between
// them. Blocks are given from the beginning of the slot's memory to its end, and then from the beginning
// again, wherever blocks have been freed. So memory that was freed is used again as late as possible.
//
// Its slot is of its own and its size is known before: what kernels allocate shows the host nothing.
#pragma once

#include <cstddef>
#include <cstdint>

#include "state/where.hpp"

namespace wgsim::core {

struct Allocation;

/// nullptr: it is full.
void* allocate_in_heap(std::size_t bytes, const Where& where);
/// The start of a live block.
void release_in_heap(std::uintptr_t start, const Where& where);
/// The block, live or freed, at or nearest to an address in the slot; nullptr: there is none.
const Allocation* heap_block_near(std::uintptr_t address);
/// cudaLimitMallocHeapSize. False: the heap is in use, and has its size.
bool set_heap_bytes(std::size_t bytes);
void forget_heap();

}  // namespace wgsim::core
