// Segmented scan in one pass over memory, with decoupled look-back (Merrill & Garland, 2016). Runs on every
// card.
//
// A run is a value and whether there is a head in it; joining runs is associative, so every scan will do.
// This is scan_look_back.cuh of unit 1, which see, on runs. Tiles publish only values: first what their
// elements make (the aggregate), later what everything up to them makes (the prefix). Where a tile has a
// head, nothing before it matters: then what it makes is the prefix, known without any look-back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <warpgrade/student.cuh>

#include "segmented_scan_runs.cuh"

namespace segmented_scan {

/// Of a tile: its block's threads, and the rows of each warp, of 32 vectors of 16 bytes, one a lane.
template <int threads_, int rows_>
struct Shape {
  static constexpr int threads = threads_, warps = threads / 32, rows = rows_;
};
/// For small arrays: they should have a tile for each multiprocessor. Bytes take a register each.
template <class T>
using Small = Shape<sizeof(T) < 4 ? 256 : 512, 4>;  // 32 KB
/// For large ones, several blocks on each multiprocessor: some load while others look back.
template <class T>
using Large = Shape<256, sizeof(T) < 4 ? 4 : 12>;  // 48 KB
constexpr std::size_t small_bytes = std::size_t(4) << 20;

template <class T>
struct Row {
  Vector<T> values;
  Heads<T> heads;
};

// ==== Warps ============================================================================================

/// The run of this lane and all below it.
template <class T, class Op>
__device__ Run<T> warp_inclusive(Run<T> run, Op op) {
  const int lane = threadIdx.x % 32;
  for (int delta = 1; delta < 32; delta *= 2) {
    const Run<T> left = warpgrade::shfl_up(run, delta);
    if (lane >= delta) run = join(left, run, op);
  }
  return run;
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

/// What all tiles before this one make, in every lane of the warp that calls it.
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
    if (lane < 31 - __clz(int(known))) sum = identity;
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
__device__ void load_rows(const T* in, const std::uint8_t* heads, std::size_t begin, std::size_t n,
                          bool aligned, T identity, Row<T>* rows) {
  constexpr int size = Vector<T>::size;
  begin += threadIdx.x % 32 * size;
  if (aligned && begin + row_count * 32 * size <= n) {
    for (int r = 0; r < row_count; ++r)
      rows[r] = {*reinterpret_cast<const Vector<T>*>(in + begin + r * 32 * size),
                 *reinterpret_cast<const Heads<T>*>(heads + begin + r * 32 * size)};
  } else {
    for (int r = 0; r < row_count; ++r)
      for (std::size_t i = 0, at = begin + r * 32 * size; i < size; ++i) {
        rows[r].values.items[i] = at + i < n ? in[at + i] : identity;
        rows[r].heads.flags[i] = at + i < n ? heads[at + i] : 0;
      }
  }
}

template <int row_count, class T>
__device__ void store_rows(T* out, std::size_t begin, std::size_t n, bool aligned, const Row<T>* rows) {
  constexpr int size = Vector<T>::size;
  begin += threadIdx.x % 32 * size;
  if (aligned && begin + row_count * 32 * size <= n) {
    for (int r = 0; r < row_count; ++r)
      *reinterpret_cast<Vector<T>*>(out + begin + r * 32 * size) = rows[r].values;
  } else {
    for (int r = 0; r < row_count; ++r)
      for (std::size_t i = 0, at = begin + r * 32 * size; i < size && at + i < n; ++i)
        out[at + i] = rows[r].values.items[i];
  }
}

template <class Shape, bool Inclusive, class T, class Op>
__global__ void __launch_bounds__(Shape::threads)
    look_back_kernel(const T* in, const std::uint8_t* heads, T* out, std::size_t n, bool aligned, T identity,
                     Op op, Tiles<T> tiles) {
  __shared__ unsigned shared_tile;
  __shared__ Run<T> warp_runs[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

  // ---- Take a ticket: blocks start in any order, but whoever waits must wait for blocks that have started
  if (threadIdx.x == 0) shared_tile = atomicAdd(tiles.ticket, 1u);
  __syncthreads();
  const unsigned tile = shared_tile;

  // ---- Load: a part of the tile for each warp
  const std::size_t part = std::size_t(tile) * Shape::warps + warp;
  const std::size_t begin = part * Shape::rows * 32 * Vector<T>::size;
  Row<T> rows[Shape::rows];
  load_rows<Shape::rows>(in, heads, begin, n, aligned, identity, rows);

  // ---- Reduce: vectors, rows, the warp's part
  Run<T> runs[Shape::rows];  // of the row up to this lane
  for (int r = 0; r < Shape::rows; ++r) {
    runs[r] = {identity, 0};
    for (int i = 0; i < Vector<T>::size; ++i)
      runs[r] = join(runs[r], Run<T>{rows[r].values.items[i], rows[r].heads.flags[i]}, op);
  }
  for (int delta = 1; delta < 32; delta *= 2)
    for (Run<T>& run : runs) {  // rows do not wait for each other: their shuffles overlap
      const Run<T> left = warpgrade::shfl_up(run, delta);
      if (lane >= delta) run = join(left, run, op);
    }
  Run<T> part_run{identity, 0};
  for (const Run<T>& run : runs) part_run = join(part_run, warpgrade::shfl(run, 31), op);
  if (lane == 0) warp_runs[warp] = part_run;
  __syncthreads();

  // ---- Publish and look back: one warp, which also scans the warps' runs
  if (warp == 0) {
    const Run<T> none{identity, 0};
    const Run<T> inclusive = warp_inclusive(lane < Shape::warps ? warp_runs[lane] : none, op);
    const Run<T> tile_run = warpgrade::shfl(inclusive, 31);
    const Run<T> left = warpgrade::shfl_up(inclusive, 1);
    if (lane == 0) tiles.publish(tile, tile_run.has_head ? prefix : aggregate, tile_run.value);
    const Run<T> before{look_back(tiles, tile, identity, op), 0};
    if (lane == 0 && !tile_run.has_head) tiles.publish(tile, prefix, op(before.value, tile_run.value));
    warp_runs[lane] = lane == 0 ? before : join(before, left, op);
  }
  __syncthreads();

  // ---- Scan: each vector, from what lies before it
  Run<T> before = warp_runs[warp];
  for (int r = 0; r < Shape::rows; ++r) {
    const Run<T> left = warpgrade::shfl_up(runs[r], 1);
    T sum = lane == 0 ? before.value : join(before, left, op).value;
    for (int i = 0; i < Vector<T>::size; ++i) {
      T& item = rows[r].values.items[i];
      if (rows[r].heads.flags[i]) sum = identity;
      const T with_item = op(sum, item);
      item = Inclusive ? with_item : sum;
      sum = with_item;
    }
    before = join(before, warpgrade::shfl(runs[r], 31), op);
  }
  store_rows<Shape::rows>(out, begin, n, aligned, rows);
}

/// In tiles of that shape.
template <class Shape, bool Inclusive, class T, class Op>
void look_back_scan(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                    cudaStream_t stream) {
  if (n == 0) return;
  constexpr std::size_t tile_items = Shape::threads * Shape::rows * Vector<T>::size;
  const std::size_t count = (n + tile_items - 1) / tile_items;
  const auto address = reinterpret_cast<std::uintptr_t>(in) | reinterpret_cast<std::uintptr_t>(heads) |
                       reinterpret_cast<std::uintptr_t>(out);

  unsigned long long* words = nullptr;  // of the tiles, and one for the ticket
  const std::size_t bytes = (count * Tiles<T>::pieces + 1) * sizeof *words;
  WARPGRADE_CHECK(cudaMallocAsync(&words, bytes, stream));
  WARPGRADE_CHECK(cudaMemsetAsync(words, 0, bytes, stream));
  const Tiles<T> tiles{words + 1, reinterpret_cast<unsigned*>(words)};
  look_back_kernel<Shape, Inclusive><<<unsigned(count), Shape::threads, 0, stream>>>(
      in, heads, out, n, address % 16 == 0, identity, op, tiles);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(words, stream));
}

}  // namespace segmented_scan
