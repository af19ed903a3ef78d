// The check of one memory access of user code: what the hooks call before it happens. The common cases are
// inline and cost a handful of instructions; everything else, findings included, is in access.cpp.
//
// A wrong address ends the kernel before it is touched. A read of memory that nobody wrote is recorded, and
// the kernel goes on. Of an access that is only partly written nothing is said: a struct is often copied
// together with its padding.
//
// Every access of every thread passes through `check` or `check_range`, so what has to see them all (a race
// detector, counters of traffic) belongs there.
#pragma once

#include <cstdint>

#include "bits.hpp"
#include "count.hpp"
#include "device_variables.hpp"
#include "findings.hpp"
#include "grid.hpp"
#include "space.hpp"

namespace wgsim::core {

/// All that `check` does not decide at once. `aligned`: the access must be a multiple of its size.
void check_slowly(std::uintptr_t address, std::size_t size, Access access, bool aligned, const Where& where);
/// A block copy of any length and alignment; return_address is that of the hook.
void check_range(std::uintptr_t address, std::size_t size, Access access, const void* return_address);
void check_host(std::uintptr_t address, std::size_t size, Access access, const Where& where);

/// True if the access is surely right; sets the written bits of a write.
template <Access access>
inline bool is_plainly_right(std::uintptr_t address, unsigned size) {
  if (!space.contains(address)) return false;
  const Slot& slot = space.slots[space.slot_of(address)];
  std::uintptr_t offset = address - slot.start;
  if (offset < slot.size && slot.size - offset >= size) {
    if (writes(access) && slot.read_only) return false;
    if (slot.written == nullptr) return true;
    if (reads(access) && !bits::all(slot.written, offset, size)) return false;
    if (writes(access)) bits::set(slot.written, offset, size);
    return true;
  }
  offset = address - running.shared_base;
  if (offset < kArenaBytes) {
    if (reads(access)) return bits::all(running.shared_written, offset, size);
    if (!bits::all(shared_layout.valid(), offset, size)) return false;
    bits::set(running.shared_written, offset, size);
    return true;
  }
  return address - running.stack_low < kStackBytes;
}

/// size: 1, 2, 4, 8 or 16.
/// place: the return address of the hook, or a Site.
template <Access access, bool aligned = true, class Place>
[[gnu::always_inline]] inline void check(std::uintptr_t address, unsigned size, Place place) {
  if (!running.user) {
    if (running.thread != nullptr) return;
    if (space.contains(address) || program_variables.contains(address))
      check_host(address, size, access, Where(place));
    return;
  }
  if (running.count) [[unlikely]]
    count_access(address, size, access, Where(place));
  if (!running.check) return;
  if (aligned && (address & (size - 1)) != 0) [[unlikely]]
    return check_slowly(address, size, access, aligned, Where(place));
  if (!is_plainly_right<access>(address, size)) [[unlikely]]
    check_slowly(address, size, access, aligned, Where(place));
}

}  // namespace wgsim::core
