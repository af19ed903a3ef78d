// expect: out_of_bounds distribution
// or: wrong_answer
// The least log luminance is not subtracted, so that dark pixels have negative bins.
#include <algorithm>
#include <cmath>

#include <warpgrade/student.cuh>

#include "tone_mapping.cuh"

namespace tone_mapping {

struct Tuning {
  static constexpr int block_threads = 256;
  static constexpr int max_blocks = 64;  // of a grid-stride loop
  static constexpr int max_bins = 1024;  // the block that scans has a thread for each
};

/// Blocks for a loop over n pixels, in which a thread takes more than one where n is large.
inline int blocks_for(std::size_t n) {
  const std::size_t blocks = (n + Tuning::block_threads - 1) / Tuning::block_threads;
  return static_cast<int>(std::clamp<std::size_t>(blocks, 1, Tuning::max_blocks));
}

/// Counts the pixels of each bin in shared memory, then adds the counts to the histogram.
static __global__ void histogram_kernel(const float* log_luminance, std::size_t n, const float* range,
                                        unsigned* histogram, int bins) {
  __shared__ unsigned counts[Tuning::max_bins];

  // ---- Clear
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) counts[bin] = 0;
  __syncthreads();

  // ---- Count
  const std::size_t thread = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  const std::size_t threads = gridDim.x * std::size_t(blockDim.x);
  for (std::size_t i = thread; i < n; i += threads)
    atomicAdd(&counts[bin_of(log_luminance[i], 0.0f, range[1] - range[0], bins)], 1u);
  __syncthreads();

  // ---- Add to the histogram
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
    if (counts[bin] > 0) atomicAdd(&histogram[bin], counts[bin]);
}

/// One block, a thread for each bin: the exclusive scan of the histogram.
static __global__ void scan_kernel(const unsigned* histogram, unsigned* cdf, int bins) {
  __shared__ unsigned sums[Tuning::max_bins];
  const int bin = threadIdx.x;
  const unsigned own = bin < bins ? histogram[bin] : 0;
  unsigned sum = own;
  for (int stride = 1; stride < bins; stride *= 2) {
    sums[bin] = sum;
    __syncthreads();
    if (bin >= stride) sum += sums[bin - stride];
    __syncthreads();
  }
  if (bin < bins) cdf[bin] = sum - own;
}

void distribution(const float* log_luminance, const float* range, unsigned* histogram, unsigned* cdf,
                  std::size_t rows, std::size_t cols, int bins, cudaStream_t stream) {
  const std::size_t n = rows * cols;
  WARPGRADE_CHECK(cudaMemsetAsync(histogram, 0, bins * sizeof(unsigned), stream));
  histogram_kernel<<<blocks_for(n), Tuning::block_threads, 0, stream>>>(log_luminance, n, range, histogram,
                                                                        bins);
  WARPGRADE_CHECK_LAUNCH();
  scan_kernel<<<1, Tuning::max_bins, 0, stream>>>(histogram, cdf, bins);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace tone_mapping
