// Asynchronous copies of one thread (__pipeline_memcpy_async). Each copies at once, with plain loads and
// stores, but until the thread has waited for it in __pipeline_wait_prior nobody may use the copy. What
// others copied needs their wait and a barrier, as in CUDA.
#pragma once

#include <cstddef>

#include "cuda_runtime.h"

WGSIM_INLINE void __pipeline_memcpy_async(void* __restrict__ to, const void* __restrict__ from,
                                          std::size_t bytes, std::size_t zero_fill = 0,
                                          wgsim::Site site = wgsim::Site::here()) {
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
  wgsim::copy_under_way(to, from, copied, copied, 1, site);
}
inline void __pipeline_commit() { wgsim::commit_copies(); }
inline void __pipeline_wait_prior(std::size_t batches) { wgsim::wait_for_copies(batches); }
