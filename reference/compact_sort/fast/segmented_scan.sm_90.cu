// Segmented scan at the speed of memory, for Hopper (sm_90): the scan over a ring of tiles, of runs.
// tasks: device_inclusive device_exclusive
//
// A run is a value and whether there is a head in it; joining runs is associative, so every scan will do.
// This is scan.sm_90.cu of unit 1, which see, with three differences: tiles come with their heads, what is
// published is a run, and look-back drops whatever lies before the last head that it sees.
//
//   loader      takes a ticket for the next tile, and has the copy engine fetch its elements and heads
//   reducers    join it to one run, note what lies before each thread, publish the run
//   look-back   joins the runs of all tiles from the block's previous one to this one
//   scanners    scan it in place, and have the copy engine write it
#include <algorithm>
#include <cstdint>

#include <warpgrade/student.cuh>

#include "early_launch.cuh"
#include "segmented_scan.cuh"
#include "segmented_scan_look_back.cuh"
#include "segmented_scan_ring.cuh"
#include "tile_ring.cuh"

namespace segmented_scan {

// ==== Roles ============================================================================================

template <class T, class Op>
__device__ void load_tiles(const Scan<T, Op>& scan, Stage<T>* ring) {
  const int lane = threadIdx.x % 32;
  for (tile_ring::Turn<stages<T>> turn;; turn.advance()) {
    Stage<T>& stage = ring[turn.stage];
    stage.free.wait(turn.parity ^ 1);  // of the round before: in the first, all are free
    // Blocks start in any order, and perhaps not all of them: with tickets, whoever waits for a tile to the
    // left waits for a block that runs
    unsigned tile = 0;
    if (lane == 0) tile = atomicAdd(scan.ticket, 1u);
    tile = warpgrade::shfl(tile, 0);

    // Groups of 16 by the engine, the array's last elements by hand. The rest of its last tile is garbage,
    // which never gets to the left of itself: nobody needs to look out for it
    const std::size_t begin = tile * tile_items<T>;
    const std::size_t count = tile < scan.tile_count ? min(scan.n - begin, tile_items<T>) : 0;
    const std::size_t by_engine = scan.aligned ? count - count % 16 : 0;
    T* items = stage.vectors[0].items;
    std::uint8_t* heads = stage.heads[0].flags;
    for (std::size_t i = by_engine + lane; i < count; i += 32) {
      items[i] = scan.in[begin + i];
      heads[i] = scan.heads[begin + i];
    }
    if (lane > 0) {
      stage.loaded.arrive();
    } else {
      stage.tile = tile;
      stage.loaded.arrive_and_announce(by_engine * (sizeof(T) + 1));
      if (by_engine > 0) {
        tile_ring::fetch(items, scan.in + begin, by_engine * sizeof(T), stage.loaded);
        tile_ring::fetch(heads, scan.heads + begin, by_engine, stage.loaded);
      }
    }
    if (tile >= scan.tile_count) return;
  }
}

/// Calls work(stage, parity) for each tile that the loader brings.
template <class T, class Op, class Work>
__device__ void for_each_tile(const Scan<T, Op>& scan, Stage<T>* ring, Work work) {
  for (tile_ring::Turn<stages<T>> turn;; turn.advance()) {
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
    // The thread's neighbours, then the warp's lanes
    Run<T> run{scan.identity, 0};
    for (int v = 0; v < Tuning::vectors; ++v) {
      const Vector<T> vector = stage.vectors[thread * Tuning::vectors + v];
      const Heads<T> heads = stage.heads[thread * Tuning::vectors + v];
      for (int i = 0; i < Vector<T>::size; ++i)
        run = join(run, Run<T>{vector.items[i], heads.flags[i]}, scan.op);
    }
    for (int delta = 1; delta < 32; delta *= 2) {
      const Run<T> left = warpgrade::shfl_up(run, delta);
      if (lane >= delta) run = join(left, run, scan.op);
    }
    const Run<T> left = warpgrade::shfl_up(run, 1);
    stage.thread_before[thread] = lane == 0 ? Run<T>{scan.identity, 0} : left;
    if (lane == 31) stage.warp_before[warp] = run;
    stage.reduced.arrive();

    // One thread joins the warps, and publishes
    if (thread > 0) return;
    stage.reduced.wait(parity);
    Run<T> tile_run{scan.identity, 0};
    for (Run<T>& warp_run : stage.warp_before) {
      const Run<T> before = tile_run;
      tile_run = join(tile_run, warp_run, scan.op);
      warp_run = before;
    }
    scan.runs.publish(stage.tile, tile_run);
    stage.ready.arrive();
  });
}

template <class T, class Op>
__device__ void look_back(const Scan<T, Op>& scan, Stage<T>* ring) {
  constexpr int rows = Tuning::look_back_rows;
  const int lane = threadIdx.x % 32;
  T before = scan.identity;  // what all tiles before `next` make, from the last head on
  unsigned next = 0;
  for_each_tile(scan, ring, [&](Stage<T>& stage, unsigned) {
    for (const unsigned tile = stage.tile; next < tile; next = min(next + 32 * rows, tile)) {
      // Ask for all at once, again and again until all are there. Past the tile: what is asked for is there
      Run<T> runs[rows];
      bool complete;
      do {
        complete = true;
        for (int r = 0; r < rows; ++r)
          complete &= scan.runs.read(min(next + r * 32 + lane, tile - 1), runs[r]);
      } while (!complete);

      // Of each row only what comes from its last head on, from left to right; then the rows
      unsigned heads[rows];
      __syncwarp();
      for (int r = 0; r < rows; ++r) {
        if (next + r * 32 + lane >= tile) runs[r] = {scan.identity, 0};
        heads[r] = __ballot_sync(warpgrade::kFullWarp, runs[r].has_head);
        if (lane < 31 - __clz(int(heads[r]))) runs[r].value = scan.identity;
      }
      for (int delta = 1; delta < 32; delta *= 2)
        for (Run<T>& run : runs) {
          const T right = warpgrade::shfl_down(run.value, delta);
          if (lane + delta < 32) run.value = scan.op(run.value, right);
        }
      for (int r = 0; r < rows; ++r) {
        const T row = warpgrade::shfl(runs[r].value, 0);
        before = heads[r] ? row : scan.op(before, row);
      }
    }
    if (lane > 0) return;
    stage.before = {before, 0};
    stage.ready.arrive();
  });
}

template <bool Inclusive, class T, class Op>
__device__ void scan_tiles(const Scan<T, Op>& scan, Stage<T>* ring, int thread) {
  const int lane = thread % 32, warp = thread / 32;
  for_each_tile(scan, ring, [&](Stage<T>& stage, unsigned parity) {
    stage.ready.wait(parity);

    // In place, from what lies before the thread
    T sum = join(join(stage.before, stage.warp_before[warp], scan.op), stage.thread_before[thread], scan.op)
                .value;
    for (int v = 0; v < Tuning::vectors; ++v) {
      Vector<T> vector = stage.vectors[thread * Tuning::vectors + v];
      const Heads<T> heads = stage.heads[thread * Tuning::vectors + v];
      for (int i = 0; i < Vector<T>::size; ++i) {
        if (heads.flags[i]) sum = scan.identity;
        const T with_item = scan.op(sum, vector.items[i]);
        vector.items[i] = Inclusive ? with_item : sum;
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
  if (thread < stages<T>) {
    Stage<T>& stage = ring[thread];
    stage.loaded.init(32);                // the loader's lanes
    stage.reduced.init(Tuning::threads);  // reducers
    stage.ready.init(2);                  // reducers' first thread, look-back
    stage.free.init(Tuning::threads);     // scanners
    tile_ring::publish_barriers();
  }
  cudaGridDependencySynchronize();  // from here on the ticket and the runs are zero
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
constexpr int ring_bytes = stages<T> * sizeof(Stage<T>);

template <bool Inclusive, class T, class Op>
void ring_scan(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
               cudaStream_t stream) {
  const std::size_t tile_count = (n + tile_items<T> - 1) / tile_items<T>;
  const auto address = reinterpret_cast<std::uintptr_t>(in) | reinterpret_cast<std::uintptr_t>(heads) |
                       reinterpret_cast<std::uintptr_t>(out);
  unsigned long long* words = nullptr;  // one for the ticket, and those of the runs
  const std::size_t word_count = 1 + tile_count * Runs<T>::pieces;
  WARPGRADE_CHECK(cudaMallocAsync(&words, word_count * sizeof *words, stream));
  reset_kernel<<<unsigned((word_count + 255) / 256), 256, 0, stream>>>(words, word_count);
  WARPGRADE_CHECK_LAUNCH();
  auto* ticket = reinterpret_cast<unsigned*>(words);
  const Scan<T, Op> scan{in,          heads, out, n, identity, op, address % 16 == 0, unsigned(tile_count),
                         {words + 1}, ticket};

  const auto kernel = ring_kernel<Inclusive, T, Op>;
  WARPGRADE_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, ring_bytes<T>));
  const auto blocks = unsigned(std::min<std::size_t>(tile_count, warpgrade::multiprocessors()));
  launch_early(kernel, blocks, block_warps * 32, ring_bytes<T>, stream, scan);
  WARPGRADE_CHECK(cudaFreeAsync(words, stream));
}

/// While an array of up to 16 MB is scanned, the ring of a block goes around once at most. Tiles that look
/// back are faster then.
template <bool Inclusive, class T, class Op>
void device_scan(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                 cudaStream_t stream) {
  const std::size_t bytes = n * sizeof(T);
  if (bytes <= small_bytes)
    look_back_scan<Small<T>, Inclusive>(in, heads, out, n, identity, op, stream);
  else if (bytes <= std::size_t(16) << 20 || !tile_ring::fits(ring_bytes<T>))
    look_back_scan<Large<T>, Inclusive>(in, heads, out, n, identity, op, stream);
  else
    ring_scan<Inclusive>(in, heads, out, n, identity, op, stream);
}

template <class T, class Op>
void device_inclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  device_scan<true>(in, heads, out, n, identity, op, stream);
}

template <class T, class Op>
void device_exclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  device_scan<false>(in, heads, out, n, identity, op, stream);
}

}  // namespace segmented_scan
