// Tone mapping. The contract of each entry function is in tone_mapping.cuh; the story is in the handout.
//
//   log_luminance, x, y  [rows · cols]   brightness and colour of each pixel
//   range                [2]             least and greatest log luminance
//   histogram, cdf       [bins]          pixels in each bin; in all darker bins
//   picture              [rows · cols]   what a screen shows
//
// Of a grey picture: grey [rows · cols], histogram and cdf [256], picture [rows · cols].
//
// To do: fill the blocks from TODO to END TODO. Everything else works; you may still change it.
#include <algorithm>
#include <cmath>

#include <warpgrade/student.cuh>

#include "tone_mapping.cuh"

namespace tone_mapping {

struct Tuning {
  static constexpr int block_threads = 256;
  static constexpr int max_blocks = 64;  // of a grid-stride loop
  static constexpr int max_bins = 1024;  // the block that scans has a thread for each
  static constexpr int levels = 256;     // of a grey picture
};

/// Blocks for a loop over n pixels, in which a thread takes more than one where n is large.
inline int blocks_for(std::size_t n) {
  const std::size_t blocks = (n + Tuning::block_threads - 1) / Tuning::block_threads;
  return static_cast<int>(std::clamp<std::size_t>(blocks, 1, Tuning::max_blocks));
}

// ==== range: two reduces in one ==========================================================================

/// least[b], greatest[b]: over all that block b reads, which is the least of low_in and the greatest of
/// high_in.
static __global__ void range_kernel(const float* low_in, const float* high_in, std::size_t n, float* least,
                                    float* greatest) {
  __shared__ float low[Tuning::block_threads], high[Tuning::block_threads];
  // TODO: Each thread goes through its part of the input (grid-stride loop). Then a tree in shared memory,
  // for both arrays at once. Thread 0 writes the results of the block.

  // ---- A thread's own part
  float lowest = INFINITY, highest = -INFINITY;
  const std::size_t thread = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  const std::size_t threads = gridDim.x * std::size_t(blockDim.x);
  for (std::size_t i = thread; i < n; i += threads) {
    lowest = fminf(lowest, low_in[i]);
    highest = fmaxf(highest, high_in[i]);
  }

  // ---- A tree over the block
  low[threadIdx.x] = lowest;
  high[threadIdx.x] = highest;
  for (unsigned stride = Tuning::block_threads / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (threadIdx.x < stride) {
      low[threadIdx.x] = fminf(low[threadIdx.x], low[threadIdx.x + stride]);
      high[threadIdx.x] = fmaxf(high[threadIdx.x], high[threadIdx.x + stride]);
    }
  }
  if (threadIdx.x == 0) {
    least[blockIdx.x] = low[0];
    greatest[blockIdx.x] = high[0];
  }
  // END TODO
}

void range(const float* log_luminance, float* range, std::size_t rows, std::size_t cols,
           cudaStream_t stream) {
  const std::size_t n = rows * cols;
  const int blocks = blocks_for(n);
  float* partial = nullptr;  // [2][blocks]: the least of each block, then the greatest of each
  WARPGRADE_CHECK(cudaMallocAsync(&partial, 2 * blocks * sizeof(float), stream));
  // TODO: two launches of range_kernel: all blocks over the pixels, then one block over the results of these.
  range_kernel<<<blocks, Tuning::block_threads, 0, stream>>>(log_luminance, log_luminance, n, partial,
                                                             partial + blocks);
  WARPGRADE_CHECK_LAUNCH();
  range_kernel<<<1, Tuning::block_threads, 0, stream>>>(partial, partial + blocks, blocks, &range[0],
                                                        &range[1]);
  WARPGRADE_CHECK_LAUNCH();
  // END TODO
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
}

// ==== distribution: histogram, then exclusive scan =======================================================

/// Counts the pixels of each bin in shared memory, then adds the counts to the histogram.
static __global__ void histogram_kernel(const float* log_luminance, std::size_t n, const float* range,
                                        unsigned* histogram, int bins) {
  __shared__ unsigned counts[Tuning::max_bins];
  // TODO: clear, count (bin_of is given), add to the histogram. There may be more bins than threads.

  // ---- Clear
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) counts[bin] = 0;
  __syncthreads();

  // ---- Count
  const std::size_t thread = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  const std::size_t threads = gridDim.x * std::size_t(blockDim.x);
  for (std::size_t i = thread; i < n; i += threads)
    atomicAdd(&counts[bin_of(log_luminance[i], range[0], range[1], bins)], 1u);
  __syncthreads();

  // ---- Add to the histogram
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
    if (counts[bin] > 0) atomicAdd(&histogram[bin], counts[bin]);
  // END TODO
}

/// One block, a thread for each bin: the exclusive scan of the histogram.
static __global__ void scan_kernel(const unsigned* histogram, unsigned* cdf, int bins) {
  __shared__ unsigned sums[Tuning::max_bins];
  // TODO: a scan by doubling strides; what is in darker bins is the sum without the bin's own count.
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
  // END TODO
}

void distribution(const float* log_luminance, const float* range, unsigned* histogram, unsigned* cdf,
                  std::size_t rows, std::size_t cols, int bins, cudaStream_t stream) {
  const std::size_t n = rows * cols;
  // TODO: clear the histogram (cudaMemsetAsync).
  WARPGRADE_CHECK(cudaMemsetAsync(histogram, 0, bins * sizeof(unsigned), stream));
  // END TODO
  histogram_kernel<<<blocks_for(n), Tuning::block_threads, 0, stream>>>(log_luminance, n, range, histogram,
                                                                        bins);
  WARPGRADE_CHECK_LAUNCH();
  scan_kernel<<<1, Tuning::max_bins, 0, stream>>>(histogram, cdf, bins);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== tone_map: all stages, and the map ==================================================================

/// One thread for each pixel.
static __global__ void map_kernel(const float* log_luminance, const float* x, const float* y,
                                  const float* range, const unsigned* cdf, Rgba* picture, std::size_t n,
                                  int bins) {
  // TODO: how bright the pixel is shown (bin_of, brightness), and its colour (to_pixel).
  const std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  if (i >= n) return;
  const int bin = bin_of(log_luminance[i], range[0], range[1], bins);
  picture[i] = to_pixel(x[i], y[i], brightness(cdf[bin], n));
  // END TODO
}

void tone_map(const float* log_luminance, const float* x, const float* y, float* range, unsigned* histogram,
              unsigned* cdf, Rgba* picture, std::size_t rows, std::size_t cols, int bins,
              cudaStream_t stream) {
  // TODO: your two stages, then map_kernel.
  const std::size_t n = rows * cols;
  const auto blocks = static_cast<unsigned>((n + Tuning::block_threads - 1) / Tuning::block_threads);
  tone_mapping::range(log_luminance, range, rows, cols, stream);
  distribution(log_luminance, range, histogram, cdf, rows, cols, bins, stream);
  map_kernel<<<blocks, Tuning::block_threads, 0, stream>>>(log_luminance, x, y, range, cdf, picture, n, bins);
  WARPGRADE_CHECK_LAUNCH();
  // END TODO
}

// ==== equalise: the same idea for a grey picture of bytes ================================================

/// Counts the pixels of each level in shared memory, then adds the counts to the histogram.
static __global__ void levels_kernel(const std::uint8_t* grey, std::size_t n, unsigned* histogram) {
  __shared__ unsigned counts[Tuning::levels];
  // TODO: clear, count, add to the histogram: as in histogram_kernel, but the level of a pixel is its bin.

  // ---- Clear
  for (int level = threadIdx.x; level < Tuning::levels; level += blockDim.x) counts[level] = 0;
  __syncthreads();

  // ---- Count
  const std::size_t thread = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  const std::size_t threads = gridDim.x * std::size_t(blockDim.x);
  for (std::size_t i = thread; i < n; i += threads) atomicAdd(&counts[grey[i]], 1u);
  __syncthreads();

  // ---- Add to the histogram
  for (int level = threadIdx.x; level < Tuning::levels; level += blockDim.x)
    if (counts[level] > 0) atomicAdd(&histogram[level], counts[level]);
  // END TODO
}

/// One block, a thread for each level: the inclusive scan of the histogram, and what each level becomes.
static __global__ void table_kernel(const unsigned* histogram, unsigned* cdf, std::uint8_t* table,
                                    std::size_t n) {
  __shared__ unsigned sums[Tuning::levels], cdf_min;
  // TODO: a scan as in scan_kernel, whose sum now keeps the level's own count. Of the darkest level that
  // occurs, this is cdf_min: the thread of that level tells all others. Then the table (equalised).

  // ---- Inclusive scan
  const int level = threadIdx.x;
  const unsigned own = histogram[level];
  unsigned sum = own;
  for (int stride = 1; stride < Tuning::levels; stride *= 2) {
    sums[level] = sum;
    __syncthreads();
    if (level >= stride) sum += sums[level - stride];
    __syncthreads();
  }
  cdf[level] = sum;

  // ---- The darkest level that occurs: no pixel is darker
  if (own > 0 && sum == own) cdf_min = sum;
  __syncthreads();

  // ---- Table
  table[level] = equalised(sum, cdf_min, n, static_cast<std::uint8_t>(level));
  // END TODO
}

/// Each pixel looks its new level up.
static __global__ void look_up_kernel(const std::uint8_t* grey, const std::uint8_t* table,
                                      std::uint8_t* picture, std::size_t n) {
  __shared__ std::uint8_t new_level[Tuning::levels];
  // TODO: the table to shared memory, then a grid-stride loop over the pixels.
  for (int level = threadIdx.x; level < Tuning::levels; level += blockDim.x) new_level[level] = table[level];
  __syncthreads();
  const std::size_t thread = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  const std::size_t threads = gridDim.x * std::size_t(blockDim.x);
  for (std::size_t i = thread; i < n; i += threads) picture[i] = new_level[grey[i]];
  // END TODO
}

void equalise(const std::uint8_t* grey, unsigned* histogram, unsigned* cdf, std::uint8_t* picture,
              std::size_t rows, std::size_t cols, cudaStream_t stream) {
  const std::size_t n = rows * cols;
  const int blocks = blocks_for(n);
  std::uint8_t* table = nullptr;  // [levels]
  WARPGRADE_CHECK(cudaMallocAsync(&table, Tuning::levels, stream));
  // TODO: clear the histogram (cudaMemsetAsync).
  WARPGRADE_CHECK(cudaMemsetAsync(histogram, 0, Tuning::levels * sizeof(unsigned), stream));
  // END TODO
  levels_kernel<<<blocks, Tuning::block_threads, 0, stream>>>(grey, n, histogram);
  WARPGRADE_CHECK_LAUNCH();
  table_kernel<<<1, Tuning::levels, 0, stream>>>(histogram, cdf, table, n);
  WARPGRADE_CHECK_LAUNCH();
  look_up_kernel<<<blocks, Tuning::block_threads, 0, stream>>>(grey, table, picture, n);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(table, stream));
}

}  // namespace tone_mapping
