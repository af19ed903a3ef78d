// Scan at the speed of memory, for Hopper (sm_90): a ring of tiles that the copy engine fills and empties.
// tasks: device_inclusive device_exclusive
//
// The fast scan.cu loads a tile, and then its threads wait for the sums of the tiles to the left, while the
// memory idles. Here one block stays on each multiprocessor, has a ring of tiles in shared memory, and its
// warps have roles. Tiles are loaded and reduced and their sums published several tiles AHEAD of the scan:
// when a tile's turn comes, the sums that it needs have been there for a while. No tile publishes what lies
// before it; a block remembers that of its previous tile, and adds the few sums in between.
//
//   loader      takes a ticket for the next tile, and has the copy engine fetch it
//   reducers    reduce it, note what lies before each thread, publish its sum
//   look-back   adds up the sums of all tiles from the block's previous one to this one
//   scanners    scan it in place, and have the copy engine write it
#include <algorithm>
#include <cstdint>

#include <warpgrade/student.cuh>

#include "early_launch.cuh"
#include "scan.cuh"
#include "scan_look_back.cuh"
#include "scan_ring.cuh"
#include "tile_ring.cuh"

namespace scan {

// ==== Roles ============================================================================================

template <class T, class Op>
__device__ void load_tiles(const Scan<T, Op>& scan, Stage<T>* ring) {
  const int lane = threadIdx.x % 32;
  for (tile_ring::Turn<Tuning::stages> turn;; turn.advance()) {
    Stage<T>& stage = ring[turn.stage];
    stage.free.wait(turn.parity ^ 1);  // of the round before: in the first, all are free
    // Blocks start in any order, and perhaps not all of them: with tickets, whoever waits for a tile to the
    // left waits for a block that runs
    unsigned tile = 0;
    if (lane == 0) tile = atomicAdd(scan.ticket, 1u);
    tile = warpgrade::shfl(tile, 0);

    // Whole vectors by the engine, the array's last elements by hand. The rest of its last tile is garbage,
    // which never gets to the left of itself: nobody needs to look out for it
    const std::size_t begin = tile * tile_items<T>;
    const std::size_t count = tile < scan.tile_count ? min(scan.n - begin, tile_items<T>) : 0;
    const std::size_t by_engine = scan.aligned ? count - count % Vector<T>::size : 0;
    T* items = stage.vectors[0].items;
    for (std::size_t i = by_engine + lane; i < count; i += 32) items[i] = scan.in[begin + i];
    if (lane > 0) {
      stage.loaded.arrive();
    } else {
      stage.tile = tile;
      stage.loaded.arrive_and_announce(by_engine * sizeof(T));
      if (by_engine > 0) tile_ring::fetch(items, scan.in + begin, by_engine * sizeof(T), stage.loaded);
    }
    if (tile >= scan.tile_count) return;
  }
}

/// Calls work(stage, parity) for each tile that the loader brings.
template <class T, class Op, class Work>
__device__ void for_each_tile(const Scan<T, Op>& scan, Stage<T>* ring, Work work) {
  for (tile_ring::Turn<Tuning::stages> turn;; turn.advance()) {
    Stage<T>& stage = ring[turn.stage];
    stage.loaded.wait(turn.parity);
    if (stage.tile >= scan.tile_count) return;
    work(stage, turn.parity);
  }
}

template <class T, class Op>
__device__ void reduce_tiles(const Scan<T, Op>& scan, Stage<T>* ring, int thread) {
  const int lane = thread % 32, warp = thread / 32;
  for_each_tile(scan, ring, [&](Stage<T>& stage, unsigned parity) {
    // The thread's run of neighbours, then the warp's lanes
    T sum = scan.identity;
    for (int v = 0; v < Tuning::vectors; ++v) {
      const Vector<T> vector = stage.vectors[thread * Tuning::vectors + v];
      for (const T& item : vector.items) sum = scan.op(sum, item);
    }
    for (int delta = 1; delta < 32; delta *= 2) {
      const T left = warpgrade::shfl_up(sum, delta);
      if (lane >= delta) sum = scan.op(left, sum);
    }
    const T left = warpgrade::shfl_up(sum, 1);
    stage.thread_before[thread] = lane == 0 ? scan.identity : left;
    if (lane == 31) stage.warp_before[warp] = sum;
    stage.reduced.arrive();

    // One thread combines the warps, and publishes
    if (thread > 0) return;
    stage.reduced.wait(parity);
    T tile_sum = scan.identity;
    for (T& warp_sum : stage.warp_before) {
      const T before = tile_sum;
      tile_sum = scan.op(tile_sum, warp_sum);
      warp_sum = before;
    }
    scan.sums.publish(stage.tile, tile_sum);
    stage.ready.arrive();
  });
}

template <class T, class Op>
__device__ void look_back(const Scan<T, Op>& scan, Stage<T>* ring) {
  constexpr int rows = Tuning::look_back_rows;
  const int lane = threadIdx.x % 32;
  T before = scan.identity;  // the sum of all tiles before `next`
  unsigned next = 0;
  for_each_tile(scan, ring, [&](Stage<T>& stage, unsigned) {
    for (const unsigned tile = stage.tile; next < tile; next = min(next + 32 * rows, tile)) {
      // Ask for all at once, again and again until all are there. Past the tile: what is asked for is there
      T sums[rows];
      bool complete;
      do {
        complete = true;
        for (int r = 0; r < rows; ++r)
          complete &= scan.sums.read(min(next + r * 32 + lane, tile - 1), sums[r]);
      } while (!complete);
      for (int r = 0; r < rows; ++r)
        if (next + r * 32 + lane >= tile) sums[r] = scan.identity;
      __syncwarp();

      // Each row from left to right, then the rows
      for (int delta = 1; delta < 32; delta *= 2)
        for (T& sum : sums) {
          const T right = warpgrade::shfl_down(sum, delta);
          if (lane + delta < 32) sum = scan.op(sum, right);
        }
      for (const T& sum : sums) before = scan.op(before, warpgrade::shfl(sum, 0));
    }
    if (lane > 0) return;
    stage.before = before;
    stage.ready.arrive();
  });
}

template <bool Inclusive, class T, class Op>
__device__ void scan_tiles(const Scan<T, Op>& scan, Stage<T>* ring, int thread) {
  const int lane = thread % 32, warp = thread / 32;
  for_each_tile(scan, ring, [&](Stage<T>& stage, unsigned parity) {
    stage.ready.wait(parity);

    // In place, from what lies before the thread
    T sum = scan.op(scan.op(stage.before, stage.warp_before[warp]), stage.thread_before[thread]);
    for (int v = 0; v < Tuning::vectors; ++v) {
      Vector<T> vector = stage.vectors[thread * Tuning::vectors + v];
      for (T& item : vector.items) {
        const T with_item = scan.op(sum, item);
        item = Inclusive ? with_item : sum;
        sum = with_item;
      }
      stage.vectors[thread * Tuning::vectors + v] = vector;
    }

    // Each warp writes its part: by the engine if it is whole, else by hand
    constexpr std::size_t part = tile_items<T> / Tuning::warps;
    const std::size_t begin = stage.tile * tile_items<T> + warp * part;
    const T* items = stage.vectors[0].items + warp * part;
    tile_ring::show_to_engine();
    __syncwarp();
    if (!scan.aligned || begin + part > scan.n) {
      for (std::size_t i = lane; i < part && begin + i < scan.n; i += 32) scan.out[begin + i] = items[i];
    } else if (lane == 0) {
      tile_ring::write_back(scan.out + begin, items, part * sizeof(T));
    }
    stage.free.arrive();
  });
}

// ==== Kernels and their launches =======================================================================

/// Not cudaMemsetAsync: only behind a kernel may the next one start early.
static __global__ void reset_kernel(unsigned long long* words, std::size_t count) {
  cudaTriggerProgrammaticLaunchCompletion();
  const std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  if (i < count) words[i] = 0;
}

template <bool Inclusive, class T, class Op>
__global__ void __launch_bounds__(block_warps * 32, 1) ring_kernel(const Scan<T, Op> scan) {
  extern __shared__ uint4 shared[];
  Stage<T>* ring = reinterpret_cast<Stage<T>*>(shared);  // [stages]
  const int thread = threadIdx.x, warp = thread / 32;
  if (thread < Tuning::stages) {
    Stage<T>& stage = ring[thread];
    stage.loaded.init(32);                // the loader's lanes
    stage.reduced.init(Tuning::threads);  // reducers
    stage.ready.init(2);                  // reducers' first thread, look-back
    stage.free.init(Tuning::threads);     // scanners
    tile_ring::publish_barriers();
  }
  cudaGridDependencySynchronize();  // from here on the ticket and the sums are zero
  __syncthreads();
  if (warp == loader)
    load_tiles(scan, ring);
  else if (warp == looker)
    look_back(scan, ring);
  else if (warp >= reducers)
    reduce_tiles(scan, ring, thread - reducers * 32);
  else
    scan_tiles<Inclusive>(scan, ring, thread);
}

template <class T>
constexpr int ring_bytes = Tuning::stages * sizeof(Stage<T>);

template <bool Inclusive, class T, class Op>
void ring_scan(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  const std::size_t tile_count = (n + tile_items<T> - 1) / tile_items<T>;
  const auto address = reinterpret_cast<std::uintptr_t>(in) | reinterpret_cast<std::uintptr_t>(out);
  unsigned long long* words = nullptr;  // one for the ticket, and those of the sums
  const std::size_t word_count = 1 + tile_count * Sums<T>::pieces;
  WARPGRADE_CHECK(cudaMallocAsync(&words, word_count * sizeof *words, stream));
  reset_kernel<<<unsigned((word_count + 255) / 256), 256, 0, stream>>>(words, word_count);
  WARPGRADE_CHECK_LAUNCH();
  auto* ticket = reinterpret_cast<unsigned*>(words);
  const Scan<T, Op> scan{in,          out,   n, identity, op, address % 16 == 0, unsigned(tile_count),
                         {words + 1}, ticket};

  const auto kernel = ring_kernel<Inclusive, T, Op>;
  WARPGRADE_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, ring_bytes<T>));
  const auto blocks = unsigned(std::min<std::size_t>(tile_count, warpgrade::multiprocessors()));
  launch_early(kernel, blocks, block_warps * 32, ring_bytes<T>, stream, scan);
  WARPGRADE_CHECK(cudaFreeAsync(words, stream));
}

/// While an array of up to 24 MB is scanned, the ring of a block goes around once at most. Tiles that look
/// back are faster then: small ones as long as not every multiprocessor has one, then larger ones.
template <bool Inclusive, class T, class Op>
void device_scan(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  constexpr std::size_t MB = std::size_t(1) << 20;
  const std::size_t bytes = n * sizeof(T);
  if (bytes <= (sizeof(T) < 4 ? 24 : 2) * MB)  // as in scan.cu
    look_back_scan<Shape<512, 4>, Inclusive>(in, out, n, identity, op, stream);
  else if (bytes <= 24 * MB || !tile_ring::fits(ring_bytes<T>))
    look_back_scan<Shape<512, 8>, Inclusive>(in, out, n, identity, op, stream);
  else
    ring_scan<Inclusive>(in, out, n, identity, op, stream);
}

template <class T, class Op>
void device_inclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  device_scan<true>(in, out, n, identity, op, stream);
}

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  device_scan<false>(in, out, n, identity, op, stream);
}

}  // namespace scan
