// expect: too_much_work distribution
// Right, but one thread scans all bins.
#include <algorithm>
#include <cmath>

#include <warpgrade/student.cuh>

#include "tone_mapping.cuh"

namespace tone_mapping {

struct Tuning {
  static constexpr int block_threads = 256;
  static constexpr int max_blocks = 64;  // of a grid-stride loop
  static constexpr int max_bins = 1024;
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
  for (std::size_t i = thread; i < n; i += threads) {
    const int bin = bin_of(log_luminance[i], range[0], range[1], bins);
    atomicAdd(&counts[bin], 1u);
  }
  __syncthreads();

  // ---- Add to the histogram
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
    if (counts[bin] > 0) atomicAdd(&histogram[bin], counts[bin]);
}

/// One thread: the exclusive scan of the histogram.
static __global__ void scan_kernel(const unsigned* histogram, unsigned* cdf, int bins) {
  unsigned sum = 0;
  for (int bin = 0; bin < bins; ++bin) {
    cdf[bin] = sum;
    sum += histogram[bin];
  }
}

void distribution(const float* log_luminance, const float* range, unsigned* histogram, unsigned* cdf,
                  std::size_t rows, std::size_t cols, int bins, cudaStream_t stream) {
  const std::size_t n = rows * cols;
  WARPGRADE_CHECK(cudaMemsetAsync(histogram, 0, bins * sizeof(unsigned), stream));
  histogram_kernel<<<blocks_for(n), Tuning::block_threads, 0, stream>>>(log_luminance, n, range, histogram,
                                                                        bins);
  WARPGRADE_CHECK_LAUNCH();
  scan_kernel<<<1, 1, 0, stream>>>(histogram, cdf, bins);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace tone_mapping
