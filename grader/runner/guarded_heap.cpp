// Replaces the global operators new and delete. Who allocates is told by the address that they return to.
// Only on Linux: elsewhere the code of a submission can't be told from the rest.
#include "runner/guarded_heap.hpp"

#ifdef __linux__

#include <algorithm>
#include <array>
#include <bit>
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

/// The pool asks here for its chunks and for all that is too large for it, and gives the latter back when it
/// is freed. Sizes are rounded up to powers of two, so that what was freed fits again.
class ReusedBlocks final : public std::pmr::memory_resource {
 public:
  explicit ReusedBlocks(void* pages) : unused_(pages, kReserved, std::pmr::null_memory_resource()) {}

 private:
  struct Free {
    Free* next;
  };
  static constexpr std::size_t kAlignment = 64;  // more than anybody asks for

  static std::size_t rounded(std::size_t bytes) { return std::bit_ceil(std::max(bytes, kAlignment)); }
  Free*& freed(std::size_t bytes) { return free_[std::size_t(std::countr_zero(rounded(bytes)))]; }

  void* do_allocate(std::size_t bytes, std::size_t) override {
    Free*& list = freed(bytes);
    if (list == nullptr) return unused_.allocate(rounded(bytes), kAlignment);
    Free* const block = list;
    list = block->next;
    return block;
  }
  void do_deallocate(void* memory, std::size_t bytes, std::size_t) override {
    Free*& list = freed(bytes);
    list = new (memory) Free{list};
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

  std::pmr::monotonic_buffer_resource unused_;
  std::array<Free*, 64> free_{};
};

struct GuardedHeap {
  Range code = program_code();
  void* pages;
  ReusedBlocks blocks;
  std::pmr::unsynchronized_pool_resource pool{&blocks};  // this program has one thread

  explicit GuardedHeap(void* reserved) : pages(reserved), blocks(reserved) {}
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
