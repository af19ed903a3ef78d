// The uncommon half of the check of an access: says in words what is wrong with an address, and ends the
// kernel or lets it go on.
#include "check/access.hpp"

#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

#include "check/async_copies.hpp"
#include "check/awaited_arrays.hpp"
#include "memory/allocations.hpp"
#include "memory/shadow_memory.hpp"
#include "program/const_data.hpp"
#include "program/device_variables.hpp"
#include "report/describe.hpp"
#include "report/findings.hpp"
#include "schedule/end_kernel.hpp"
#include "schedule/host_turn.hpp"
#include "state/simulation.hpp"

namespace wgsim::core {

namespace {

struct Attempt {
  std::uintptr_t address;
  std::size_t size;
  Access access;
  AccessKind kind;
  const Where& where;

  const void* pointer() const { return reinterpret_cast<const void*>(address); }
  std::string verb() const {
    switch (access) {
      case Access::read: return "reads ";
      case Access::write: return "writes ";
      case Access::read_write: return "atomically updates ";
    }
    return "";
  }
  /// "The kernel writes 4 bytes at out[1024], outside out[0..1024)"
  std::string sentence(const char* subject = "The kernel ") const {
    return subject + verb() + counted(size, "byte") + " at " + describe_address(pointer());
  }
};

// ---- Wrong addresses ---------------------------------------------------------------------------------

[[noreturn]] void end_out_of_bounds(const Attempt& a, std::string remedy) {
  end_kernel(FindingKind::out_of_bounds, a.sentence() + ".", std::move(remedy), a.where,
             cudaErrorIllegalAddress);
}

[[noreturn]] void end_misaligned(const Attempt& a) {
  end_kernel(FindingKind::misaligned,
             a.sentence() + ", which is not a multiple of " + std::to_string(a.size) +
                 " bytes: a GPU can't access it in one piece.",
             "Vector accesses (int2, float4, …) need an address that is a multiple of their size: check the "
             "cast and the offset.",
             a.where, cudaErrorMisalignedAddress);
}

constexpr const char* kWildIndex =
    "Check the index: was it never set, is it below 0 (an unsigned number then becomes huge, 2^32 - 1 for "
    "example), or was it made from a NaN? If it is right, check the pointer.";

/// Is the index the thread's own number, as in x[i], or that plus a multiple of the number of threads, as in
/// a grid-stride loop? For a grid with rows and columns this can't be told.
bool is_own_number(std::int64_t index) {
  const LaunchConfig& launch = *simulation.launch;
  if (launch.block.y * launch.block.z * launch.grid.y * launch.grid.z > 1) return true;
  const Thread& thread = *running.thread;
  const std::int64_t number = std::int64_t(thread.block->index.x) * launch.block.x + thread.index.x;
  return index % (std::int64_t(launch.grid.x) * launch.block.x) == number;
}

[[noreturn]] void end_outside(const Attempt& a, const Allocation* allocation) {
  if (allocation == nullptr) end_out_of_bounds(a, kWildIndex);
  if (allocation->state == Allocation::State::freed)
    end_out_of_bounds(
        a, allocation->kind == AllocationKind::stream_ordered
               ? "Free memory only after the last kernel that uses it: cudaFreeAsync(pointer, stream) "
                 "comes after the work in its stream; cudaFree waits for none here."
               : "Free memory only after the last kernel that uses it.");
  const std::int64_t index =
      (std::int64_t(a.address) - std::int64_t(allocation->start)) / std::int64_t(a.size);
  constexpr std::int64_t wild = std::int64_t(1) << 31;
  if (index <= -wild || index >= wild - 1) end_out_of_bounds(a, kWildIndex);
  if (a.address < allocation->start)
    end_out_of_bounds(
        a,
        "The index is below 0: the first elements have no neighbour to their left. Ask whether there "
        "is one, as in i >= stride, before in[i - stride] is read.");
  const std::string compare = "Compare the index with the number of elements before the access";
  end_out_of_bounds(a, is_own_number(index)
                           ? compare + ": the last block often has more threads than there are elements left."
                           : compare +
                                 ". It is not the number of the thread, so look at what it is computed from: "
                                 "a neighbour (i + 1), a stride, a destination (from a scan or a key).");
}

/// Does the process have memory at this address? A pointer plus a wrong index often leads to where there is
/// none.
bool is_mapped(std::uintptr_t address) {
  static const auto page = std::uintptr_t(sysconf(_SC_PAGESIZE));
  unsigned char resident;
  return mincore(reinterpret_cast<void*>(address / page * page), 1, &resident) == 0;
}

[[noreturn]] void end_host_pointer(const Attempt& a) {
  if (!is_mapped(a.address))
    end_kernel(FindingKind::out_of_bounds,
               "The kernel " + a.verb() + counted(a.size, "byte") +
                   " far outside of all arrays, where there is no memory.",
               kWildIndex, a.where, cudaErrorIllegalAddress);
  end_kernel(FindingKind::host_device_mixup, a.sentence() + ": memory of the host, which a GPU can't see.",
             "Pass a pointer from cudaMalloc, and copy the data with cudaMemcpy; pass single values as "
             "parameters of the kernel.",
             a.where, cudaErrorIllegalAddress);
}

[[noreturn]] void end_wrong_shared(const Attempt& a) {
  const SharedVariable& v = simulation.shared_layout->nearest(std::int64_t(a.address - running.shared_base));
  if (v.key == nullptr && v.bytes == 0)
    end_out_of_bounds(a,
                      "The launch gave no dynamic shared memory: pass its size in bytes as the third launch "
                      "parameter, kernel<<<grid, block, bytes>>>.");
  end_out_of_bounds(a, v.key == nullptr
                           ? "Check the index, and the number of bytes in the third launch parameter."
                           : "Check the index against the size of the shared array.");
}

// ---- Right addresses, wrong use ----------------------------------------------------------------------

void found_unwritten(const Attempt& a) {
  if (already_found(FindingKind::uninitialized_read, a.where)) return;
  const bool shared = a.address - running.shared_base < kArenaBytes;
  if (!shared && found_awaited(a.address, a.sentence(), a.where)) return;
  report(FindingKind::uninitialized_read, a.sentence() + ", which nobody wrote before.",
         shared
             ? "Shared memory starts with arbitrary values in each block: write every element before it is "
               "read, and mind the last, partly filled block."
             : "Memory from cudaMalloc starts with arbitrary values: write every element first, for example "
               "with cudaMemset. If another kernel or a copy should have written it: was that before this "
               "launch, "
               "and on the same stream?",
         a.where);
}

void found_read_only(const Attempt& a) {
  if (already_found(FindingKind::out_of_bounds, a.where)) return;
  report(FindingKind::out_of_bounds, a.sentence() + ", an input of the task.",
         "Inputs are const: write to the outputs, or to memory of your own.", a.where);
}

/// Long accesses (struct copies, memcpy) are checked in pieces of 16 bytes: a piece is unwritten if all of
/// its bytes are, so padding is no finding.
bool some_piece_unwritten(const Attempt& a, const std::uint8_t* bits, std::size_t offset) {
  const auto is_unwritten = [&](std::size_t at, unsigned size) {
    return bits::none(bits, offset + at, size) &&
           !is_from_host(static_cast<const char*>(a.pointer()) + at, size);
  };
  if (a.size <= 16) return is_unwritten(0, unsigned(a.size));
  for (std::size_t i = 0; i + 16 <= a.size; i += 16)
    if (is_unwritten(i, 16)) return true;
  return false;
}

void use(const Attempt& a, std::uint8_t* written, ShadowMemory& shadow, std::size_t offset) {
  const bool shared = &shadow == running.shared_shadow;
  if (shared && reads(a.access) && bits::find(written, offset, a.size, false) >= 0 &&
      found_copy_under_way(a.address, a.size, a.where))
    return;
  check_race_range(shadow, offset, a.size, writes(a.access), shared, a.kind, a.where);
  if (written == nullptr) return;
  if (reads(a.access) && some_piece_unwritten(a, written, offset)) found_unwritten(a);
  if (writes(a.access)) bits::fill(written, offset, a.size, true);
}

void check_allocation(const Attempt& a) {
  Slot& slot = space.slots[space.slot_of(a.address)];
  const std::uintptr_t offset = a.address - slot.start;
  if (slot.size == 0 || offset >= slot.size || slot.size - offset < a.size)
    end_outside(a, allocation_meant_by(a.address));
  if (writes(a.access) && slot.read_only) found_read_only(a);
  use(a, slot.written, slot.shadow, offset);
}

void check_shared(const Attempt& a) {
  const std::size_t offset = a.address - running.shared_base;
  if (bits::find(simulation.shared_layout->valid(), offset, a.size, false) >= 0) end_wrong_shared(a);
  use(a, running.shared_written, *running.shared_shadow, offset);
}

void check_variable(const Attempt& a, const Variable& v) {
  // Bytes without a name are a gap between variables, unless the program was stripped and has no names at
  // all.
  const Section& section = v.constant ? constant_section() : device_section();
  const bool gap = v.name.empty() && v.start != section.begin;
  if (gap || a.address + a.size > v.start + v.bytes) {
    Variable inside = v;
    if (const Variable* before = gap ? device_variable_at(v.start - 1) : nullptr) inside = *before;
    end_out_of_bounds(a, "It lies past the end of " + inside.name + " (" + counted(inside.bytes, "byte") +
                             "): check the index.");
  }
  if (v.constant && writes(a.access))
    end_kernel(FindingKind::out_of_bounds, a.sentence() + ": constant memory can't be written by a kernel.",
               "Write it from the host with cudaMemcpyToSymbol, or make it a __device__ variable.", a.where,
               cudaErrorIllegalAddress);
  if (v.constant) return;
  ShadowMemory& shadow = simulation.shadow_of_variables;
  if (shadow.cells == nullptr) shadow = make_shadow_memory(section.begin, section.end - section.begin);
  use(a, nullptr, shadow, a.address - section.begin);
  if (writes(a.access)) mark_written(a.pointer(), a.size);
}

}  // namespace

void check_slowly(std::uintptr_t address, std::size_t size, Access access, AccessKind kind, bool aligned,
                  const Where& where) {
  const InLibrary in_library;
  const Attempt attempt{address, size, access, kind, where};
  if (aligned && address % size != 0 && space.contains(address)) end_misaligned(attempt);
  if (!space.contains(address)) {
    if (const Variable* v = device_variable_at(address)) return check_variable(attempt, *v);
    if (access == Access::read && is_const_data(address)) return;
    if (address < 4096)
      end_out_of_bounds(attempt,
                        "Check that the pointer was allocated (did cudaMalloc succeed?) and passed in "
                        "the right order.");
    end_host_pointer(attempt);
  }
  if (address - running.shared_base < kArenaBytes) return check_shared(attempt);
  if (is_on_own_stack(address)) return;
  const unsigned slot = space.slot_of(address);
  if (slot == kSharedSlot && is_at_own_shared(address)) end_wrong_shared(attempt);
  if (slot == kSharedSlot)
    end_out_of_bounds(attempt,
                      "Check the index: it leads far out of this block's shared arrays. If it is meant: each "
                      "block sees only its own __shared__ memory, so exchange data between blocks through "
                      "global memory.");
  if (slot == kStackSlot)
    end_out_of_bounds(attempt,
                      "Local variables belong to one thread: exchange data through shared memory or "
                      "shuffles.");
  check_allocation(attempt);
}

void check_range(std::uintptr_t address, std::size_t size, Access access, const void* return_address) {
  if (size == 0) return;
  if (running.user) {
    const Where where(return_address);
    simulation.listeners.copy.tell(address, size, access, where);
    if (running.check) check_slowly(address, size, access, AccessKind::plain, false, where);
    simulation.listeners.access_checked.tell(address, size, access, where);
  } else if (running.thread != nullptr) {
    return;
  } else if (space.contains(address) || program_variables.contains(address) ||
             is_in_callers_stack(address, size)) {
    check_host(address, size, access, Where(return_address));
  }
}

/// Ends the program before the access happens, since a write would spoil the way back.
[[noreturn]] void end_in_callers_stack(const Attempt& attempt) {
  const SourcePlace place = place_of(attempt.where, nullptr);
  std::fprintf(
      stderr,
      "%s:%d: Host code %s memory of the grader, outside of its own: check the pointer and the index.\n",
      place.file.c_str(), place.line, writes(attempt.access) ? "writes to" : "reads");
  std::abort();
}

void check_host(std::uintptr_t address, std::size_t size, Access access, const Where& where) {
  const Attempt attempt{address, size, access, AccessKind::plain, where};
  if (is_in_callers_stack(address, size)) end_in_callers_stack(attempt);
  const Classified c = classify(attempt.pointer());
  if (c.region == Region::host && !space.contains(address)) return;
  if (c.region == Region::managed) {  // its pages are counted (schedule/host_turn.hpp)
    if (writes(access) && first_unwritten(attempt.pointer(), size) >= 0)
      mark_written(attempt.pointer(), size);
    return;
  }
  unlock_device_memory();  // the access happens, and it is known
  if (already_found(FindingKind::host_device_mixup, where)) return;
  const bool variable = c.region == Region::device_variable || c.region == Region::constant_variable;
  report(FindingKind::host_device_mixup,
         attempt.sentence("Host code ") + ": device memory, which the host can't see.",
         variable ? "Use cudaMemcpyToSymbol or cudaMemcpyFromSymbol."
                  : "Copy it with cudaMemcpy first, or do the work in a kernel.",
         where);
}

}  // namespace wgsim::core
