// What compact over a ring of tiles (compact.sm_90.cu) works on: how large things are, what a stage of the
// ring holds in shared memory, and what blocks tell each other in global memory.
#pragma once

#include <cstddef>
#include <cstring>

#include <cuda/atomic>

#include "tile_ring.cuh"

namespace compact {

/// Vectors: odd, then banks do not conflict; and 3 divides it, for points. Of small elements there are more
/// to work on in each byte: these need more warps.
template <class T>
struct Tuning {
  static constexpr int warps = sizeof(T) < 4 ? 12 : 4;    // of compactors, and as many of writers
  static constexpr int vectors = sizeof(T) < 4 ? 7 : 15;  // of 16 bytes, a thread
  static constexpr int threads = warps * 32;
  static constexpr int look_back_rows = 4;         // of 32 tiles, at once
  static constexpr int shared_bytes = 227 * 1024;  // of a block, at most

  // The roles: the first warp of each. Warps below the compactors are writers
  static constexpr int compactors = warps, loader = 2 * warps, looker = loader + 1, block_warps = loader + 2;
};

/// A thread's neighbours. Bytes are taken out of words by shifts: the compiler spills an array of bytes.
template <class T>
struct alignas(16) Run {
  static constexpr int words_of_all = Tuning<T>::vectors * 4, size = words_of_all * 4 / sizeof(T);
  static_assert(size * sizeof(T) == words_of_all * 4, "elements must fill a run");
  unsigned words[words_of_all];
  __device__ T operator[](int i) const {
    T item;
    if constexpr (sizeof(T) < 4) {
      const unsigned word = words[i * sizeof(T) / 4] >> (i * sizeof(T) % 4 * 8);
      std::memcpy(&item, &word, sizeof(T));
    } else {
      std::memcpy(&item, words + i * sizeof(T) / 4, sizeof(T));
    }
    return item;
  }
};

template <class T>
struct Stage {
  // Each warp has a part of 32 runs; in the end, what it keeps is at the beginning of the part
  Run<T> runs[Tuning<T>::threads];
  unsigned kept[Tuning<T>::warps];  // of each part (compactors)
  unsigned counted;                 // warps that have counted, and what they keep: see count_and_publish
  unsigned before;                  // what all tiles before this one keep (look-back)
  unsigned tile;                    // which it is; from tile_count on: the end (loader)
  tile_ring::Barrier loaded, ready, free;

  /// From that thread's first one on.
  __device__ T* items(int thread) { return reinterpret_cast<T*>(runs + thread); }
};
/// Tiles in the ring: what fits. They have 30 KB, or 42 KB of small elements.
template <class T>
constexpr int stages = Tuning<T>::shared_bytes / sizeof(Stage<T>);

template <class T, class Keep>
struct Compact {
  const T* in;
  T* out;
  std::size_t n;
  unsigned* count;
  Keep keep;
  bool aligned;  // in, to 16 bytes, as the copy engine needs it
  unsigned tile_count;
  unsigned* published;  // [tile_count], what each tile keeps, and 1 more: 0 is 'not known yet'. Zero at first
  unsigned* ticket;     // zero at first
};
template <class T>
constexpr std::size_t tile_items = std::size_t(Tuning<T>::threads) * Run<T>::size;
using Published = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

}  // namespace compact
