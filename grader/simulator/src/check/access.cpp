// The uncommon half of the check of an access: says in words what is wrong with an address, and ends the
// kernel or lets it go on.
#include "check/access.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

#include "check/awaited.hpp"
#include "memory/allocations.hpp"
#include "memory/shadow_memory.hpp"
#include "program/const_data.hpp"
#include "program/device_variables.hpp"
#include "report/describe.hpp"
#include "report/findings.hpp"
#include "schedule/end_kernel.hpp"
#include "schedule/host_code.hpp"
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
  Facts facts() const {
    const Phrase verb = access == Access::read    ? Phrase::reads
                        : access == Access::write ? Phrase::writes
                                                  : Phrase::updates;
    return {{"accesses", words(verb)}, {"size", size}, {"memory", describe_address(pointer())}};
  }
};

bool in_heap(const Attempt& a) { return space.contains(a.address) && space.slot_of(a.address) == kHeapSlot; }

/// Are all of its bytes in one live block of the heap?
bool is_inside_block(const Attempt& a) {
  const Classified c = classify(a.pointer());
  return c.region == Region::device_heap && c.size - std::size_t(c.offset) >= a.size;
}

// ---- Wrong addresses ---------------------------------------------------------------------------------

[[noreturn]] void end_access(Problem problem, const Attempt& a, cudaError_t error = cudaErrorIllegalAddress) {
  end_kernel(problem, a.facts(), a.where, error);
}

/// Is the index the thread's own number, as in x[i], or that plus a multiple of the number of threads, as in
/// a grid-stride loop? For a grid with rows and columns this can't be told.
bool is_own_number(std::int64_t index) {
  const LaunchConfig& launch = *simulation.launch;
  if (launch.block.y * launch.block.z * launch.grid.y * launch.grid.z > 1) return true;
  const Thread& thread = *running.thread;
  const std::int64_t number = std::int64_t(thread.block->index.x) * launch.block.x + thread.index.x;
  return index % (std::int64_t(launch.grid.x) * launch.block.x) == number;
}

/// Is the index that of a thread in its block, and the array too small for these, with an element for each
/// block?
bool is_meant_for_block(std::int64_t index, std::size_t elements) {
  const LaunchConfig& launch = *simulation.launch;
  const bool has_one_dimension = launch.block.y * launch.block.z * launch.grid.y * launch.grid.z == 1;
  return has_one_dimension && index == std::int64_t(running.thread->index.x) && elements == launch.grid.x &&
         elements > 1 && elements < launch.block.x;
}

/// So far below the beginning an index may be meant for a neighbour: the threads of the largest block.
constexpr std::int64_t kNeighbours = 1024;

[[noreturn]] void end_outside(const Attempt& a, const Allocation* allocation) {
  if (allocation == nullptr) end_access(Problem::wild_index, a);
  if (allocation->state == Allocation::State::freed)
    end_access(allocation->kind == AllocationKind::stream_ordered ? Problem::memory_freed_in_stream
               : allocation->kind == AllocationKind::heap         ? Problem::memory_freed_in_kernel
                                                                  : Problem::freed_memory,
               a);
  const std::int64_t index =
      (std::int64_t(a.address) - std::int64_t(allocation->start)) / std::int64_t(a.size);
  constexpr std::int64_t wild = std::int64_t(1) << 31;
  if (index <= -wild || index >= wild - 1) end_access(Problem::wild_index, a);
  if (allocation->usable_bytes() == 0) end_access(Problem::empty_array_accessed, a);
  if (has_found(FindingKind::uninitialized_read)) end_access(Problem::index_after_unwritten, a);
  if (index < -kNeighbours) end_access(Problem::index_far_below_zero, a);
  if (a.address < allocation->start) end_access(Problem::index_below_zero, a);
  if (a.address < allocation->start + allocation->usable_bytes()) end_access(Problem::reaches_past_end, a);
  const uint3 t = running.thread->index, b = running.thread->block->index;
  const bool is_first = (t.x | t.y | t.z) == 0, is_first_block = (b.x | b.y | b.z) == 0;
  if (is_meant_for_block(index, allocation->usable_bytes() / a.size))
    end_access(Problem::one_index_for_each_block, a);
  if (!is_own_number(index))
    end_access(a.access == Access::read ? Problem::computed_index_past_end : Problem::destination_past_end,
               a);
  if (!is_first) end_access(Problem::own_index_past_end, a);
  end_access(is_first_block ? Problem::first_thread_past_end : Problem::first_of_block_past_end, a);
}

/// Does the process have memory at this address? A pointer plus a wrong index often leads to where there is
/// none.
bool is_mapped(std::uintptr_t address) {
  static const auto page = std::uintptr_t(sysconf(_SC_PAGESIZE));
  unsigned char resident;
  return mincore(reinterpret_cast<void*>(address / page * page), 1, &resident) == 0;
}

[[noreturn]] void end_host_pointer(const Attempt& a) {
  end_access(is_mapped(a.address) ? Problem::host_memory_in_kernel : Problem::no_memory_there, a);
}

[[noreturn]] void end_wrong_shared(const Attempt& a) {
  const SharedVariable& v = simulation.shared_layout->nearest(std::int64_t(a.address - running.shared_base));
  if (v.key == nullptr && v.bytes == 0) end_access(Problem::no_dynamic_shared, a);
  const std::uintptr_t start = running.shared_base + v.offset;
  if (a.address < start && start - a.address <= std::uintptr_t(kNeighbours) * a.size)
    end_access(Problem::shared_index_below_zero, a);
  const std::size_t offset = a.address - start;  // huge if it lies far before the array
  const std::size_t element = v.element_size != 0 ? v.element_size : 1;
  const dim3 block = simulation.launch->block;
  const std::size_t threads = std::size_t(block.x) * block.y * block.z;
  Facts facts = a.facts();
  facts.insert(facts.end(), {{"array", v.name},
                             {"elements", v.bytes / element},
                             {"threads", threads},
                             {"last", v.bytes / element - 1},
                             {"end", offset + a.size},
                             {"given", v.bytes}});
  // Fewer bytes than the block has threads: their number was meant.
  const bool counts_elements = a.size > 1 && v.bytes <= threads;
  const bool is_next = v.key != nullptr && offset == v.bytes;
  const Thread& thread = *running.thread;
  const bool is_grid_number =
      v.key != nullptr && thread.block->index.x > 0 &&
      offset / element == std::size_t(thread.block->index.x) * block.x + thread.index.x;
  end_kernel(is_grid_number     ? Problem::grid_number_in_shared
             : is_next          ? Problem::one_past_shared_array
             : v.key != nullptr ? Problem::outside_shared_array
             : counts_elements  ? Problem::sizeof_missing
                                : Problem::outside_dynamic_shared,
             std::move(facts), a.where, cudaErrorIllegalAddress);
}

// ---- Right addresses, wrong use ----------------------------------------------------------------------

/// Is the element before this one written, and nothing of the array from here on?
bool is_behind_written_shared(const Attempt& a) {
  const std::size_t offset = a.address - running.shared_base;
  const SharedVariable& v = simulation.shared_layout->nearest(std::int64_t(offset));
  return offset >= v.offset + a.size && offset < v.offset + v.bytes &&
         bits::find(running.shared_written, offset - a.size, a.size, false) < 0 &&
         bits::find(running.shared_written, offset, v.offset + v.bytes - offset, true) < 0;
}

void found_unwritten(const Attempt& a) {
  if (already_found(FindingKind::uninitialized_read, a.where)) return;
  const bool shared = a.address - running.shared_base < kArenaBytes;
  if (!shared && found_awaited(a.address, a.facts(), a.where)) return;
  const bool adds = a.access == Access::read_write;
  report(shared ? is_behind_written_shared(a) ? Problem::unwritten_behind_shared : Problem::unwritten_shared
         : in_heap(a) ? Problem::unwritten_heap
         : adds       ? Problem::unwritten_updated
                      : Problem::unwritten_memory,
         a.facts(), a.where);
}

void found_read_only(const Attempt& a) {
  if (!already_found(FindingKind::out_of_bounds, a.where)) report(Problem::input_written, a.facts(), a.where);
}

/// Long accesses (struct copies, memcpy) are checked in pieces of 16 bytes: a piece is unwritten if all of
/// its bytes are, so padding is no finding. Volatile and atomic accesses are to numbers, which have none.
bool some_piece_unwritten(const Attempt& a, const std::uint8_t* bits, std::size_t offset) {
  const auto is_unwritten = [&](std::size_t at, unsigned size) {
    return bits::none(bits, offset + at, size) &&
           !is_from_host(static_cast<const char*>(a.pointer()) + at, size);
  };
  if (a.kind != AccessKind::plain) {
    for (std::size_t i = 0; i < a.size; ++i)
      if (is_unwritten(i, 1)) return true;
    return false;
  }
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
  if (in_heap(a) && !is_inside_block(a)) end_outside(a, allocation_at(a.address));
  if (writes(a.access) && slot.watches_writes && !in_heap(a)) found_read_only(a);
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
    Facts facts = a.facts();
    facts.emplace_back("variable", inside.name);
    facts.emplace_back("variable_bytes", inside.bytes);
    end_kernel(Problem::past_end_of_variable, std::move(facts), a.where, cudaErrorIllegalAddress);
  }
  if (v.constant && writes(a.access)) end_access(Problem::constant_written, a);
  if (v.constant) return;
  ShadowMemory& shadow = simulation.shadow_of_variables;
  if (shadow.cells == nullptr) shadow = make_shadow_memory(section.begin, section.end - section.begin);
  use(a, nullptr, shadow, a.address - section.begin);
  if (writes(a.access)) mark_written(a.pointer(), a.size);
}

/// Of a struct of two members of 8 bytes each member must be aligned; its bytes come in two pieces.
bool comes_in_pieces(std::uintptr_t address, std::size_t size) {
  return size == 16 && address % 8 == 0 && !simulation.wide_types_are_named;
}

}  // namespace

void check_slowly(std::uintptr_t address, std::size_t size, Access access, AccessKind kind, bool aligned,
                  const Where& where) {
  const InLibrary in_library;
  const Attempt attempt{address, size, access, kind, where};
  if (aligned && address % size != 0 && !comes_in_pieces(address, size) && space.contains(address))
    end_access(Problem::misaligned_access, attempt, cudaErrorMisalignedAddress);
  if (!space.contains(address)) {
    if (const Variable* v = device_variable_at(address)) return check_variable(attempt, *v);
    if (access == Access::read && is_const_data(address)) return;
    if (address < 4096) end_access(Problem::null_pointer_in_kernel, attempt);
    end_host_pointer(attempt);
  }
  if (address - running.shared_base < kArenaBytes) return check_shared(attempt);
  if (is_on_own_stack(address)) return;
  const unsigned slot = space.slot_of(address);
  if (slot == kSharedSlot && is_at_own_shared(address)) end_wrong_shared(attempt);
  if (slot == kSharedSlot) end_access(Problem::shared_of_other_block, attempt);
  if (space.is_of_stacks(slot)) end_access(Problem::local_of_other_thread, attempt);
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

/// Page by page, and the first byte of each before all others: a page can be locked (schedule/host_code.hpp),
/// and no byte is read before it was checked.
std::size_t check_text(const char* text, const void* return_address, std::size_t most) {
  constexpr std::uintptr_t kPageBytes = 4096;  // pages may be larger
  std::size_t length = 0;
  while (length < most) {
    const char* const piece = text + length;
    const auto address = reinterpret_cast<std::uintptr_t>(piece);
    const std::size_t size = std::min<std::size_t>(most - length, kPageBytes - address % kPageBytes);
    check_range(address, 1, Access::read, return_address);
    const std::size_t found = strnlen(piece, size);
    check_range(address + 1, std::min(found + 1, size) - 1, Access::read, return_address);
    length += found;
    if (found < size) break;
  }
  return length;
}

/// Ends the program before the access happens, since a write would spoil the way back.
[[noreturn]] void end_in_callers_stack(const Attempt& attempt) {
  const Place place = place_of(attempt.where, nullptr);
  const Phrase problem = writes(attempt.access) ? Phrase::host_writes_grader : Phrase::host_reads_grader;
  std::fprintf(stderr, "%s:%d: %s\n", place.file.c_str(), place.line, words(problem).c_str());
  std::abort();
}

void check_host(std::uintptr_t address, std::size_t size, Access access, const Where& where) {
  const Attempt attempt{address, size, access, AccessKind::plain, where};
  if (is_in_callers_stack(address, size)) end_in_callers_stack(attempt);
  const DeviceLock lock(where.site);
  const Classified c = classify(attempt.pointer());
  if (c.region == Region::host && !space.contains(address)) return;
  if (c.region == Region::managed) {  // its pages are counted (schedule/host_code.hpp)
    if (writes(access) && first_unwritten(attempt.pointer(), size) >= 0)
      mark_written(attempt.pointer(), size);
    return;
  }
  unlock_device_memory();  // the access happens, and it is known
  const Allocation* const allocation = allocation_at(address);
  const bool is_managed = allocation != nullptr && allocation->kind == AllocationKind::managed;
  const bool variable = c.region == Region::device_variable || c.region == Region::constant_variable;
  const Problem problem = is_managed ? Problem::managed_memory_outside_on_host
                          : variable ? Problem::device_variable_on_host
                                     : Problem::device_memory_on_host;
  if (!already_found(kind_of(problem), where)) report(problem, attempt.facts(), where);
}

}  // namespace wgsim::core

bool wgsim::names_wide_types() {
  core::simulation.wide_types_are_named = true;
  return true;
}
