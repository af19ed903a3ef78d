// What the segmented scan over a ring of tiles (segmented_scan.sm_90.cu) works on: how large things are,
// what a stage of the ring holds in shared memory, and what blocks tell each other in global memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <cuda/atomic>

#include "segmented_scan_runs.cuh"
#include "tile_ring.cuh"

namespace segmented_scan {

struct Tuning {
  static constexpr int warps = 10;  // of reducers, and as many of scanners
  static constexpr int threads = warps * 32;
  static constexpr int vectors = 7;  // of 16 bytes, a thread. Odd: no bank conflicts
  static constexpr int tile_vectors = threads * vectors;
  static constexpr int look_back_rows = 4;         // of 32 tiles, at once
  static constexpr int shared_bytes = 227 * 1024;  // of a block, at most
};
enum Role : int { scanners = 0, reducers = Tuning::warps, loader = 2 * Tuning::warps, looker, block_warps };

template <class T>
struct Stage {
  Vector<T> vectors[Tuning::tile_vectors];
  alignas(16) Heads<T> heads[Tuning::tile_vectors];
  Run<T> before;                          // all tiles before this one (look-back)
  Run<T> warp_before[Tuning::warps];      // all warps of the tile before this one (reducers)
  Run<T> thread_before[Tuning::threads];  // all threads of the warp before this one (reducers)
  unsigned tile;                          // which it is; from tile_count on: the end (loader)
  tile_ring::Barrier loaded, reduced, ready, free;
};
/// Tiles in the ring: what fits. 35 KB each, and a head for each element: 9 KB if these are words.
template <class T>
constexpr int stages = Tuning::shared_bytes / sizeof(Stage<T>);

/// The runs that tiles publish. Each 4 bytes of a value travel with a mark in one word of 8 bytes, which is
/// written and read at once: nobody sees the mark without the value, so no fence is needed.
template <class T>
struct Runs {
  static constexpr int pieces = (sizeof(T) + 3) / 4;
  enum Mark : unsigned { nothing, no_head, has_head };
  using Word = cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>;
  unsigned long long* words;  // [tile_count][pieces], all zero at first

  __device__ void publish(unsigned tile, const Run<T>& run) const {
    const unsigned long long mark = run.has_head ? has_head : no_head;
    unsigned bits[pieces] = {};
    std::memcpy(bits, &run.value, sizeof(T));
    for (int p = 0; p < pieces; ++p)
      Word(words[std::size_t(tile) * pieces + p]).store(mark << 32 | bits[p], cuda::memory_order_relaxed);
  }
  /// False: not there yet.
  __device__ bool read(unsigned tile, Run<T>& run) const {
    unsigned bits[pieces];
    bool complete = true;
    for (int p = 0; p < pieces; ++p) {
      const unsigned long long word =
          Word(words[std::size_t(tile) * pieces + p]).load(cuda::memory_order_relaxed);
      bits[p] = unsigned(word);
      complete &= word >> 32 != nothing;
      run.has_head = word >> 32 == has_head;
    }
    std::memcpy(&run.value, bits, sizeof(T));
    return complete;
  }
};

template <class T, class Op>
struct Scan {
  const T* in;
  const std::uint8_t* heads;
  T* out;
  std::size_t n;
  T identity;
  Op op;
  bool aligned;  // to 16 bytes, all arrays: as the copy engine needs it
  unsigned tile_count;
  Runs<T> runs;
  unsigned* ticket;  // zero at first
};
template <class T>
constexpr std::size_t tile_items = Tuning::tile_vectors* Vector<T>::size;

}  // namespace segmented_scan
