// memcpy, memmove and memset. g++ replaces them by moves of its own where the size is a constant, behind the
// pass that puts in the hooks: such a copy would not be seen. So they are calls here, as with another size.
// One that copies 1, 2, 4, 8 or 16 bytes becomes a load and a store, as `*to = *from` would, before that
// pass; it stays, since kernels write so what __float_as_int does.
//
// The library's headers use g++'s names for them. driver/host_compiler.cpp makes macros of these names, so
// here they tell that it is a .cu file that is compiled, by g++. clang needs none of this: -fno-builtin
// leaves the calls alone.
#pragma once

#ifdef __builtin_memcpy

#include "config.h"

extern "C" {
void* __wgsim_memcpy(void* to, const void* from, __SIZE_TYPE__ bytes);
void* __wgsim_memmove(void* to, const void* from, __SIZE_TYPE__ bytes);
void* __wgsim_memset(void* to, int value, __SIZE_TYPE__ bytes);
}

#pragma push_macro("__builtin_memcpy")
#undef __builtin_memcpy

namespace wgsim {

// Templates, since constexpr functions of the library, which are none, call them where they run.
template <class = void>
WGSIM_INLINE constexpr bool is_one_access(__SIZE_TYPE__ bytes) {
  return __builtin_constant_p(bytes) && (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16);
}
template <class = void>
WGSIM_INLINE constexpr void* copy_bytes(void* to, const void* from, __SIZE_TYPE__ bytes) {
  return is_one_access(bytes) ? __builtin_memcpy(to, from, bytes) : __wgsim_memcpy(to, from, bytes);
}
template <class = void>
WGSIM_INLINE constexpr void* move_bytes(void* to, const void* from, __SIZE_TYPE__ bytes) {
  return is_one_access(bytes) ? __builtin_memcpy(to, from, bytes) : __wgsim_memmove(to, from, bytes);
}
template <class = void>
WGSIM_INLINE constexpr void* set_bytes(void* to, int value, __SIZE_TYPE__ bytes) {
  return __wgsim_memset(to, value, bytes);
}

}  // namespace wgsim

#pragma pop_macro("__builtin_memcpy")

// glibc's headers do the same for their own checks: a call uses this body; the address of the function is
// that of the library's.
#define WGSIM_IN_PLACE_OF_LIBRARYS extern "C" __attribute__((gnu_inline)) WGSIM_INLINE

WGSIM_IN_PLACE_OF_LIBRARYS void* memcpy(void* __restrict to, const void* __restrict from,
                                        __SIZE_TYPE__ bytes) noexcept {
  return wgsim::copy_bytes(to, from, bytes);
}
WGSIM_IN_PLACE_OF_LIBRARYS void* memmove(void* to, const void* from, __SIZE_TYPE__ bytes) noexcept {
  return wgsim::move_bytes(to, from, bytes);
}
WGSIM_IN_PLACE_OF_LIBRARYS void* memset(void* to, int value, __SIZE_TYPE__ bytes) noexcept {
  return wgsim::set_bytes(to, value, bytes);
}

#undef WGSIM_IN_PLACE_OF_LIBRARYS

#endif
