// Device memory: what was allocated, and which of its bytes were written. The part that the check of an
// access needs is in memory/space.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "state/where.hpp"
#include "wgsim/abi.h"

namespace wgsim::core {

/// New memory holds NaN as float and -1 as int. An allocation larger than this holds zeros: a program that
/// allocates so much uses little of it, and filling it would take real memory.
inline constexpr std::size_t kMostPoisoned = std::size_t(256) << 20;
inline constexpr int kPoison = 0xff;

/// stream_ordered: of cudaMallocAsync, which cudaFree does not wait for. heap: a block of malloc or new in a
/// kernel (memory/device_heap.hpp).
enum class AllocationKind { device, stream_ordered, managed, heap };

struct Allocation {
  enum class State : std::uint8_t { unused, live, freed };
  State state = State::unused;
  AllocationKind kind = AllocationKind::device;
  std::uintptr_t start = 0;
  std::size_t bytes = 0;  ///< kept after it was freed
  Where made = {}, freed = {};
  std::string name = {};
  std::size_t element_size = 0;
  std::uint8_t* written = nullptr;
  /// A bit per byte that the host has copied there. A byte that a kernel writes later has a bit in `written`
  /// too, and no longer counts as the host's. nullptr: the host has copied nothing there.
  std::uint8_t* from_host = nullptr;
  bool leak_reported = false;
  bool empty = false;  ///< an array without elements: what it is made of may not be accessed

  std::size_t usable_bytes() const { return empty ? 0 : bytes; }
};

/// nullptr when the simulated device is full. New memory counts as never written. bytes > 0.
void* allocate(std::size_t bytes, AllocationKind kind, Site site);
/// Makes the memory in which the heap of kernels has its blocks. Returns its start.
std::uintptr_t open_heap_slot(std::size_t bytes);
/// False: not the start of a live allocation.
bool release(void* pointer, Site site);
std::size_t bytes_in_use();
/// How many more allocations there can be at the same time.
std::size_t allocations_left();
/// Frees everything, as in a fresh process.
void forget_allocations();
/// The live allocations without a name that were not among those of an earlier call.
std::vector<const Allocation*> new_leaks();
/// Those that name_allocation has named: a program around the simulator, as the grader is, owns them.
bool has_arrays_of_the_host_program();
/// The allocation whose slot the address is in; of the heap the nearest block. nullptr: another part of
/// memory, or a slot that was never used.
const Allocation* allocation_at(std::uintptr_t address);
/// The same, or that of the slot before: an unsigned index of 2^32 - 1 leads into the next slot.
const Allocation* allocation_meant_by(std::uintptr_t address);

// ---- Pages that are locked while host code runs (schedule/host_code.hpp)
// -----------------------------------

/// Locks the pages of all allocations, or opens them.
void set_allocations(bool lock);

// ---- Where does a pointer point to? ------------------------------------------------------------------

/// Each allocation has its own slot of the address space, so small and large index errors land in gaps.
enum class Region {
  device,       ///< a live cudaMalloc allocation (in bounds)
  device_heap,  ///< of malloc or new in a kernel (in bounds)
  device_gap,   ///< inside a slot, outside its allocation
  device_freed,
  device_variable,    ///< __device__
  constant_variable,  ///< __constant__
  managed,            ///< cudaMallocManaged: host and device
  host,               ///< anything else
};
struct Classified {
  Region region = Region::host;
  void* base = nullptr;     ///< of the allocation or variable
  std::size_t size = 0;     ///< of the allocation or variable
  std::int64_t offset = 0;  ///< from base; negative: before it
};
Classified classify(const void* pointer);
/// True if [pointer, pointer + bytes) lies inside one allocation, device variable or managed range.
bool is_device_range(const void* pointer, std::size_t bytes);

// ---- What was written --------------------------------------------------------------------------------

void mark_written(const void* pointer, std::size_t bytes);
/// By a copy from the host. If that is watched, it is remembered until something on the device writes there.
void mark_from_host(const void* pointer, std::size_t bytes);
void mark_unwritten(const void* pointer, std::size_t bytes);
/// Is the whole range something that the host has copied there?
bool is_from_host(const void* pointer, std::size_t bytes);
/// Copies what is known of each byte (unwritten, written, from the host), when one range of device memory is
/// copied to another.
void copy_written_state(void* to, const void* from, std::size_t bytes);
/// Offset of the first never-written byte of the range, or -1.
std::int64_t first_unwritten(const void* pointer, std::size_t bytes);
bool is_unwritten(const void* pointer, std::size_t bytes);  ///< all of it

/// The first bytes of a range that nobody wrote and that are no padding of a struct: 8 or more side by side
/// (padding has at most 7), all of the range, or the end of a large one that is written up to there.
struct UnwrittenPiece {
  std::size_t offset = 0, bytes = 0;  ///< 0 bytes: there are none
};
UnwrittenPiece unwritten_piece(const void* pointer, std::size_t bytes);

}  // namespace wgsim::core
