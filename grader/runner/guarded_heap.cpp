// Replaces the global operators new and delete. Who allocates is told by the address that they return to.
// Only on Linux: elsewhere the code of a submission can't be told from the rest.
#include "runner/guarded_heap.hpp"

#ifdef __linux__

#include <cstdint>
#include <cstdlib>
#include <link.h>
#include <memory_resource>
#include <new>
#include <sys/mman.h>

#include <wgsim/simulator.hpp>

namespace warpgrade::runner {
namespace {

constexpr std::size_t kReserved = std::size_t(64) << 30;  // addresses: pages become memory when they are used
constexpr std::size_t kHeader = alignof(std::max_align_t);  // holds the size, which delete need not know

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
  void* pages;
  std::pmr::monotonic_buffer_resource more;
  std::pmr::unsynchronized_pool_resource pool{&more};  // this program has one thread

  explicit GuardedHeap(void* reserved)
      : pages(reserved), more(reserved, kReserved, std::pmr::null_memory_resource()) {}
};

GuardedHeap* heap = nullptr;

bool is_guarded(const void* memory) {
  if (heap == nullptr) return false;
  const auto begin = reinterpret_cast<std::uintptr_t>(heap->pages);
  return Range{begin, begin + kReserved}.contains(memory);
}

bool is_for_this_program(const void* caller) {
  return heap != nullptr && heap->code.contains(caller) && !wgsim::is_graded_code(caller);
}

void* allocate_guarded(std::size_t bytes) {
  auto* const memory = static_cast<std::byte*>(heap->pool.allocate(bytes + kHeader, kHeader));
  *reinterpret_cast<std::size_t*>(memory) = bytes;
  return memory + kHeader;
}

void free_guarded(void* pointer) {
  std::byte* const memory = static_cast<std::byte*>(pointer) - kHeader;
  heap->pool.deallocate(memory, *reinterpret_cast<std::size_t*>(memory) + kHeader, kHeader);
}

void* allocate(std::size_t bytes, const void* caller) {
  if (is_for_this_program(caller)) return allocate_guarded(bytes);
  void* const memory = std::malloc(bytes == 0 ? 1 : bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void release(void* pointer) {
  if (is_guarded(pointer))
    free_guarded(pointer);
  else
    std::free(pointer);
}

}  // namespace

void guard_heap(const void* task) {
  if (heap != nullptr || !wgsim::is_graded_code(task)) return;
  void* const pages =
      ::mmap(nullptr, kReserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) throw std::bad_alloc();
  alignas(GuardedHeap) static std::byte memory[sizeof(GuardedHeap)];  // never destroyed
  heap = new (memory) GuardedHeap(pages);
  wgsim::keep_from_host(pages, kReserved);
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
