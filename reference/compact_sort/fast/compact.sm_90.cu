// Compact at the speed of memory, for Hopper (sm_90): a ring of tiles that the copy engine fills.
// tasks: fused
//
// The fast compact.cu loads a tile, and then its threads wait for the counts of the tiles to the left, while
// the memory idles. Here one block stays on each multiprocessor, has a ring of tiles in shared memory, and
// its warps have roles. To compact a tile one need not know where it will go. So tiles are loaded, compacted
// and their counts published several tiles AHEAD of the writing: when a tile's turn comes, the counts that it
// needs have been there for a while. No tile publishes what lies before it; a block remembers that of its
// previous tile, and adds the counts of the tiles in between.
//
//   loader       takes a ticket for the next tile, and has the copy engine fetch it
//   compactors   count what they keep, publish the tile's count, move what they keep to the front
//   look-back    adds up the counts of all tiles from the block's previous one to this one
//   writers      write what is kept to its place
#include <algorithm>
#include <cstdint>

#include <warpgrade/student.cuh>

#include "compact.cuh"
#include "compact_look_back.cuh"
#include "compact_ring.cuh"
#include "early_launch.cuh"
#include "tile_ring.cuh"

namespace compact {

// ==== Roles ============================================================================================

template <class T, class Keep>
__device__ void load_tiles(const Compact<T, Keep>& compact, Stage<T>* ring) {
  const int lane = threadIdx.x % 32;
  for (tile_ring::Turn<stages<T>> turn;; turn.advance()) {
    Stage<T>& stage = ring[turn.stage];
    stage.free.wait(turn.parity ^ 1);  // of the round before: in the first, all are free
    // Blocks start in any order, and perhaps not all of them: with tickets, whoever waits for a tile to the
    // left waits for a block that runs
    unsigned tile = 0;
    if (lane == 0) tile = atomicAdd(compact.ticket, 1u);
    tile = warpgrade::shfl(tile, 0);

    // Groups of 16 elements fill whole vectors: these by the engine, the array's last elements by hand
    const std::size_t begin = tile * tile_items<T>;
    const std::size_t count = tile < compact.tile_count ? min(compact.n - begin, tile_items<T>) : 0;
    const std::size_t by_engine = compact.aligned ? count - count % 16 : 0;
    T* items = stage.items(0);
    for (std::size_t i = by_engine + lane; i < count; i += 32) items[i] = compact.in[begin + i];
    if (lane > 0) {
      stage.loaded.arrive();
    } else {
      stage.tile = tile;
      stage.loaded.arrive_and_announce(by_engine * sizeof(T));
      if (by_engine > 0) tile_ring::fetch(items, compact.in + begin, by_engine * sizeof(T), stage.loaded);
    }
    if (tile >= compact.tile_count) return;
  }
}

/// Calls work(stage) for each tile that the loader brings.
template <class T, class Keep, class Work>
__device__ void for_each_tile(const Compact<T, Keep>& compact, Stage<T>* ring, Work work) {
  for (tile_ring::Turn<stages<T>> turn;; turn.advance()) {
    Stage<T>& stage = ring[turn.stage];
    stage.loaded.wait(turn.parity);
    if (stage.tile >= compact.tile_count) return;
    work(stage, turn.parity);
  }
}

/// The warp keeps `kept` elements of its part. Whichever warp comes last publishes the tile's sum.
template <class T, class Keep>
__device__ void count_and_publish(const Compact<T, Keep>& compact, Stage<T>& stage, int warp, unsigned kept) {
  constexpr unsigned one_warp = 1u << 24;
  stage.kept[warp] = kept;
  const unsigned all = atomicAdd(&stage.counted, one_warp + kept) + one_warp + kept;
  if (all / one_warp < Tuning<T>::warps) return;
  Published(compact.published[stage.tile]).store(all % one_warp + 1, cuda::memory_order_relaxed);
  stage.counted = 0;  // for the next tile of the stage
}

template <class T, class Keep>
__device__ void compact_tiles(const Compact<T, Keep>& compact, Stage<T>* ring, int thread) {
  constexpr int size = Run<T>::size;
  const int lane = thread % 32, warp = thread / 32;
  for_each_tile(compact, ring, [&](Stage<T>& stage, unsigned) {
    // What to keep, as bits. Only of the last tile some elements may lie past the end: those are not asked
    const Run<T> run = stage.runs[thread];
    unsigned flags[(size + 31) / 32] = {}, kept = 0;
    if (stage.tile < compact.tile_count - 1) {
#pragma unroll
      for (int i = 0; i < size; ++i) flags[i / 32] |= unsigned(compact.keep(run[i])) << i % 32;
    } else {
      const std::size_t begin = stage.tile * tile_items<T> + thread * size;
#pragma unroll
      for (int i = 0; i < size; ++i)
        flags[i / 32] |= unsigned(begin + i < compact.n && compact.keep(run[i])) << i % 32;
    }
    for (const unsigned word : flags) kept += __popc(word);

    // Where in the warp's part this thread's elements go
    unsigned end = kept;
    for (int delta = 1; delta < 32; delta *= 2) {
      const unsigned left = warpgrade::shfl_up(end, delta);
      if (lane >= delta) end += left;
    }
    if (lane == 31) count_and_publish(compact, stage, warp, end);

    // To the front: in place, since all of the warp's elements are in registers now
    __syncwarp();
    T* to = stage.items(warp * 32) + (end - kept);
#pragma unroll
    for (int i = 0; i < size; ++i) {
      const unsigned flag = flags[i / 32] >> i % 32 & 1;
      if (flag) *to = run[i];
      to += flag;
    }
    tile_ring::show_to_engine();  // which will fetch another tile to the same place
    stage.ready.arrive();
  });
}

template <class T, class Keep>
__device__ void look_back(const Compact<T, Keep>& compact, Stage<T>* ring) {
  constexpr int rows = Tuning<T>::look_back_rows;
  const int lane = threadIdx.x % 32;
  unsigned before = 0;  // what all tiles before `next` keep
  unsigned next = 0;
  for_each_tile(compact, ring, [&](Stage<T>& stage, unsigned) {
    unsigned sum = 0;  // of what this lane asks for
    for (const unsigned tile = stage.tile; next < tile; next = min(next + 32 * rows, tile)) {
      // Ask for all at once, again and again until all are there. Past the tile: what is asked for is there
      unsigned counts[rows];
      bool complete;
      do {
        complete = true;
        for (int r = 0; r < rows; ++r) {
          unsigned& word = compact.published[min(next + r * 32 + lane, tile - 1)];
          counts[r] = Published(word).load(cuda::memory_order_relaxed);
          complete &= counts[r] > 0;
        }
      } while (!complete);
      for (int r = 0; r < rows; ++r)
        if (next + r * 32 + lane < tile) sum += counts[r] - 1;
    }
    before += __reduce_add_sync(warpgrade::kFullWarp, sum);
    if (lane > 0) return;
    stage.before = before;
    stage.ready.arrive();
  });
}

template <class T, class Keep>
__device__ void write_tiles(const Compact<T, Keep>& compact, Stage<T>* ring, int thread) {
  const int warp = thread / 32;
  for_each_tile(compact, ring, [&](Stage<T>& stage, unsigned parity) {
    stage.ready.wait(parity);
    unsigned first = stage.before;
    for (int w = 0; w < warp; ++w) first += stage.kept[w];

    const unsigned kept = stage.kept[warp];
    write_run<8>(stage.items(warp * 32), kept, compact.out + first);
    if (stage.tile == compact.tile_count - 1 && thread == Tuning<T>::threads - 1)
      *compact.count = first + kept;
    stage.free.arrive();
  });
}

// ==== Kernels and their launches =======================================================================

/// Not cudaMemsetAsync: only behind a kernel may the next one start early.
static __global__ void reset_kernel(unsigned* words, std::size_t count) {
  cudaTriggerProgrammaticLaunchCompletion();
  const std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  if (i < count) words[i] = 0;
}

template <class T, class Keep>
__global__ void __launch_bounds__(Tuning<T>::block_warps * 32, 1)
    ring_kernel(const Compact<T, Keep> compact) {
  extern __shared__ uint4 shared[];
  Stage<T>* ring = reinterpret_cast<Stage<T>*>(shared);  // [stages]
  const int thread = threadIdx.x, warp = thread / 32;
  if (thread < stages<T>) {
    Stage<T>& stage = ring[thread];
    stage.counted = 0;
    stage.loaded.init(32);                     // the loader's lanes
    stage.ready.init(Tuning<T>::threads + 1);  // compactors, look-back
    stage.free.init(Tuning<T>::threads);       // writers
    tile_ring::publish_barriers();
  }
  cudaGridDependencySynchronize();  // from here on the ticket and the counts are zero
  __syncthreads();
  if (warp == Tuning<T>::loader)
    load_tiles(compact, ring);
  else if (warp == Tuning<T>::looker)
    look_back(compact, ring);
  else if (warp >= Tuning<T>::compactors)
    compact_tiles(compact, ring, thread - Tuning<T>::compactors * 32);
  else
    write_tiles(compact, ring, thread);
}

template <class T>
constexpr int ring_bytes = stages<T> * sizeof(Stage<T>);

template <class T, class Keep>
void ring_compact(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  const std::size_t tile_count = (n + tile_items<T> - 1) / tile_items<T>;
  unsigned* words = nullptr;  // one for the ticket, and the counts
  WARPGRADE_CHECK(cudaMallocAsync(&words, (1 + tile_count) * sizeof *words, stream));
  reset_kernel<<<unsigned(tile_count / 256 + 1), 256, 0, stream>>>(words, 1 + tile_count);
  WARPGRADE_CHECK_LAUNCH();
  const bool aligned = reinterpret_cast<std::uintptr_t>(in) % 16 == 0;
  const Compact<T, Keep> compact{in, out, n, count, keep, aligned, unsigned(tile_count), words + 1, words};

  const auto kernel = ring_kernel<T, Keep>;
  WARPGRADE_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, ring_bytes<T>));
  const auto blocks = unsigned(std::min<std::size_t>(tile_count, warpgrade::multiprocessors()));
  launch_early(kernel, blocks, Tuning<T>::block_warps * 32, ring_bytes<T>, stream, compact);
  WARPGRADE_CHECK(cudaFreeAsync(words, stream));
}

/// While an array of up to 24 MB is compacted, the ring of a block goes around once at most. Tiles that look
/// back are faster then: small ones as long as not every multiprocessor has one, then larger ones.
template <class T, class Keep>
void fused(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  const std::size_t bytes = n * std::max<std::size_t>(sizeof(T), 4);  // as in compact.cu
  if (bytes <= std::size_t(512) << 10)
    look_back_compact<Shape<512, 32>>(in, out, n, count, keep, stream);
  else if (bytes <= std::size_t(24) << 20 || !tile_ring::fits(ring_bytes<T>))
    look_back_compact<Shape<512, 64>>(in, out, n, count, keep, stream);
  else
    ring_compact(in, out, n, count, keep, stream);
}

}  // namespace compact
