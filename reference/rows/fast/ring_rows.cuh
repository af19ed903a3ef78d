// Long rows, on Hopper and later: each is made by a cluster of blocks, up to 1 MB. A block keeps its part of
// the row in registers, and the blocks of a cluster send their totals into each other's shared memory. While
// they compute, the copy engine already fetches the rows that come next: otherwise memory would rest whenever
// a cluster waits for its slowest block.
#pragma once

#include <algorithm>
#include <cstring>

#include <cooperative_groups.h>

#include "kept_rows.cuh"
#include "tile_ring.cuh"

namespace kept_rows {

namespace cg = cooperative_groups;

/// A block: of how many threads, of how many rows it has the part in shared memory or on the way there, and
/// how many such blocks a multiprocessor has: while one computes, another one writes.
template <int threads_, int stages_, int blocks_>
struct Ring {
  static constexpr int threads = threads_, stages = stages_, blocks_per_multiprocessor = blocks_;
  static constexpr int packs_each = 8;  // of a thread, in registers
  static constexpr int most_packs = threads * packs_each;
  static constexpr int shared_bytes = stages * most_packs * 16;
};

struct RingTuning {
  using Usual = Ring<512, 1, 2>;
  using Longest = Ring<1024, 1, 1>;
  static constexpr int most_blocks = 8;  // of a cluster, which every card with clusters allows
  static constexpr int more_packs_than = Tuning::most_packs * Tuning::most_threads;
};

/// The totals that the blocks of a cluster have of a row.
template <class Work>
struct Totals {
  using Total = typename Work::Total;
  static constexpr int words = (sizeof(Total) + 3) / 4;

  unsigned of_block[RingTuning::most_blocks][words];
  tile_ring::Barrier there;  // all of them

  /// To block `to`, from this block, which is the one with number `block`.
  __device__ void send(unsigned to, unsigned block, const Total& total) {
    unsigned word[words] = {};
    memcpy(word, &total, sizeof total);
#pragma unroll
    for (int w = 0; w < words; ++w) tile_ring::send(to, &of_block[block][w], word[w], there);
  }
  __device__ Total get(int block) const {
    Total total;
    memcpy(&total, of_block[block], sizeof total);
    return total;
  }
};

/// Cluster k makes the rows k, k + clusters, …; block b of it the b-th part of each row.
template <class Ring, class Work>
__global__ void __launch_bounds__(Ring::threads, Ring::blocks_per_multiprocessor)
    ring_kernel(Matrix<Work> a) {
  extern __shared__ uint4 memory[];  // [stages][most_packs]
  __shared__ tile_ring::Barrier loaded[Ring::stages];
  // Of this row and of the one before: nobody is further ahead of others
  __shared__ typename Work::Total of_warp[2][32];
  __shared__ Totals<Work> totals[2];

  // ---- Which part of which rows
  const auto cluster = cg::this_cluster();
  const int blocks = cluster.num_blocks(), block = cluster.block_rank();
  const int clusters = gridDim.x / blocks, first_row = blockIdx.x / blocks;
  const int part = warpgrade::div_up(a.packs(), blocks);
  const int begin = min(block * part, a.packs()), packs = min(part, a.packs() - begin);

  // ---- The engine begins with as many rows as there are stages
  if (threadIdx.x == 0) {
    for (auto& barrier : loaded) barrier.init(1);
    for (auto& row : totals) row.there.init(1);
  }
  tile_ring::publish_barriers();
  cluster.sync();
  const auto fetch = [&](int row, int stage) {
    if (threadIdx.x != 0 || row >= a.rows) return;
    loaded[stage].arrive_and_announce(packs * 16);
    if (packs > 0)
      tile_ring::fetch(memory + stage * Ring::most_packs, a.in_row(row) + begin * a.size, packs * 16,
                       loaded[stage]);
  };
  for (int s = 0; s < Ring::stages; ++s) fetch(first_row + s * clusters, s);

  tile_ring::Turn<Ring::stages> turn;
  tile_ring::Turn<2> other;
  for (int row = first_row; row < a.rows; row += clusters, turn.advance(), other.advance()) {
    // ---- From shared memory to registers, and the total of the block
    loaded[turn.stage].wait(turn.parity);
    const auto* stage =
        reinterpret_cast<const typename Work::Element*>(memory + turn.stage * Ring::most_packs);
    const KeptRow<Work, Ring::packs_each> kept(stage, packs, threadIdx.x, Ring::threads);
    auto total = join_block(kept.total(a.work), a.work, of_warp[other.stage]);
    fetch(row + Ring::stages * clusters, turn.stage);  // all threads have read the stage

    // ---- Each block sends all blocks its total
    Totals<Work>& all = totals[other.stage];
    if (threadIdx.x < blocks) all.send(threadIdx.x, block, total);
    if (threadIdx.x == 0) all.there.arrive_and_announce(blocks * sizeof all.of_block[0]);
    all.there.wait(other.parity);
    total = all.get(0);
    for (int b = 1; b < blocks; ++b) total = a.work.join(total, all.get(b));
    kept.finish(a.out_row(row) + begin * a.size, total, a.work, begin * a.size);
  }
}

/// With as many blocks for each row as its length needs, and as many clusters as the card holds at once.
template <class Ring, class Work>
void launch_ring(const Matrix<Work>& a) {
  cudaLaunchAttribute cluster{};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {1, 1, 1};
  while (cluster.val.clusterDim.x * Ring::most_packs < unsigned(a.packs())) cluster.val.clusterDim.x *= 2;
  const int blocks = cluster.val.clusterDim.x;

  cudaLaunchConfig_t config{};
  config.gridDim = dim3(a.rows * blocks);
  config.blockDim = dim3(Ring::threads);
  config.dynamicSmemBytes = Ring::shared_bytes;
  config.stream = a.stream;
  config.attrs = &cluster;
  config.numAttrs = 1;
  const auto kernel = ring_kernel<Ring, Work>;
  WARPGRADE_CHECK(
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, Ring::shared_bytes));
  int clusters = 1;
  WARPGRADE_CHECK(cudaOccupancyMaxActiveClusters(&clusters, kernel, &config));
  if (clusters == 0) return launch(a);  // a card, or a part of one, that holds none
  config.gridDim = dim3(std::min(clusters, a.rows) * blocks);
  WARPGRADE_CHECK(cudaLaunchKernelEx(&config, kernel, a));
}

/// Long rows in the ring, all others as on every card.
template <class Work>
void launch_on_hopper(const Matrix<Work>& a) {
  using T = RingTuning;
  const bool can =
      a.are_wide() && a.packs() > T::more_packs_than && tile_ring::fits(T::Longest::shared_bytes);
  if (can && a.packs() <= T::most_blocks * T::Usual::most_packs)
    launch_ring<T::Usual>(a);
  else if (can && a.packs() <= T::most_blocks * T::Longest::most_packs)
    launch_ring<T::Longest>(a);
  else
    launch(a);
}

}  // namespace kept_rows
