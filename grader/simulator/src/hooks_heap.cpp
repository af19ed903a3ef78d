// malloc, free, new and delete. Device code has the heap of kernels (memory/device_heap.hpp), host code that
// of the C library; which of the two a call means, its thread tells. As on a GPU, new gives nullptr when the
// heap is full, and throws nothing.
#include <cstdlib>
#include <new>
#include <string>

#include "check/access.hpp"
#include "memory/device_heap.hpp"
#include "program/symbols.hpp"
#include "report/describe.hpp"
#include "report/findings.hpp"
#include "schedule/end_kernel.hpp"
#include "state/simulation.hpp"

namespace {

using namespace wgsim::core;

std::uintptr_t number(const void* p) { return reinterpret_cast<std::uintptr_t>(p); }

/// std::vector and the like call new, too, but they are the host's.
void refuse_library(const Where& where) {
  if (source_lines({where.pc}).front().is_in_library)
    end_kernel(Problem::library_allocates_in_kernel, {}, where, cudaErrorNotSupported);
}

void* allocate_in_kernel(std::size_t bytes, bool is_new, const void* return_address) {
  const InLibrary in_library;
  const Where where(return_address);
  if (is_new) refuse_library(where);
  return allocate_in_heap(bytes, where);
}

/// Counts as a write of the whole block: a thread that uses it at the same time races with this one.
void free_in_kernel(void* memory, const char* function, const void* return_address) {
  const InLibrary in_library;
  if (memory == nullptr) return;
  const Where where(return_address);
  const Classified c = classify(memory);
  const Allocation* const block = allocation_at(number(memory));
  const bool is_of_heap = block != nullptr && block->kind == AllocationKind::heap;
  if (is_of_heap && block->state == Allocation::State::live && c.offset == 0) {
    if (running.check)
      check_slowly(number(memory), block->bytes, Access::write, AccessKind::plain, false, where);
    return release_in_heap(number(memory), where);
  }
  report(!is_of_heap                        ? Problem::free_of_other_memory_in_kernel
         : c.region == Region::device_freed ? Problem::freed_twice
                                            : Problem::free_within_allocation,
         {{"function", function}, {"memory", describe_address(memory)}}, where);
}

/// False for memory of the device, which would damage the heap of the C library.
bool may_free_on_host(void* memory, const char* function, const void* return_address) {
  if (!space.contains(number(memory))) return true;
  report(Problem::free_of_device_memory_on_host,
         {{"function", function}, {"memory", describe_address(memory)}}, Where(return_address));
  return false;
}

}  // namespace

#define WGSIM_ALLOCATE(symbol, is_new, function)                                         \
  void* __wgsim_##symbol(std::size_t n) {                                                \
    if (running.user) return allocate_in_kernel(n, is_new, __builtin_return_address(0)); \
    return function(n);                                                                  \
  }
#define WGSIM_FREE(symbol, name, function, ...)                                         \
  void __wgsim_##symbol(void* memory __VA_OPT__(, ) __VA_ARGS__) {                      \
    if (running.user) return free_in_kernel(memory, name, __builtin_return_address(0)); \
    if (may_free_on_host(memory, name, __builtin_return_address(0))) function(memory);  \
  }

extern "C" {

WGSIM_ALLOCATE(malloc, false, std::malloc)
WGSIM_FREE(free, "free", std::free)
// operator new and operator delete, as the ABI for C++ of Itanium names them (clang 14 declares no delete
// that takes the size)
WGSIM_ALLOCATE(_Znwm, true, ::operator new)
WGSIM_ALLOCATE(_Znam, true, ::operator new[])
WGSIM_FREE(_ZdlPv, "delete", ::operator delete)
WGSIM_FREE(_ZdaPv, "delete", ::operator delete[])
WGSIM_FREE(_ZdlPvm, "delete", ::operator delete, std::size_t)
WGSIM_FREE(_ZdaPvm, "delete", ::operator delete[], std::size_t)

}  // extern "C"
