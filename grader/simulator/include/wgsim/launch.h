// What rewritten code calls (rewriter/): launches and __shared__ variables.
//
// A launch `k<<<grid, block>>>(args)` has become `wgsim_configure(grid, block), k(args)`, and k a stub that
// calls launch_kernel. That call converts the arguments to the parameters of the kernel, on the host, and
// packs them once. Each thread then unpacks a copy of its own, as bytes, as in CUDA. Unpacking reads host
// memory, so it is not instrumented.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "../vector_types.h"
#include "abi.h"
#include "config.h"

namespace wgsim {

/// Copies bytes without memcpy, which would be checked as an access of the kernel.
WGSIM_UNINSTRUMENTED inline void copy_unchecked(void* to, const void* from, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) {
    static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
    asm volatile("" : : : "memory");  // otherwise the compiler makes a memcpy of the loop
  }
}

/// Does the caller hand over an argument of class T by its bytes? A class that is not trivial for calls is
/// handed over as the address of a copy (Itanium C++ ABI, "non-trivial for the purposes of calls").
template <class T>
constexpr bool is_passed_as_bytes =
    std::is_trivially_destructible<T>::value &&
    (std::is_copy_constructible<T>::value || std::is_move_constructible<T>::value) &&
    std::is_copy_constructible<T>::value
        == std::is_trivially_copy_constructible<T>::value&& std::is_move_constructible<T>::value
        == std::is_trivially_move_constructible<T>::value;

/// A kernel and its arguments, one after the other. CUDA copies arguments as bytes: the constructors that
/// the host calls for a launch run on the host, and none runs in the kernel.
template <class... P>
struct PackedCall {
  void (*body)(P...);

  static constexpr std::size_t offset_of(std::size_t index) {
    constexpr std::size_t sizes[] = {sizeof(P)..., 0}, alignments[] = {alignof(P)..., 1};
    std::size_t offset = 0;
    for (std::size_t i = 0; i < index; ++i) {
      offset = (offset + alignments[i] - 1) / alignments[i] * alignments[i] + sizes[i];
    }
    const std::size_t alignment = alignments[index];
    return (offset + alignment - 1) / alignment * alignment;
  }
  static constexpr std::size_t alignment() {
    std::size_t largest = alignof(std::size_t);
    ((largest = alignof(P) > largest ? alignof(P) : largest), ...);
    return largest;
  }
  static constexpr std::size_t bytes =
      (offset_of(sizeof...(P)) + alignment() - 1) / alignment() * alignment();

  alignas(alignment()) char arguments[bytes + alignment()];

  template <std::size_t... index>
  WGSIM_UNINSTRUMENTED void pack(std::index_sequence<index...>, const P&... argument) {
    (copy_unchecked(arguments + offset_of(index), &argument, sizeof(P)), ...);
  }

  template <std::size_t... index>
  WGSIM_UNINSTRUMENTED static void call(void (*body)(P...), char* arguments, std::index_sequence<index...>) {
    // With a reference in the place of a class that is handed over by its address, no copy is made.
    using Body = void (*)(std::conditional_t<is_passed_as_bytes<P>, P, P&>...);
    reinterpret_cast<Body>(body)(*reinterpret_cast<P*>(arguments + offset_of(index))...);
  }

  /// Runs once per thread of the grid.
  __attribute__((noinline)) WGSIM_UNINSTRUMENTED static void thread_main(void* packed) {
    const PackedCall& call_of_all = *static_cast<const PackedCall*>(packed);
    alignas(alignment()) char own[bytes + 1];
    copy_unchecked(own, call_of_all.arguments, bytes);
    call(call_of_all.body, own, std::index_sequence_for<P...>());
  }
};

/// What the stub of a kernel does. max_threads: from __launch_bounds__. stub: the kernel, as the host knows
/// it. Not inlined, since inlining it at each launch takes long to compile.
template <class... P>
__attribute__((noinline)) void launch_kernel(const char* name, int max_threads, SameT<void (*)(P...)> stub,
                                             SameT<void (*)(P...)> body, SameT<P>... arguments) {
  PackedCall<P...> packed;
  packed.body = body;
  packed.pack(std::index_sequence_for<P...>(), arguments...);
  launch_configured({name, max_threads, reinterpret_cast<const void*>(stub), sizeof packed},
                    &PackedCall<P...>::thread_main, &packed);
}

// ---- Shared memory --------------------------------------------------------------------------------------

/// Its address is the key of a __shared__ variable: one for each declaration and instantiation.
template <class Declaration, int index>
inline char shared_key = 0;

template <class Declaration, int index, class T>
WGSIM_UNINSTRUMENTED inline T& shared(const char* name) {
  using Element = std::remove_all_extents_t<T>;
  return *static_cast<T*>(shared_variable(&shared_key<Declaration, index>, sizeof(T), alignof(Declaration),
                                          name, sizeof(Element)));
}

/// extern __shared__ T name[]. Aligned for any type, as on a GPU: kernels cast it to what they need.
template <class T>
WGSIM_UNINSTRUMENTED inline T& dynamic_shared_as(const char* name) {
  using Element = std::remove_all_extents_t<T>;
  constexpr std::size_t alignment = alignof(Element) > 16 ? alignof(Element) : 16;
  return *static_cast<T*>(dynamic_shared(alignment, name, sizeof(Element)));
}

}  // namespace wgsim

/// <<<grid, block, shared_bytes, stream>>>
void wgsim_configure(dim3 grid, dim3 block, std::size_t shared_bytes = 0, void* stream = nullptr,
                     wgsim::Site site = wgsim::Site::here());
