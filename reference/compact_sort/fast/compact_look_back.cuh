// One pass over memory, with decoupled look-back (Merrill & Garland, 2016). Runs on every card.
//
// Each block has one tile. To compact it one need not know where it will go: the warps read rows of 32
// neighbours, and put what they keep into shared memory, dense. Only then one warp asks what the tiles to the
// left keep: they have published first their own count, and later the sum of everything up to them. When that
// is known, each warp writes its part as one run, in whole lines. The readable compact.cu keeps elements in
// registers instead, and scatters them row by row; its tiles are smaller, too.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <warpgrade/student.cuh>

namespace compact {

/// Of a tile: its block's threads, and how much each holds in registers: one element of each of its warp's
/// rows. Bytes take a register each, too.
template <int threads_, int row_bytes>
struct Shape {
  static constexpr int threads = threads_, warps = threads / 32;
  template <class T>
  static constexpr int rows = std::max<int>(1, row_bytes / std::max<int>(sizeof(T), 4));
  template <class T>
  static constexpr int part_items = 32 * rows<T>;  // of a warp
  template <class T>
  static constexpr std::size_t tile_items = std::size_t(warps) * part_items<T>;
};

// ==== Tiles: what each has published ===================================================================

/// A count and what it is travel in one word, which is written and read at once: no fence is needed.
enum Status : unsigned { nothing, own_count, sum_so_far };
struct Tiles {
  volatile unsigned long long* words;  // one for each tile, all zero at first: nothing
  unsigned* ticket;                    // zero at first

  __device__ void publish(unsigned tile, Status status, unsigned count) const {
    words[tile] = (unsigned long long)(status) << 32 | count;
  }
  /// Waits until the tile has published something.
  __device__ Status wait_for(unsigned tile, unsigned& count) const {
    unsigned long long word;
    do word = words[tile];
    while (word == 0);
    count = unsigned(word);
    return Status(word >> 32);
  }
};

/// The sum of all lanes, in all lanes.
__device__ inline unsigned warp_sum(unsigned value) {
  for (int mask = 1; mask < 32; mask *= 2) value += warpgrade::shfl_xor(value, mask);
  return value;
}

/// What all tiles before this one keep, in every lane of the warp that calls it.
__device__ inline unsigned look_back(const Tiles& tiles, unsigned tile) {
  const int lane = threadIdx.x % 32;
  unsigned before = 0;
  for (long long window = (long long)(tile)-32;; window -= 32) {
    // Look: lane 31 at the nearest tile. Left of the first tile lies nothing, which is known
    Status status = sum_so_far;
    unsigned count = 0;
    if (window + lane >= 0) status = tiles.wait_for(unsigned(window + lane), count);

    // Add up from the nearest sum on
    const unsigned known = __ballot_sync(warpgrade::kFullWarp, status == sum_so_far);
    before += warp_sum(lane < 31 - __clz(int(known)) ? 0 : count);
    if (known != 0) return before;
  }
}

// ==== The pass =========================================================================================

/// Puts what the warp keeps of its part, which begins at element `begin`, to `kept`; returns how many.
template <int rows, bool Whole, class T, class Keep>
__device__ unsigned compact_part(const T* in, std::size_t begin, std::size_t n, Keep keep, T* kept) {
  const int lane = threadIdx.x % 32;
  T items[rows];
#pragma unroll
  for (int r = 0; r < rows; ++r)  // all loads first: they overlap
    if (Whole || begin + r * 32 + lane < n) items[r] = in[begin + r * 32 + lane];
  unsigned count = 0;
#pragma unroll
  for (int r = 0; r < rows; ++r) {
    const bool flag = (Whole || begin + r * 32 + lane < n) && keep(items[r]);
    const unsigned flags = __ballot_sync(warpgrade::kFullWarp, flag);
    if (flag) kept[count + __popc(flags & ((1u << lane) - 1))] = items[r];
    count += __popc(flags);
  }
  return count;
}

/// A warp copies. In words, if elements consist of these, and lane 0 begins at a multiple of 32: the lanes
/// write neighbours, and whole lines.
template <int unroll, class T>
__device__ void write_run(const T* kept, unsigned count, T* out) {
  using Unit = std::conditional_t<alignof(T) % 4 == 0, unsigned, T>;
  const auto* from = reinterpret_cast<const Unit*>(kept);
  auto* to = reinterpret_cast<Unit*>(out);
  const int end = int(count * (sizeof(T) / sizeof(Unit)));
  const int past = int(reinterpret_cast<std::uintptr_t>(to) / sizeof(Unit) % 32);
#pragma unroll unroll
  for (int i = int(threadIdx.x % 32) - past; i < end; i += 32)
    if (i >= 0) to[i] = from[i];
}

template <class Shape, class T, class Keep>
__global__ void __launch_bounds__(Shape::threads)
    look_back_kernel(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, Tiles tiles) {
  constexpr int rows = Shape::template rows<T>, part_items = Shape::template part_items<T>;
  __shared__ unsigned shared_tile;
  __shared__ unsigned firsts[Shape::warps];  // what each warp keeps; then where the first one goes
  __shared__ T kept[Shape::warps][part_items];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

  // ---- Take a ticket: blocks start in any order, but whoever waits must wait for blocks that have started
  if (threadIdx.x == 0) shared_tile = atomicAdd(tiles.ticket, 1u);
  __syncthreads();
  const unsigned tile = shared_tile;

  // ---- Compact: a part of the tile for each warp
  const std::size_t begin = tile * Shape::template tile_items<T> + warp * part_items;
  const bool whole = begin + part_items <= n;
  const unsigned mine = whole ? compact_part<rows, true>(in, begin, n, keep, kept[warp])
                              : compact_part<rows, false>(in, begin, n, keep, kept[warp]);
  if (lane == 0) firsts[warp] = mine;
  __syncthreads();

  // ---- Publish and look back: one warp, which also scans the warps' counts
  if (warp == 0) {
    const unsigned warp_kept = lane < Shape::warps ? firsts[lane] : 0;
    unsigned end = warp_kept;
    for (int delta = 1; delta < 32; delta *= 2) {
      const unsigned left = warpgrade::shfl_up(end, delta);
      if (lane >= delta) end += left;
    }
    const unsigned total = warpgrade::shfl(end, 31);
    if (lane == 0) tiles.publish(tile, own_count, total);
    const unsigned before = look_back(tiles, tile);
    if (lane == 0) tiles.publish(tile, sum_so_far, before + total);
    if (lane == 0 && tile == gridDim.x - 1) *count = before + total;
    if (lane < Shape::warps) firsts[lane] = before + end - warp_kept;
  }
  __syncthreads();

  // ---- Write
  write_run<4>(kept[warp], mine, out + firsts[warp]);
}

/// In tiles of that shape.
template <class Shape, class T, class Keep>
void look_back_compact(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  if (n == 0) {  // no tile would set the count
    WARPGRADE_CHECK(cudaMemsetAsync(count, 0, sizeof *count, stream));
    return;
  }
  constexpr std::size_t tile_items = Shape::template tile_items<T>;
  const std::size_t tile_count = (n + tile_items - 1) / tile_items;
  unsigned long long* words = nullptr;  // of the tiles, and one for the ticket
  const std::size_t bytes = (tile_count + 1) * sizeof *words;
  WARPGRADE_CHECK(cudaMallocAsync(&words, bytes, stream));
  WARPGRADE_CHECK(cudaMemsetAsync(words, 0, bytes, stream));
  const Tiles tiles{words + 1, reinterpret_cast<unsigned*>(words)};
  look_back_kernel<Shape>
      <<<unsigned(tile_count), Shape::threads, 0, stream>>>(in, out, n, count, keep, tiles);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(words, stream));
}

}  // namespace compact
