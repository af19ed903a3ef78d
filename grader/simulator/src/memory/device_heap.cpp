#include "memory/device_heap.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>

#include "memory/allocations.hpp"
#include "memory/bits.hpp"
#include "memory/space.hpp"
#include "state/simulation.hpp"

namespace wgsim::core {

struct DeviceHeap {
  std::size_t bytes = std::size_t(8) << 20;  ///< CUDA's default
  std::size_t in_use = 0;
  std::uintptr_t next = 0;  ///< the end of the block that was given last; 0: the heap was not used yet
  std::map<std::uintptr_t, Allocation> blocks;  ///< by their start; freed ones until their memory is needed
};

namespace {

constexpr std::size_t kAlignment = 16;
/// A block takes a multiple of this from the heap, its header included: on an H200 blocks of 16 bytes lie 80
/// bytes apart, blocks of 100 bytes 160.
constexpr std::size_t kPiece = 80, kHeader = 16;
/// The gap before a block is as large as the block, within these bounds.
constexpr std::size_t kLeastGap = 48, kLargestGap = 4096;
/// Addresses for each byte of the heap: for the gaps, and for what was freed.
constexpr std::size_t kAddressesPerByte = 4;

std::size_t taken_by(std::size_t bytes) { return (bytes + kHeader + kPiece - 1) / kPiece * kPiece; }

std::size_t rounded(std::size_t bytes) {
  return std::max<std::size_t>(1, (bytes + kAlignment - 1) / kAlignment) * kAlignment;
}
std::size_t gap_before(std::size_t bytes) { return std::clamp(rounded(bytes), kLeastGap, kLargestGap); }

std::uintptr_t end_of(const Allocation& block) { return block.start + rounded(block.bytes); }

/// The begin of so many free bytes, from `at` on; 0: there are none. Freed blocks on the way are forgotten.
std::uintptr_t find_room(std::uintptr_t at, std::size_t bytes) {
  auto& blocks = simulation.device_heap->blocks;
  const Slot& slot = space.slots[kHeapSlot];
  for (auto block = blocks.lower_bound(at); slot.start + slot.size - at >= bytes;) {
    if (block == blocks.end() || block->second.start - at >= bytes) return at;
    if (block->second.state == Allocation::State::freed) {
      block = blocks.erase(block);
    } else {
      at = end_of(block->second);
      ++block;
    }
  }
  return 0;
}

void open_heap() {
  DeviceHeap& heap = *simulation.device_heap;
  const std::size_t room = space.slot_bytes() - space.array_offset - round_to_pages(1);
  heap.next = open_heap_slot(std::min(heap.bytes, room / kAddressesPerByte) * kAddressesPerByte);
}

/// A new block is as new as other memory, whoever had it before.
void make_new(std::uintptr_t start, std::size_t bytes) {
  const Slot& slot = space.slots[kHeapSlot];
  const std::size_t offset = start - slot.start;
  std::memset(reinterpret_cast<void*>(start), kPoison, bytes);
  if (slot.shadow.cells == nullptr) return;
  std::fill(slot.shadow.cells + (offset >> slot.shadow.shift),
            slot.shadow.cells + ((offset + rounded(bytes)) >> slot.shadow.shift), ShadowCell{});
}

}  // namespace

void* allocate_in_heap(std::size_t bytes, const Where& where) {
  DeviceHeap& heap = *simulation.device_heap;
  if (bytes > heap.bytes || taken_by(bytes) > heap.bytes - heap.in_use) return nullptr;
  if (heap.next == 0) open_heap();
  const std::size_t gap = gap_before(bytes), needed = gap + rounded(bytes);
  std::uintptr_t room = find_room(heap.next, needed);
  if (room == 0) room = find_room(space.slots[kHeapSlot].start, needed);
  if (room == 0) return nullptr;
  const std::uintptr_t start = room + gap;
  make_new(start, bytes);
  heap.blocks[start] = {Allocation::State::live, AllocationKind::heap, start, bytes, where};
  heap.next = start + rounded(bytes);
  heap.in_use += taken_by(bytes);
  return reinterpret_cast<void*>(start);
}

void release_in_heap(std::uintptr_t start, const Where& where) {
  Allocation& block = simulation.device_heap->blocks.at(start);
  const Slot& slot = space.slots[kHeapSlot];
  block.state = Allocation::State::freed;
  block.freed = where;
  bits::fill(slot.written, start - slot.start, block.bytes, false);
  simulation.device_heap->in_use -= taken_by(block.bytes);
}

const Allocation* heap_block_near(std::uintptr_t address) {
  const auto& blocks = simulation.device_heap->blocks;
  const auto after = blocks.upper_bound(address);
  if (after == blocks.begin()) return blocks.empty() ? nullptr : &after->second;
  const Allocation& before = std::prev(after)->second;
  const bool is_nearer =
      after != blocks.end() && address >= end_of(before) && after->first - address < address - end_of(before);
  return is_nearer ? &after->second : &before;
}

bool set_heap_bytes(std::size_t bytes) {
  if (simulation.device_heap->next != 0) return false;
  simulation.device_heap->bytes = bytes;
  return true;
}

void forget_heap() {
  DeviceHeap& heap = *simulation.device_heap;
  heap.blocks.clear();
  heap.in_use = heap.next = 0;
}

}  // namespace wgsim::core
