// Checks one memory access of user code: the hooks call it before the access happens. The common cases are
// inline and cost a handful of instructions. Everything else, findings included, is in access.cpp.
//
// A wrong address ends the kernel before the memory is touched. A read of memory that nobody wrote is
// recorded, and the kernel goes on. A plain read of which only some bytes were never written is no finding: a
// struct is often copied together with its padding.
//
// Every access of every thread passes through `check` or `check_range`. So what has to see them all (the
// race detector, the counters of traffic) is called from there.
#pragma once

#include <cstdint>

#include "grid/grid.hpp"
#include "memory/allocations.hpp"
#include "memory/bits.hpp"
#include "memory/shared_memory.hpp"
#include "program/device_variables.hpp"
#include "race/detector.hpp"
#include "report/findings.hpp"
#include "state/simulation.hpp"
#include "state/space.hpp"

namespace wgsim::core {

/// The full check, for accesses about which `check` can't decide. `aligned`: the address must be a multiple
/// of the size.
void check_slowly(std::uintptr_t address, std::size_t size, Access access, AccessKind kind, bool aligned,
                  const Where& where);
/// A block copy of any length and alignment; return_address is that of the hook.
void check_range(std::uintptr_t address, std::size_t size, Access access, const void* return_address);
void check_host(std::uintptr_t address, std::size_t size, Access access, const Where& where);

/// Checks a read of the text and of its final zero, but of `most` bytes only. Returns its length, at most
/// `most`. return_address is that of the hook.
std::size_t check_text(const char* text, const void* return_address, std::size_t most = SIZE_MAX);

/// Are any of these bytes in the frames of who calls host code that is graded (wgsim::lock_device_memory)?
inline bool is_in_callers_stack(std::uintptr_t begin, std::size_t bytes) {
  return begin < simulation.callers_stack_end && begin + bytes > simulation.callers_stack_begin;
}

/// True if the access is surely right. Then any race of it has been reported, and a write has set its
/// written bits.
template <Access access, AccessKind kind, class Place>
[[gnu::always_inline]] inline bool is_plainly_right(std::uintptr_t address, unsigned size, Place place) {
  std::uintptr_t offset = address - running.shared_base;
  if (offset < kArenaBytes) {
    if (reads(access) && !bits::all(running.shared_written, offset, size)) return false;
    if (access == Access::write) {
      if (!bits::all(running.shared_valid, offset, size)) return false;
      bits::set(running.shared_written, offset, size);
    }
    check_race(*running.shared_shadow, offset, size, writes(access), true, kind, place);
    return true;
  }
  if (is_on_own_stack(address)) return true;
  if (!space.contains(address)) return false;
  Slot& slot = space.slots[space.slot_of(address)];
  offset = address - slot.start;
  if (offset >= slot.size || slot.size - offset < size) return false;
  if (writes(access) && slot.watches_writes) return false;
  if (slot.written != nullptr) {
    if (reads(access) && !bits::all(slot.written, offset, size)) return false;
    if (writes(access)) bits::set(slot.written, offset, size);
  }
  check_race(slot.shadow, offset, size, writes(access), false, kind, place);
  return true;
}

/// False if a byte of device or shared memory was never written. Any address will do.
inline bool is_written(std::uintptr_t address, unsigned size) {
  const std::uintptr_t offset = address - running.shared_base;
  if (offset < kArenaBytes) return bits::all(running.shared_written, offset, size);
  return first_unwritten(reinterpret_cast<const void*>(address), size) < 0;
}

template <Access access, bool aligned, AccessKind kind, class Place>
[[gnu::noinline, gnu::cold]] void check_slowly_at(std::uintptr_t address, unsigned size, Place place) {
  check_slowly(address, size, access, kind, aligned, Where(place));
}

template <Access access, bool aligned, AccessKind kind, class Place>
[[gnu::always_inline]] inline void check_in_kernel(std::uintptr_t address, unsigned size, Place place) {
  const bool misaligned = aligned && (address & (size - 1)) != 0;
  if (misaligned || !is_plainly_right<access, kind>(address, size, place)) [[unlikely]]
    check_slowly_at<access, aligned, kind>(address, size, place);
}

template <Access access, bool aligned, AccessKind kind, class Place>
[[gnu::noinline]] void tell_and_check(std::uintptr_t address, unsigned size, Place place) {
  const Listeners& listeners = simulation.listeners;
  if (kind != AccessKind::plain)
    listeners.synchronizing_access.tell(address, size, access, Where(place));
  else
    (aligned ? listeners.access : listeners.copy).tell(address, size, access, Where(place));
  if (running.check) check_in_kernel<access, aligned, kind>(address, size, place);
  listeners.access_checked.tell(address, size, access, Where(place));
}

template <Access access, class Place>
[[gnu::noinline, gnu::cold]] void check_host_at(std::uintptr_t address, unsigned size, Place place) {
  if (space.contains(address) || program_variables.contains(address) || is_in_callers_stack(address, size))
    check_host(address, size, access, Where(place));
}

/// size: 1, 2, 4, 8 or 16.
/// place: the return address of the hook, or a Site.
template <Access access, bool aligned = true, AccessKind kind = AccessKind::plain, class Place>
[[gnu::always_inline]] inline void check(std::uintptr_t address, unsigned size, Place place) {
  if (!running.user) {
    if (running.thread == nullptr) check_host_at<access>(address, size, place);
  } else if (running.each_access) {
    tell_and_check<access, aligned, kind>(address, size, place);
  } else if (running.check) {
    check_in_kernel<access, aligned, kind>(address, size, place);
  }
}

}  // namespace wgsim::core
