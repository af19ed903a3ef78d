// The address space of the simulated device: one large reservation, cut into 4096 equal slots. A subtraction
// and a shift tell which slot an address is in.
//
//   slot 0   shared memory: one arena for each resident block, from the middle of the slot on
//   slot 1   stacks of the fibers, that is, local memory
//   others   one allocation each, in the middle of its slot
//
// A slot has 16 GiB. So a wrong `int` index into 4-byte elements can never reach another allocation: it
// lands in the gap of its own slot, and the message can name the array. Pages in gaps are never mapped.
#pragma once

#include <cstddef>
#include <cstdint>

#include "memory/shadow_memory.hpp"

namespace wgsim::core {

inline constexpr unsigned kSlots = 4096;
/// Slots begin at multiples of it.
inline constexpr std::size_t kReservationAlignment = std::size_t(1) << 20;
inline constexpr unsigned kSharedSlot = 0, kStackSlot = 1, kFirstAllocationSlot = 2;

/// What the check of an access needs to know of a slot. The rest is in memory/allocations.hpp.
struct Slot {
  std::uintptr_t start = 0;
  std::size_t size = 0;             ///< 0: nothing here may be touched
  std::uint8_t* written = nullptr;  ///< a bit per byte; nullptr: all of it was written
  bool read_only = false;
  ShadowMemory shadow;
};

struct Space {
  std::uintptr_t base = 0;
  std::size_t size = 0;  ///< 0 until the first use: no address is inside
  unsigned shift = 0;
  Slot slots[kSlots];

  bool contains(std::uintptr_t address) const { return address - base < size; }
  unsigned slot_of(std::uintptr_t address) const { return unsigned((address - base) >> shift); }
  std::uintptr_t slot_base(unsigned slot) const { return base + (std::uintptr_t(slot) << shift); }
  std::size_t slot_bytes() const { return std::size_t(1) << shift; }
};
extern constinit Space space;

/// Makes the reservation if it isn't there yet.
void reserve_space();
/// Turns pages of the reservation into memory (zeros), and back into nothing.
void map_pages(std::uintptr_t begin, std::size_t bytes);
void unmap_pages(std::uintptr_t begin, std::size_t bytes);
/// Makes mapped pages inaccessible until map_pages() is called again; their contents stay.
void lock_pages(std::uintptr_t begin, std::size_t bytes);
std::size_t round_to_pages(std::size_t bytes);

}  // namespace wgsim::core
