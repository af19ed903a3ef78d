// Replaces the global operators new and delete. Who allocates is told by the address that they return to.
// Only on Linux: elsewhere the code of a submission can't be told from the rest.
#include "runner/guarded_heap.hpp"

#ifdef __linux__

#include <cstdint>
#include <cstdlib>
#include <link.h>
#include <new>

#include <wgsim/page_heap.hpp>
#include <wgsim/simulator.hpp>

namespace warpgrade::runner {
namespace {

struct Range {
  std::uintptr_t begin = 0, end = 0;
  bool contains(const void* address) const {
    return reinterpret_cast<std::uintptr_t>(address) - begin < end - begin;
  }
};

Range program_code() {
  Range found;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* to) {
        for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
          const ElfW(Phdr)& header = info->dlpi_phdr[i];
          if (header.p_type != PT_LOAD || (header.p_flags & PF_X) == 0) continue;
          const std::uintptr_t begin = info->dlpi_addr + header.p_vaddr;
          *static_cast<Range*>(to) = {begin, begin + header.p_memsz};
        }
        return 1;  // the first is the program; libraries come after it
      },
      &found);
  return found;
}

struct GuardedHeap {
  Range code = program_code();
  wgsim::PageHeap pages;
};

GuardedHeap* heap = nullptr;

bool is_guarded(const void* memory) { return heap != nullptr && heap->pages.contains(memory); }

bool is_for_this_program(const void* caller) {
  return heap != nullptr && heap->code.contains(caller) && !wgsim::is_graded_code(caller);
}

void* allocate(std::size_t bytes, const void* caller) {
  if (is_for_this_program(caller)) return heap->pages.allocate(bytes);
  void* const memory = std::malloc(bytes == 0 ? 1 : bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void release(void* pointer) {
  if (is_guarded(pointer))
    heap->pages.release(pointer);
  else if (!wgsim::free_for_host(pointer))  // a library frees what the submission has allocated
    std::free(pointer);
}

}  // namespace

void guard_heap(const void* task) {
  if (heap != nullptr || !wgsim::is_graded_code(task)) return;
  alignas(GuardedHeap) static std::byte memory[sizeof(GuardedHeap)];  // never destroyed
  heap = new (memory) GuardedHeap;
  wgsim::keep_from_host(heap->pages.begin(), wgsim::ReservedPages::kBytes);
}

}  // namespace warpgrade::runner

void* operator new(std::size_t bytes) {
  return warpgrade::runner::allocate(bytes, __builtin_return_address(0));
}
void operator delete(void* pointer) noexcept { warpgrade::runner::release(pointer); }
void operator delete(void* pointer, std::size_t) noexcept { warpgrade::runner::release(pointer); }

#else

void warpgrade::runner::guard_heap(const void*) {}

#endif
