// Asynchronous copies of one thread (__pipeline_memcpy_async). Each copies at once, with plain loads and
// stores. After
// __pipeline_wait_prior a thread may read what it copied itself; what others copied needs a barrier, as in
// CUDA, and without it is a race. That a thread does not wait for its own copies is not seen.
#pragma once

#include <cstddef>

#include "cuda_runtime.h"

WGSIM_INLINE void __pipeline_memcpy_async(void* __restrict__ to, const void* __restrict__ from,
                                          std::size_t bytes, std::size_t zero_fill = 0) {
  const std::size_t copied = bytes - zero_fill;
  if (bytes == 16 && zero_fill == 0) {
    *static_cast<uint4*>(to) = *static_cast<const uint4*>(from);
  } else if (bytes == 8 && zero_fill == 0) {
    *static_cast<uint2*>(to) = *static_cast<const uint2*>(from);
  } else if (bytes == 4 && zero_fill == 0) {
    *static_cast<unsigned*>(to) = *static_cast<const unsigned*>(from);
  } else {
    for (std::size_t i = 0; i < bytes; ++i)
      static_cast<char*>(to)[i] = i < copied ? static_cast<const char*>(from)[i] : '\0';
  }
}
WGSIM_INLINE void __pipeline_commit() {}
WGSIM_INLINE void __pipeline_wait_prior(std::size_t /*stages*/) {}
