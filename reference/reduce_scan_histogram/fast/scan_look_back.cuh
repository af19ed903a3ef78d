// One pass over memory, with decoupled look-back (Merrill & Garland, 2016). Runs on every card.
//
// Each block scans one tile. What lies before the tile it learns from the tiles to its left, which publish
// first their own sum (the aggregate) and later the sum of everything up to them (the prefix): one warp looks
// back over 32 tiles at a time, adds up aggregates, and is done at the first prefix. So each element is read
// once and written once, 8 bytes for 4, where reduce-then-scan moves 12.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <warpgrade/student.cuh>

#include "scan_vector.cuh"

namespace scan {

/// Of a tile: its block's threads, and the rows of each warp, of 32 vectors of 16 bytes, one a lane.
template <int threads_, int rows_>
struct Shape {
  static constexpr int threads = threads_, warps = threads / 32, rows = rows_;
};

// ==== Warps: the sums of 32 lanes, left to right =======================================================

/// The sum of this lane and all below it.
template <class T, class Op>
__device__ T warp_inclusive(T sum, Op op) {
  const int lane = threadIdx.x % 32;
  for (int delta = 1; delta < 32; delta *= 2) {
    const T left = warpgrade::shfl_up(sum, delta);
    if (lane >= delta) sum = op(left, sum);
  }
  return sum;
}

// ==== Tiles: what each has published ===================================================================

enum Status : unsigned { nothing, aggregate, prefix };

/// Each 4 bytes of a value travel with the tile's status in one word of 8 bytes, which is written and read at
/// once: nobody sees the status without the value, so no fence is needed.
template <class T>
struct Tiles {
  static constexpr int pieces = (sizeof(T) + 3) / 4;
  volatile unsigned long long* words;  // [tiles][pieces], all zero at first: nothing
  unsigned* ticket;                    // zero at first

  __device__ void publish(unsigned tile, Status status, T value) const {
    unsigned bits[pieces] = {};
    std::memcpy(bits, &value, sizeof(T));
    for (int p = 0; p < pieces; ++p)
      words[std::size_t(tile) * pieces + p] = (unsigned long long)(status) << 32 | bits[p];
  }

  /// Waits until the tile has published something.
  __device__ Status wait_for(unsigned tile, T& value) const {
    unsigned bits[pieces], status;
    bool complete;  // all pieces are there, and of the same value
    do {
      complete = true;
      for (int p = 0; p < pieces; ++p) {
        const unsigned long long word = words[std::size_t(tile) * pieces + p];
        if (p == 0) status = unsigned(word >> 32);
        bits[p] = unsigned(word);
        complete = complete && status != nothing && unsigned(word >> 32) == status;
      }
    } while (!complete);
    std::memcpy(&value, bits, sizeof(T));
    return Status(status);
  }
};

/// The sum of all tiles before this one, in every lane of the warp that calls it.
template <class T, class Op>
__device__ T look_back(const Tiles<T>& tiles, unsigned tile, T identity, Op op) {
  const int lane = threadIdx.x % 32;
  T before = identity;
  for (long long window = (long long)(tile)-32;; window -= 32) {
    // Look: lane 31 at the nearest tile. Left of the first tile lies nothing, which is known.
    Status status = prefix;
    T sum = identity;
    if (window + lane >= 0) status = tiles.wait_for(unsigned(window + lane), sum);

    // Add up from the nearest prefix on, in order
    const unsigned known = __ballot_sync(warpgrade::kFullWarp, status == prefix);
    if (lane < 31 - __clz(known)) sum = identity;
    for (int delta = 1; delta < 32; delta *= 2) {
      const T right = warpgrade::shfl_down(sum, delta);
      if (lane + delta < 32) sum = op(sum, right);
    }
    before = op(warpgrade::shfl(sum, 0), before);
    if (known != 0) return before;
  }
}

// ==== The pass =========================================================================================

/// This lane's vectors of the warp's rows, the first of which begins at element `begin`. Past n: identity.
template <int row_count, class T>
__device__ void load_rows(const T* in, std::size_t begin, std::size_t n, bool aligned, T identity,
                          Vector<T>* rows) {
  constexpr int size = Vector<T>::size;
  begin += threadIdx.x % 32 * size;
  if (aligned && begin + (row_count - 1) * 32 * size + size <= n) {
    for (int r = 0; r < row_count; ++r)
      rows[r] = *reinterpret_cast<const Vector<T>*>(in + begin + r * 32 * size);
  } else {
    for (int r = 0; r < row_count; ++r)
      for (std::size_t i = 0, at = begin + r * 32 * size; i < size; ++i)
        rows[r].items[i] = at + i < n ? in[at + i] : identity;
  }
}

template <int row_count, class T>
__device__ void store_rows(T* out, std::size_t begin, std::size_t n, bool aligned, const Vector<T>* rows) {
  constexpr int size = Vector<T>::size;
  begin += threadIdx.x % 32 * size;
  if (aligned && begin + (row_count - 1) * 32 * size + size <= n) {
    for (int r = 0; r < row_count; ++r) *reinterpret_cast<Vector<T>*>(out + begin + r * 32 * size) = rows[r];
  } else {
    for (int r = 0; r < row_count; ++r)
      for (std::size_t i = 0, at = begin + r * 32 * size; i < size && at + i < n; ++i)
        out[at + i] = rows[r].items[i];
  }
}

template <class Shape, bool Inclusive, class T, class Op>
__global__ void __launch_bounds__(Shape::threads)
    look_back_kernel(const T* in, T* out, std::size_t n, bool aligned, T identity, Op op, Tiles<T> tiles) {
  __shared__ unsigned shared_tile;
  __shared__ T warp_sums[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

  // ---- Take a ticket: blocks start in any order, but whoever waits must wait for blocks that have started
  if (threadIdx.x == 0) shared_tile = atomicAdd(tiles.ticket, 1u);
  __syncthreads();
  const unsigned tile = shared_tile;

  // ---- Load: a part of the tile for each warp
  const std::size_t part = std::size_t(tile) * Shape::warps + warp;
  const std::size_t begin = part * Shape::rows * 32 * Vector<T>::size;
  Vector<T> rows[Shape::rows];
  load_rows<Shape::rows>(in, begin, n, aligned, identity, rows);

  // ---- Reduce: vectors, rows, the warp's part
  T sums[Shape::rows];  // of the row up to this lane
  for (int r = 0; r < Shape::rows; ++r) {
    sums[r] = rows[r].items[0];
    for (int i = 1; i < Vector<T>::size; ++i) sums[r] = op(sums[r], rows[r].items[i]);
  }
  for (int delta = 1; delta < 32; delta *= 2)
    for (T& sum : sums) {  // rows do not wait for each other: their shuffles overlap
      const T left = warpgrade::shfl_up(sum, delta);
      if (lane >= delta) sum = op(left, sum);
    }
  T part_sum = identity;
  for (const T& sum : sums) part_sum = op(part_sum, warpgrade::shfl(sum, 31));
  if (lane == 0) warp_sums[warp] = part_sum;
  __syncthreads();

  // ---- Publish and look back: one warp, which also scans the warps' sums
  if (warp == 0) {
    const T inclusive = warp_inclusive(lane < Shape::warps ? warp_sums[lane] : identity, op);
    const T tile_sum = warpgrade::shfl(inclusive, 31);
    const T left = warpgrade::shfl_up(inclusive, 1);
    if (lane == 0) tiles.publish(tile, aggregate, tile_sum);
    const T before = look_back(tiles, tile, identity, op);
    if (lane == 0) tiles.publish(tile, prefix, op(before, tile_sum));
    warp_sums[lane] = lane == 0 ? before : op(before, left);
  }
  __syncthreads();

  // ---- Scan: each vector, from what lies before it
  T before = warp_sums[warp];
  for (int r = 0; r < Shape::rows; ++r) {
    const T left = warpgrade::shfl_up(sums[r], 1);
    T sum = lane == 0 ? before : op(before, left);
    for (T& item : rows[r].items) {
      const T with_item = op(sum, item);
      item = Inclusive ? with_item : sum;
      sum = with_item;
    }
    before = op(before, warpgrade::shfl(sums[r], 31));
  }
  store_rows<Shape::rows>(out, begin, n, aligned, rows);
}

/// In tiles of that shape.
template <class Shape, bool Inclusive, class T, class Op>
void look_back_scan(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  constexpr std::size_t tile_items = Shape::threads * Shape::rows * Vector<T>::size;
  const std::size_t count = (n + tile_items - 1) / tile_items;
  const auto address = reinterpret_cast<std::uintptr_t>(in) | reinterpret_cast<std::uintptr_t>(out);

  unsigned long long* words = nullptr;  // of the tiles, and one for the ticket
  const std::size_t bytes = (count * Tiles<T>::pieces + 1) * sizeof *words;
  WARPGRADE_CHECK(cudaMallocAsync(&words, bytes, stream));
  WARPGRADE_CHECK(cudaMemsetAsync(words, 0, bytes, stream));
  const Tiles<T> tiles{words + 1, reinterpret_cast<unsigned*>(words)};
  look_back_kernel<Shape, Inclusive>
      <<<unsigned(count), Shape::threads, 0, stream>>>(in, out, n, address % 16 == 0, identity, op, tiles);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(words, stream));
}

}  // namespace scan
