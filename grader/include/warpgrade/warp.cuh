// Shuffles of any trivially copyable type. CUDA's own take only built-in types, so generic code (over
// 2×2 matrices, say) can't use them. Like CUDA's: all lanes named in `mask` must call it together, and a
// source lane outside of the segment of `width` lanes leaves the own value.
#pragma once

#include <cstring>
#include <type_traits>

#include <cuda_runtime.h>

namespace warpgrade {

inline constexpr unsigned kFullWarp = 0xffffffffu;

#ifdef __WGSIM__

// The simulator moves any type at once, and tells findings by the line of the call.
#define WARPGRADE_SHUFFLE(name, kind, argument)                                                          \
  template <class T>                                                                                     \
  __device__ T name(T value, argument, unsigned mask = kFullWarp, int width = 32,                        \
                    wgsim::Site site = wgsim::Site::here()) {                                            \
    static_assert(std::is_trivially_copyable_v<T>, "only trivially copyable types can be shuffled");     \
    return wgsim::shuffle_value(mask, value, wgsim::Shuffle::kind, static_cast<int>(lane), width, site); \
  }
WARPGRADE_SHUFFLE(shfl, index, int lane)
WARPGRADE_SHUFFLE(shfl_up, up, unsigned lane)
WARPGRADE_SHUFFLE(shfl_down, down, unsigned lane)
WARPGRADE_SHUFFLE(shfl_xor, exclusive_or, int lane)
#undef WARPGRADE_SHUFFLE

#else

namespace details {

/// Applies a shuffle of 32-bit words to each word of the value.
template <class T, class ShuffleWord>
__device__ T shuffle_words(T value, ShuffleWord shuffle_word) {
  static_assert(std::is_trivially_copyable_v<T>, "only trivially copyable types can be shuffled");
  constexpr int count = (sizeof(T) + sizeof(unsigned) - 1) / sizeof(unsigned);
  unsigned words[count] = {};
  std::memcpy(words, &value, sizeof(T));
  for (int i = 0; i < count; ++i) words[i] = shuffle_word(words[i]);
  std::memcpy(&value, words, sizeof(T));
  return value;
}

}  // namespace details

/// The value of `lane` (within the caller's segment).
template <class T>
__device__ T shfl(T value, int lane, unsigned mask = kFullWarp, int width = 32) {
  return details::shuffle_words(value, [=](unsigned w) { return __shfl_sync(mask, w, lane, width); });
}

/// The value of the lane `delta` below; the lowest lanes keep their own.
template <class T>
__device__ T shfl_up(T value, unsigned delta, unsigned mask = kFullWarp, int width = 32) {
  return details::shuffle_words(value, [=](unsigned w) { return __shfl_up_sync(mask, w, delta, width); });
}

/// The value of the lane `delta` above; the highest lanes keep their own.
template <class T>
__device__ T shfl_down(T value, unsigned delta, unsigned mask = kFullWarp, int width = 32) {
  return details::shuffle_words(value, [=](unsigned w) { return __shfl_down_sync(mask, w, delta, width); });
}

/// The value of the lane whose number differs in the bits of `lane_mask`.
template <class T>
__device__ T shfl_xor(T value, int lane_mask, unsigned mask = kFullWarp, int width = 32) {
  return details::shuffle_words(value,
                                [=](unsigned w) { return __shfl_xor_sync(mask, w, lane_mask, width); });
}

#endif

}  // namespace warpgrade
