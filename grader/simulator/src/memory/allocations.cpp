// Device memory: allocations in slots of the address space, with one "was written" bit for each byte. A slot
// that was freed is used again as late as possible, so that a pointer into freed memory is recognised.
#include "memory/allocations.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <sys/mman.h>
#include <vector>

#include "memory/bits.hpp"
#include "memory/device_heap.hpp"
#include "memory/managed.hpp"
#include "memory/shadow_memory.hpp"
#include "memory/space.hpp"
#include "program/device_variables.hpp"
#include "state/simulation.hpp"
#include "wgsim/simulator.hpp"

namespace wgsim::core {

struct Allocations {
  std::vector<Allocation> slots = std::vector<Allocation>(kMostSlots);
  std::deque<unsigned> free_slots;  ///< oldest first
  unsigned next_unused = kFirstAllocationSlot;
  std::size_t in_use = 0;
  /// Like Allocation::from_host, for all __device__ and __constant__ variables. Empty: the host has copied
  /// nothing there.
  std::vector<std::uint8_t> variables_from_host;
};

namespace {

unsigned take_slot() {
  Allocations& m = *simulation.allocations;
  if (m.next_unused < space.end_of_allocations) return m.next_unused++;
  if (m.free_slots.empty()) return 0;
  const unsigned slot = m.free_slots.front();
  m.free_slots.pop_front();
  return slot;
}

std::size_t charged(std::size_t bytes) { return (bytes + 255) / 256 * 256; }  // CUDA's granularity

std::uintptr_t address(const void* p) { return reinterpret_cast<std::uintptr_t>(p); }

unsigned live_slot(const void* pointer) {
  const std::uintptr_t a = address(pointer);
  if (!space.contains(a)) return 0;
  const unsigned slot = space.slot_of(a);
  return simulation.allocations->slots[slot].state == Allocation::State::live ? slot : 0;
}

void close_slot(unsigned slot, Site site) {
  Allocation& a = simulation.allocations->slots[slot];
  forget_known_to_host(a);
  unmap_pages(a.start, a.bytes);
  free_shadow_memory(space.slots[slot].shadow);
  std::free(a.written);
  delete[] a.from_host;
  a.written = a.from_host = nullptr;
  a.state = Allocation::State::freed;
  a.freed = site;
  space.slots[slot] = {};
}

std::uintptr_t open_slot(unsigned slot, std::size_t bytes, AllocationKind kind, Site site) {
  const std::uintptr_t start = space.slot_base(slot) + space.array_offset;
  map_pages(start, bytes);
  auto* const written = static_cast<std::uint8_t*>(std::calloc(bits::size_for(bytes), 1));
  simulation.allocations->slots[slot] = {
      Allocation::State::live, kind, start, bytes, site, {}, "", 0, written};
  space.slots[slot] = {start, bytes, written, false, make_shadow_memory(start, bytes)};
  return start;
}

}  // namespace

void set_allocations(bool lock) {
  for (unsigned slot = kHeapSlot; slot < simulation.allocations->next_unused; ++slot) {
    const Allocation& a = simulation.allocations->slots[slot];
    if (a.state == Allocation::State::live) (lock ? lock_pages : map_pages)(a.start, a.bytes);
  }
  if (!lock) note_pages_of_host();
}

const Allocation* allocation_at(std::uintptr_t a) {
  if (!space.contains(a)) return nullptr;
  const unsigned slot = space.slot_of(a);
  if (slot == kHeapSlot) return heap_block_near(a);
  if (slot < kFirstAllocationSlot || simulation.allocations->slots[slot].state == Allocation::State::unused)
    return nullptr;
  return &simulation.allocations->slots[slot];
}

const Allocation* allocation_meant_by(std::uintptr_t a) {
  const Allocation* here = allocation_at(a);
  return here != nullptr || !space.contains(a) ? here : allocation_at(a - space.slot_bytes());
}

std::vector<const Allocation*> new_leaks() {
  Allocations& m = *simulation.allocations;
  std::vector<const Allocation*> leaks;
  for (unsigned slot = kFirstAllocationSlot; slot < m.next_unused; ++slot) {
    Allocation& a = m.slots[slot];
    if (a.state != Allocation::State::live || !a.name.empty() || a.leak_reported) continue;
    a.leak_reported = true;
    leaks.push_back(&a);
  }
  return leaks;
}

bool has_arrays_of_the_host_program() {
  const Allocations& m = *simulation.allocations;
  return std::any_of(
      m.slots.begin() + kFirstAllocationSlot, m.slots.begin() + m.next_unused,
      [](const Allocation& a) { return a.state == Allocation::State::live && !a.name.empty(); });
}

void* allocate(std::size_t bytes, AllocationKind kind, Site site) {
  reserve_space();
  Allocations& m = *simulation.allocations;
  if (bytes > simulation.options.device_memory_bytes ||
      m.in_use + charged(bytes) > simulation.options.device_memory_bytes)
    return nullptr;
  if (bytes > space.slot_bytes() - space.array_offset - round_to_pages(1)) return nullptr;
  const unsigned slot = take_slot();
  if (slot == 0) return nullptr;
  const std::uintptr_t start = open_slot(slot, bytes, kind, site);
  if (bytes <= kMostPoisoned) std::memset(reinterpret_cast<void*>(start), kPoison, bytes);
  m.in_use += charged(bytes);
  if (simulation.side == Side::host) lock_pages(start, bytes);
  return reinterpret_cast<void*>(start);
}

std::uintptr_t open_heap_slot(std::size_t bytes) {
  const std::uintptr_t start = open_slot(kHeapSlot, bytes, AllocationKind::heap, {nullptr, 0});
  space.slots[kHeapSlot].watches_writes = true;
  return start;
}

bool release(void* pointer, Site site) {
  const unsigned slot = live_slot(pointer);
  if (slot < kFirstAllocationSlot || simulation.allocations->slots[slot].start != address(pointer))
    return false;
  close_slot(slot, site);
  simulation.allocations->in_use -= charged(simulation.allocations->slots[slot].bytes);
  simulation.allocations->free_slots.push_back(slot);
  return true;
}

std::size_t allocations_left() {
  const Allocations& m = *simulation.allocations;
  return space.end_of_allocations - m.next_unused + m.free_slots.size();
}

std::size_t bytes_in_use() { return simulation.allocations->in_use; }

void forget_allocations() {
  Allocations& m = *simulation.allocations;
  for (unsigned slot = kHeapSlot; slot < m.next_unused; ++slot) {
    if (m.slots[slot].state == Allocation::State::live) close_slot(slot, {nullptr, 0});
    m.slots[slot] = {};
  }
  forget_heap();
  m.in_use = 0;
  m.variables_from_host.clear();
  m.free_slots.clear();
  m.next_unused = kFirstAllocationSlot;
}

Classified classify(const void* pointer) {
  if (const Variable* v = device_variable_at(address(pointer)))
    return {v->constant               ? Region::constant_variable
            : is_managed_variable(*v) ? Region::managed
                                      : Region::device_variable,
            reinterpret_cast<void*>(v->start), v->bytes, std::int64_t(address(pointer) - v->start)};
  const Allocation* a = allocation_at(address(pointer));
  if (a == nullptr) return {};
  const auto offset = std::int64_t(address(pointer) - a->start);
  Region region = a->kind == AllocationKind::managed ? Region::managed
                  : a->kind == AllocationKind::heap  ? Region::device_heap
                                                     : Region::device;
  if (offset < 0 || std::size_t(offset) >= a->usable_bytes()) region = Region::device_gap;
  if (a->state == Allocation::State::freed) region = Region::device_freed;
  return {region, reinterpret_cast<void*>(a->start), a->usable_bytes(), offset};
}

bool is_device_range(const void* pointer, std::size_t bytes) {
  const Classified c = classify(pointer);
  if (c.region == Region::host || c.region == Region::device_gap || c.region == Region::device_freed)
    return false;
  return c.size - std::size_t(c.offset) >= bytes;
}

// ---- What was written --------------------------------------------------------------------------------

namespace {

void clear_written(unsigned slot, std::size_t offset, std::size_t bytes) {
  Slot& s = space.slots[slot];
  if (s.written == nullptr) {
    s.written = simulation.allocations->slots[slot].written;
    std::memset(s.written, 0xff, bits::size_for(s.size));
  }
  bits::fill(s.written, offset, bytes, false);
}

bool is_variable(const void* pointer) {
  return device_section().contains(address(pointer)) || constant_section().contains(address(pointer));
}

/// Variables count as written from the beginning. So all that is to be known is whether the host has done it.
void mark_variable(const void* pointer, std::size_t bytes, bool from_host) {
  std::vector<std::uint8_t>& marks = simulation.allocations->variables_from_host;
  if (!is_variable(pointer) || (marks.empty() && !from_host)) return;
  const auto [begin, end] = program_variables;
  if (marks.empty()) marks.resize(bits::size_for(end - begin));
  bits::fill(marks.data(), address(pointer) - begin, bytes, from_host);
}

}  // namespace

void mark_written(const void* pointer, std::size_t bytes) {
  const unsigned slot = live_slot(pointer);
  if (slot == 0) mark_variable(pointer, bytes, false);
  if (slot == 0 || bytes == 0) return;
  Slot& s = space.slots[slot];
  if (s.written == nullptr) return;
  // An allocation that was written as a whole needs no bits any more. Most inputs are written so.
  if (address(pointer) == s.start && bytes == s.size)
    s.written = nullptr;
  else
    bits::fill(s.written, address(pointer) - s.start, bytes, true);
}

void mark_unwritten(const void* pointer, std::size_t bytes) {
  const unsigned slot = live_slot(pointer);
  if (slot == 0 || bytes == 0) return;
  clear_written(slot, address(pointer) - space.slots[slot].start, bytes);
  if (std::uint8_t* const from_host = simulation.allocations->slots[slot].from_host)
    bits::fill(from_host, address(pointer) - space.slots[slot].start, bytes, false);
}

void mark_from_host(const void* pointer, std::size_t bytes) {
  if (!simulation.options.watch_host) return mark_written(pointer, bytes);
  const unsigned slot = live_slot(pointer);
  if (slot == 0) mark_variable(pointer, bytes, true);
  if (slot == 0 || bytes == 0) return;
  Allocation& a = simulation.allocations->slots[slot];
  if (a.from_host == nullptr) a.from_host = new std::uint8_t[bits::size_for(a.bytes)]();
  clear_written(slot, address(pointer) - a.start, bytes);
  bits::fill(a.from_host, address(pointer) - a.start, bytes, true);
}

namespace {

/// The bits of whatever holds the pointer, and the offset of its first byte in them.
struct Marks {
  const std::uint8_t* bits;  ///< nullptr: no byte is marked
  std::size_t offset;
};

Marks host_marks(const void* pointer) {
  const Allocations& m = *simulation.allocations;
  if (const unsigned slot = live_slot(pointer); slot != 0)
    return {m.slots[slot].from_host, address(pointer) - m.slots[slot].start};
  if (m.variables_from_host.empty() || !is_variable(pointer)) return {nullptr, 0};
  return {m.variables_from_host.data(), address(pointer) - program_variables.begin};
}

}  // namespace

bool is_from_host(const void* pointer, std::size_t bytes) {
  const Marks marks = host_marks(pointer);
  return marks.bits != nullptr && bits::find(marks.bits, marks.offset, bytes, false) < 0;
}

void copy_written_state(void* to, const void* from, std::size_t bytes) {
  const Slot& source = space.slots[live_slot(from)];
  const Marks host = host_marks(from);
  const bool in_slot = live_slot(from) != 0;
  const std::uint8_t* const written = in_slot ? source.written : nullptr;
  const std::size_t offset = in_slot ? address(from) - source.start : 0;
  const bool all_written = in_slot ? first_unwritten(from, bytes) < 0 : host.bits == nullptr;
  if (all_written) return mark_written(to, bytes);
  if (is_from_host(from, bytes) && (written == nullptr || bits::find(written, offset, bytes, true) < 0))
    return mark_from_host(to, bytes);
  enum class Byte : std::uint8_t { unwritten, written, from_host };
  std::vector<Byte> copy(bytes, in_slot ? Byte::unwritten : Byte::written);  // the ranges may overlap
  for (std::size_t i = 0; i < bytes; ++i)
    if (written != nullptr && bits::test(written, offset + i))
      copy[i] = Byte::written;
    else if (host.bits != nullptr && bits::test(host.bits, host.offset + i))
      copy[i] = Byte::from_host;
  mark_unwritten(to, bytes);
  for (std::size_t i = 0; i < bytes; ++i)
    if (copy[i] != Byte::unwritten)
      (copy[i] == Byte::written ? mark_written : mark_from_host)(static_cast<char*>(to) + i, 1);
}

std::int64_t first_unwritten(const void* pointer, std::size_t bytes) {
  const unsigned slot = live_slot(pointer);
  const Slot& s = space.slots[slot];
  if (slot == 0 || s.written == nullptr) return -1;
  return bits::find(s.written, address(pointer) - s.start, bytes, false);
}

bool is_unwritten(const void* pointer, std::size_t bytes) {
  const unsigned slot = live_slot(pointer);
  const Slot& s = space.slots[slot];
  return slot != 0 && s.written != nullptr &&
         bits::find(s.written, address(pointer) - s.start, bytes, true) < 0;
}

UnwrittenPiece unwritten_piece(const void* pointer, std::size_t bytes) {
  constexpr std::size_t kMostPadding = 7, kLargerThanAStruct = 64;
  bool is_first = true;
  for (std::size_t begin = 0; begin < bytes; is_first = false) {
    const std::int64_t found = first_unwritten(static_cast<const char*>(pointer) + begin, bytes - begin);
    if (found < 0) break;
    const Slot& s = space.slots[live_slot(pointer)];
    begin += std::size_t(found);
    const std::size_t at = address(pointer) - s.start + begin;
    const std::int64_t written = bits::find(s.written, at, bytes - begin, true);
    const std::size_t length = written < 0 ? bytes - begin : std::size_t(written);
    const bool is_end = is_first && begin + length == bytes && (begin == 0 || bytes > kLargerThanAStruct);
    const char* const piece = static_cast<const char*>(pointer) + begin;
    if ((length > kMostPadding || is_end) && !is_from_host(piece, length)) return {begin, length};
    begin += length;
  }
  return {};
}

}  // namespace wgsim::core

namespace wgsim {

using namespace core;

void mark_uninitialized(const void* device_pointer, std::size_t bytes) {
  mark_unwritten(device_pointer, bytes);
}

FromHost from_host(const void* device_pointer, std::size_t bytes) {
  FromHost found;
  const unsigned slot = live_slot(device_pointer);
  if (slot == 0 || simulation.allocations->slots[slot].from_host == nullptr ||
      space.slots[slot].written == nullptr)
    return found;
  const std::size_t offset = address(device_pointer) - space.slots[slot].start;
  for (std::size_t i = 0; i < bytes; ++i) {
    const bool of_host = bits::test(simulation.allocations->slots[slot].from_host, offset + i);
    if (!of_host || bits::test(space.slots[slot].written, offset + i)) continue;
    if (found.bytes++ == 0) found.first = i;
  }
  return found;
}

void name_allocation(const void* device_pointer, const char* name, std::size_t element_size) {
  const unsigned slot = live_slot(device_pointer);
  if (slot == 0) return;
  simulation.allocations->slots[slot].name = name;
  simulation.allocations->slots[slot].element_size = element_size;
}

void mark_empty(const void* device_pointer) {
  const unsigned slot = live_slot(device_pointer);
  if (slot == 0) return;
  simulation.allocations->slots[slot].empty = true;
  space.slots[slot].size = 0;
}

void mark_read_only(const void* device_pointer) {
  const unsigned slot = live_slot(device_pointer);
  if (slot == 0) return;
  space.slots[slot].watches_writes = true;
  space.slots[slot].written = nullptr;           // the program that hosts the simulator has filled it
  free_shadow_memory(space.slots[slot].shadow);  // memory that is only read has no races
}

}  // namespace wgsim
