// What the scan over a ring of tiles (scan.sm_90.cu) works on: how large things are, what a stage of the ring
// holds in shared memory, and what blocks tell each other in global memory.
#pragma once

#include <cstddef>
#include <cstring>

#include <cuda/atomic>

#include "scan_vector.cuh"
#include "tile_ring.cuh"

namespace scan {

struct Tuning {
  static constexpr int warps = 4;  // of reducers, and as many of scanners
  static constexpr int threads = warps * 32;
  static constexpr int vectors = 15;  // of 16 bytes, a thread. Odd: no bank conflicts
  static constexpr int tile_vectors = threads * vectors;
  static constexpr int stages = 7;          // tiles in the ring, 30 KB each: what fits
  static constexpr int look_back_rows = 4;  // of 32 tiles, at once
};
enum Role : int { scanners = 0, reducers = Tuning::warps, loader = 2 * Tuning::warps, looker, block_warps };

template <class T>
struct Stage {
  Vector<T> vectors[Tuning::tile_vectors];
  T before;                          // all tiles before this one (look-back)
  T warp_before[Tuning::warps];      // all warps of the tile before this one (reducers)
  T thread_before[Tuning::threads];  // all threads of the warp before this one (reducers)
  unsigned tile;                     // which it is; from tile_count on: the end (loader)
  tile_ring::Barrier loaded, reduced, ready, free;
};

// ==== What all blocks share ============================================================================

/// The sums that tiles publish. Each 4 bytes travel with a flag in one word of 8 bytes, which is written and
/// read at once: nobody sees the flag without the value, so no fence is needed.
template <class T>
struct Sums {
  static constexpr int pieces = (sizeof(T) + 3) / 4;
  using Word = cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>;
  unsigned long long* words;  // [tile_count][pieces], all zero at first

  __device__ void publish(unsigned tile, T sum) const {
    unsigned bits[pieces] = {};
    std::memcpy(bits, &sum, sizeof(T));
    for (int p = 0; p < pieces; ++p)
      Word(words[std::size_t(tile) * pieces + p]).store(1ull << 32 | bits[p], cuda::memory_order_relaxed);
  }
  /// False: not there yet.
  __device__ bool read(unsigned tile, T& sum) const {
    unsigned bits[pieces];
    bool complete = true;
    for (int p = 0; p < pieces; ++p) {
      const unsigned long long word =
          Word(words[std::size_t(tile) * pieces + p]).load(cuda::memory_order_relaxed);
      bits[p] = unsigned(word);
      complete &= word >> 32 != 0;
    }
    std::memcpy(&sum, bits, sizeof(T));
    return complete;
  }
};

template <class T, class Op>
struct Scan {
  const T* in;
  T* out;
  std::size_t n;
  T identity;
  Op op;
  bool aligned;  // to 16 bytes, both in and out: as the copy engine needs it
  unsigned tile_count;
  Sums<T> sums;
  unsigned* ticket;  // zero at first
};
template <class T>
constexpr std::size_t tile_items = Tuning::tile_vectors* Vector<T>::size;

}  // namespace scan
