// The address space of the simulated device: one large reservation, cut into 4096 equal slots. A subtraction
// and a shift tell which slot an address is in.
//
//   slot 0   shared memory: one arena for each resident block, from the middle of the slot on
//   slot 1   stacks of the fibers, that is, local memory
//   slot 2   the heap of kernels (memory/device_heap.hpp)
//   others   one allocation each, in the middle of its slot
//
// A slot has 16 GiB. So a wrong `int` index into 4-byte elements can never reach another allocation: it
// lands in the gap of its own slot, and the message can name the array. Pages in gaps are never mapped.
//
// Under a limit of the address space (ulimit -v) there are fewer and smaller slots, and the stacks take
// several of them, the last ones. A very wrong index is then an address without an array.
#pragma once

#include <cstddef>
#include <cstdint>

#include "state/accesses.hpp"

namespace wgsim::core {

inline constexpr unsigned kMostSlots = 4096;
/// From the heap on they are global memory.
inline constexpr unsigned kSharedSlot = 0, kHeapSlot = 2, kFirstAllocationSlot = 3;

/// What the check of an access needs to know of a slot. The rest is in memory/allocations.hpp.
struct Slot {
  std::uintptr_t start = 0;
  std::size_t size = 0;             ///< 0: nothing here may be touched
  std::uint8_t* written = nullptr;  ///< a bit per byte; nullptr: all of it was written
  bool watches_writes = false;      ///< not all of it may be written: check_slowly tells
  ShadowMemory shadow;
};

struct Space {
  std::uintptr_t base = 0;
  std::size_t size = 0;  ///< 0 until the first use: no address is inside
  unsigned shift = 0;
  unsigned stack_slot = 1, stack_slots = 1;  ///< those of the stacks: the first one, and how many
  std::size_t array_offset = 0;              ///< from the begin of a slot to its allocation
  unsigned end_of_allocations = kMostSlots;  ///< the slot behind the last one for an allocation
  Slot slots[kMostSlots];

  bool contains(std::uintptr_t address) const { return address - base < size; }
  unsigned slot_of(std::uintptr_t address) const { return unsigned((address - base) >> shift); }
  std::uintptr_t slot_base(unsigned slot) const { return base + (std::uintptr_t(slot) << shift); }
  bool is_of_stacks(unsigned slot) const { return slot - stack_slot < stack_slots; }
  std::size_t slot_bytes() const { return std::size_t(1) << shift; }
};

}  // namespace wgsim::core
