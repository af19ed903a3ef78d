#include "memory/host_heap.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sys/mman.h>

#include "program/foreign_data.hpp"
#include "state/simulation.hpp"
#include "wgsim/page_heap.hpp"
#include "wgsim/simulator.hpp"

namespace wgsim::core {

/// What the heap knows of itself lies apart from the grader's variables: it changes while these are locked
/// (memory/grader_memory.hpp). Where its pages are, does not.
struct HostHeap {
  PageHeap& heap = *new (new_pages()) PageHeap;
  const Section pages{reinterpret_cast<std::uintptr_t>(heap.begin()),
                      reinterpret_cast<std::uintptr_t>(heap.begin()) + ReservedPages::kBytes};

 private:
  static void* new_pages() {
    void* const pages =
        ::mmap(nullptr, sizeof(PageHeap), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    return pages;
  }
};

void* allocate_on_host(std::size_t bytes, std::size_t alignment) {
  if (!is_graded_program()) {
    if (alignment <= alignof(std::max_align_t)) return std::malloc(std::max<std::size_t>(bytes, 1));
    return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  }
  try {
    return simulation.host_heap->heap.allocate(bytes, std::max(alignment, alignof(std::max_align_t)));
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

bool is_of_host_heap(const void* memory) {
  return is_graded_program() &&
         simulation.host_heap->pages.contains(reinterpret_cast<std::uintptr_t>(memory));
}

void* reallocate_on_host(void* memory, std::size_t bytes) {
  if (memory != nullptr && !is_of_host_heap(memory)) return std::realloc(memory, bytes);
  void* const larger = allocate_on_host(bytes);
  if (memory == nullptr || larger == nullptr) return larger;
  std::memcpy(larger, memory, std::min(bytes, PageHeap::size_of(memory)));
  release_on_host(memory);
  return larger;
}

void release_on_host(void* memory) {
  if (memory == nullptr) return;
  if (is_of_host_heap(memory))
    simulation.host_heap->heap.release(memory);
  else
    std::free(memory);
}

Section pages_of_host_heap() { return is_graded_program() ? simulation.host_heap->pages : Section{0, 0}; }

}  // namespace wgsim::core

bool wgsim::free_for_host(void* memory) {
  const bool is_its = memory != nullptr && core::is_of_host_heap(memory);
  if (is_its) core::release_on_host(memory);
  return is_its;
}
