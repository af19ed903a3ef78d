// Softmax, fast, on Hopper and later: a row that is too long for the registers of one block is made by a
// cluster of blocks, up to 262,144 floats. They write their totals into each other's shared memory.
// tasks: online
#include <cooperative_groups.h>

#include "softmax_rows.cuh"

namespace softmax {

namespace cg = cooperative_groups;

struct ClusterTuning {
  static constexpr int threads = 1024;
  static constexpr int packs = 8;
  static constexpr int most_blocks = 8;  // that every card with clusters allows
};

/// A cluster for each row; block b of it makes the packs b * threads * packs and following.
template <class Rule>
__global__ void __launch_bounds__(ClusterTuning::threads)
    cluster_row_kernel(const typename Rule::Element* __restrict__ in, typename Rule::Result* __restrict__ out,
                       int columns, std::size_t pitch, Rule rule) {
  using Element = typename Rule::Element;
  __shared__ typename Rule::Total of_block[ClusterTuning::most_blocks];
  const auto cluster = cg::this_cluster();
  const int blocks = cluster.num_blocks(), block = cluster.block_rank(), row = blockIdx.x / blocks;
  constexpr int part = ClusterTuning::threads * ClusterTuning::packs * Pack<Element>::size;
  const int begin = block * part, mine = max(0, min(part, columns - begin));

  KeptRow<Element, ClusterTuning::packs> kept;
  kept.load(in + row * pitch + begin, mine, threadIdx.x, ClusterTuning::threads);
  auto total = join_block(kept.total(threadIdx.x, ClusterTuning::threads, rule), rule);

  // ---- Each block tells all others its total; the barrier of the cluster makes them visible
  if (threadIdx.x < blocks) *cluster.map_shared_rank(&of_block[block], threadIdx.x) = total;
  cluster.sync();
  total = of_block[0];
  for (int b = 1; b < blocks; ++b) total = rule.join(total, of_block[b]);
  kept.finish(out + std::size_t(row) * columns + begin, total, threadIdx.x, ClusterTuning::threads, rule);
}

template <class Rule>
void launch_clusters(const Rows<Rule>& all, int blocks) {
  cudaLaunchAttribute cluster{};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim.x = blocks;
  cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(all.rows * blocks);
  config.blockDim = dim3(ClusterTuning::threads);
  config.stream = all.stream;
  config.attrs = &cluster;
  config.numAttrs = 1;
  WARPGRADE_CHECK(cudaLaunchKernelEx(&config, cluster_row_kernel<Rule>, all.in, all.out, all.columns,
                                     all.pitch, all.rule));
}

template <class Rule>
void online(const typename Rule::Element* in, typename Rule::Result* out, int rows, int columns,
            std::size_t pitch, Rule rule, cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  const Rows<Rule> all{in, out, rows, columns, pitch, rule, stream};
  constexpr int in_a_block = ClusterTuning::threads * ClusterTuning::packs;
  int blocks = 1;
  if (all.packs() > Tuning::most_packs * Tuning::most_threads)
    while (blocks < ClusterTuning::most_blocks && blocks * in_a_block < all.packs()) blocks *= 2;
  if (blocks > 1 && all.are_wide() && all.packs() <= blocks * in_a_block)
    launch_clusters(all, blocks);
  else
    all.launch();
}

}  // namespace softmax
