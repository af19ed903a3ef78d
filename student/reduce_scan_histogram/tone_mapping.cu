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
  // END TODO
}

void range(const float* log_luminance, float* range, std::size_t rows, std::size_t cols,
           cudaStream_t stream) {
  const std::size_t n = rows * cols;
  const int blocks = blocks_for(n);
  float* partial = nullptr;  // [2][blocks]: the least of each block, then the greatest of each
  WARPGRADE_CHECK(cudaMallocAsync(&partial, 2 * blocks * sizeof(float), stream));
  // TODO: two launches of range_kernel: all blocks over the pixels, then one block over the results of these.
  // END TODO
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
}

// ==== distribution: histogram, then exclusive scan =======================================================

/// Counts the pixels of each bin in shared memory, then adds the counts to the histogram.
static __global__ void histogram_kernel(const float* log_luminance, std::size_t n, const float* range,
                                        unsigned* histogram, int bins) {
  __shared__ unsigned counts[Tuning::max_bins];
  // TODO: clear, count (bin_of is given), add to the histogram. There may be more bins than threads.
  // END TODO
}

/// One block, a thread for each bin: the exclusive scan of the histogram.
static __global__ void scan_kernel(const unsigned* histogram, unsigned* cdf, int bins) {
  __shared__ unsigned sums[Tuning::max_bins];
  // TODO: a scan by doubling strides; what is in darker bins is the sum without the bin's own count.
  // END TODO
}

void distribution(const float* log_luminance, const float* range, unsigned* histogram, unsigned* cdf,
                  std::size_t rows, std::size_t cols, int bins, cudaStream_t stream) {
  const std::size_t n = rows * cols;
  // TODO: clear the histogram (cudaMemsetAsync).
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
  // END TODO
}

void tone_map(const float* log_luminance, const float* x, const float* y, float* range, unsigned* histogram,
              unsigned* cdf, Rgba* picture, std::size_t rows, std::size_t cols, int bins,
              cudaStream_t stream) {
  // TODO: your two stages, then map_kernel.
  // END TODO
}

// ==== equalise: the same idea for a grey picture of bytes ================================================

/// Counts the pixels of each level in shared memory, then adds the counts to the histogram.
static __global__ void levels_kernel(const std::uint8_t* grey, std::size_t n, unsigned* histogram) {
  __shared__ unsigned counts[Tuning::levels];
  // TODO: clear, count, add to the histogram: as in histogram_kernel, but the level of a pixel is its bin.
  // END TODO
}

/// One block, a thread for each level: the inclusive scan of the histogram, and what each level becomes.
static __global__ void table_kernel(const unsigned* histogram, unsigned* cdf, std::uint8_t* table,
                                    std::size_t n) {
  __shared__ unsigned sums[Tuning::levels], cdf_min;
  // TODO: a scan as in scan_kernel, whose sum now keeps the level's own count. Of the darkest level that
  // occurs, this is cdf_min: the thread of that level tells all others. Then the table (equalised).
  // END TODO
}

/// Each pixel looks its new level up.
static __global__ void look_up_kernel(const std::uint8_t* grey, const std::uint8_t* table,
                                      std::uint8_t* picture, std::size_t n) {
  __shared__ std::uint8_t new_level[Tuning::levels];
  // TODO: the table to shared memory, then a grid-stride loop over the pixels.
  // END TODO
}

void equalise(const std::uint8_t* grey, unsigned* histogram, unsigned* cdf, std::uint8_t* picture,
              std::size_t rows, std::size_t cols, cudaStream_t stream) {
  const std::size_t n = rows * cols;
  const int blocks = blocks_for(n);
  std::uint8_t* table = nullptr;  // [levels]
  WARPGRADE_CHECK(cudaMallocAsync(&table, Tuning::levels, stream));
  // TODO: clear the histogram (cudaMemsetAsync).
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
