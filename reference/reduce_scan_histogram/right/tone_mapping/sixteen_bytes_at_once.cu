// Right, and made for speed: shuffles in the place of trees, a histogram for each warp, and of a grey picture
// 16 pixels a load and a store.
#include <algorithm>
#include <cmath>

#include <warpgrade/student.cuh>

#include "tone_mapping.cuh"

namespace tone_mapping {

constexpr int kThreads = 256, kWarps = kThreads / 32, kMostBlocks = 128;
constexpr unsigned kAll = 0xffffffffu;

static int blocks_for(std::size_t threads) {
  return int(std::clamp<std::size_t>((threads + kThreads - 1) / kThreads, 1, kMostBlocks));
}
__device__ static std::size_t first_of_thread() { return blockIdx.x * std::size_t(kThreads) + threadIdx.x; }
__device__ static std::size_t all_threads() { return gridDim.x * std::size_t(kThreads); }

// ==== range ==============================================================================================

/// ends[b]: the least and the greatest of what block b reads.
static __global__ void range_kernel(const float2* pairs, const float* values, std::size_t n, float2* ends) {
  __shared__ float2 of_warp[kWarps];
  float2 mine{INFINITY, -INFINITY};
  for (std::size_t i = first_of_thread(); i < n; i += all_threads()) {
    const float2 other = pairs ? pairs[i] : float2{values[i], values[i]};
    mine = {fminf(mine.x, other.x), fmaxf(mine.y, other.y)};
  }
  for (int mask = 16; mask > 0; mask /= 2)
    mine = {fminf(mine.x, __shfl_xor_sync(kAll, mine.x, mask)),
            fmaxf(mine.y, __shfl_xor_sync(kAll, mine.y, mask))};
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x > 0) return;
  for (int w = 1; w < kWarps; ++w) mine = {fminf(mine.x, of_warp[w].x), fmaxf(mine.y, of_warp[w].y)};
  ends[blockIdx.x] = mine;
}

void range(const float* log_luminance, float* range, std::size_t rows, std::size_t cols,
           cudaStream_t stream) {
  const int blocks = blocks_for(rows * cols);
  float2* ends = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&ends, blocks * sizeof(float2), stream));
  range_kernel<<<blocks, kThreads, 0, stream>>>(nullptr, log_luminance, rows * cols, ends);
  WARPGRADE_CHECK_LAUNCH();
  range_kernel<<<1, kThreads, 0, stream>>>(ends, nullptr, blocks, reinterpret_cast<float2*>(range));
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(ends, stream));
}

// ==== distribution =======================================================================================

static __global__ void count_kernel(const float* log_luminance, std::size_t n, const float* range,
                                    unsigned* histogram, int bins) {
  __shared__ unsigned counts[1024];
  for (int bin = threadIdx.x; bin < bins; bin += kThreads) counts[bin] = 0;
  __syncthreads();
  const float lowest = range[0], highest = range[1];
  for (std::size_t i = first_of_thread(); i < n; i += all_threads())
    atomicAdd(&counts[bin_of(log_luminance[i], lowest, highest, bins)], 1u);
  __syncthreads();
  for (int bin = threadIdx.x; bin < bins; bin += kThreads)
    if (const unsigned count = counts[bin]) atomicAdd(&histogram[bin], count);
}

/// The inclusive scan of one value a thread over the block, by warps.
__device__ static unsigned scan_block(unsigned value) {
  __shared__ unsigned of_warp[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int delta = 1; delta < 32; delta *= 2) {
    const unsigned left = __shfl_up_sync(kAll, value, delta);
    if (lane >= delta) value += left;
  }
  if (lane == 31) of_warp[warp] = value;
  __syncthreads();
  for (int w = 0; w < warp; ++w) value += of_warp[w];
  return value;
}

static __global__ void darker_kernel(const unsigned* histogram, unsigned* cdf, int bins) {
  const int bin = threadIdx.x;
  const unsigned own = bin < bins ? histogram[bin] : 0, sum = scan_block(own);
  if (bin < bins) cdf[bin] = sum - own;
}

void distribution(const float* log_luminance, const float* range, unsigned* histogram, unsigned* cdf,
                  std::size_t rows, std::size_t cols, int bins, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaMemsetAsync(histogram, 0, bins * sizeof(unsigned), stream));
  const std::size_t n = rows * cols;
  count_kernel<<<blocks_for(n), kThreads, 0, stream>>>(log_luminance, n, range, histogram, bins);
  WARPGRADE_CHECK_LAUNCH();
  darker_kernel<<<1, (bins + 31) / 32 * 32, 0, stream>>>(histogram, cdf, bins);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== tone_map ===========================================================================================

static __global__ void map_kernel(const float* log_luminance, const float* x, const float* y,
                                  const float* range, const unsigned* cdf, Rgba* picture, std::size_t n,
                                  int bins) {
  const float lowest = range[0], highest = range[1];
  for (std::size_t i = first_of_thread(); i < n; i += all_threads())
    picture[i] = to_pixel(x[i], y[i], brightness(cdf[bin_of(log_luminance[i], lowest, highest, bins)], n));
}

void tone_map(const float* log_luminance, const float* x, const float* y, float* range, unsigned* histogram,
              unsigned* cdf, Rgba* picture, std::size_t rows, std::size_t cols, int bins,
              cudaStream_t stream) {
  const std::size_t n = rows * cols;
  tone_mapping::range(log_luminance, range, rows, cols, stream);
  distribution(log_luminance, range, histogram, cdf, rows, cols, bins, stream);
  map_kernel<<<blocks_for(n), kThreads, 0, stream>>>(log_luminance, x, y, range, cdf, picture, n, bins);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== equalise ===========================================================================================

union Sixteen {
  uint4 all;
  std::uint8_t each[16];
};

/// A histogram for each warp; the pixels behind the last sixteen go one by one.
static __global__ void count_levels_kernel(const std::uint8_t* grey, std::size_t n, unsigned* histogram) {
  __shared__ unsigned counts[kWarps][256];
  for (int i = threadIdx.x; i < kWarps * 256; i += kThreads) counts[i / 256][i % 256] = 0;
  __syncthreads();
  unsigned* const mine = counts[threadIdx.x / 32];
  for (std::size_t i = first_of_thread(); i < n / 16; i += all_threads()) {
    Sixteen pixels;
    pixels.all = reinterpret_cast<const uint4*>(grey)[i];
    for (const std::uint8_t level : pixels.each) atomicAdd(&mine[level], 1u);
  }
  if (const std::size_t i = n / 16 * 16 + first_of_thread(); i < n) atomicAdd(&mine[grey[i]], 1u);
  __syncthreads();
  unsigned count = 0;
  for (const auto& of_warp : counts) count += of_warp[threadIdx.x];
  if (count > 0) atomicAdd(&histogram[threadIdx.x], count);
}

static __global__ void table_kernel(const unsigned* histogram, unsigned* cdf, std::uint8_t* table,
                                    std::size_t n) {
  __shared__ unsigned cdf_of[256];
  __shared__ int darkest;
  const int level = threadIdx.x;
  const unsigned own = histogram[level], sum = scan_block(own);
  if (level == 0) darkest = 255;
  cdf[level] = cdf_of[level] = sum;
  __syncthreads();
  if (own > 0) atomicMin(&darkest, level);
  __syncthreads();
  table[level] = equalised(sum, cdf_of[darkest], n, std::uint8_t(level));
}

static __global__ void look_up_kernel(const std::uint8_t* grey, const std::uint8_t* table,
                                      std::uint8_t* picture, std::size_t n) {
  __shared__ std::uint8_t new_level[256];
  new_level[threadIdx.x] = table[threadIdx.x];
  __syncthreads();
  for (std::size_t i = first_of_thread(); i < n / 16; i += all_threads()) {
    Sixteen pixels;
    pixels.all = reinterpret_cast<const uint4*>(grey)[i];
    for (std::uint8_t& level : pixels.each) level = new_level[level];
    reinterpret_cast<uint4*>(picture)[i] = pixels.all;
  }
  if (const std::size_t i = n / 16 * 16 + first_of_thread(); i < n) picture[i] = new_level[grey[i]];
}

void equalise(const std::uint8_t* grey, unsigned* histogram, unsigned* cdf, std::uint8_t* picture,
              std::size_t rows, std::size_t cols, cudaStream_t stream) {
  const std::size_t n = rows * cols;
  std::uint8_t* table = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&table, 256, stream));
  WARPGRADE_CHECK(cudaMemsetAsync(histogram, 0, 256 * sizeof(unsigned), stream));
  count_levels_kernel<<<blocks_for(n / 16), kThreads, 0, stream>>>(grey, n, histogram);
  WARPGRADE_CHECK_LAUNCH();
  table_kernel<<<1, 256, 0, stream>>>(histogram, cdf, table, n);
  WARPGRADE_CHECK_LAUNCH();
  look_up_kernel<<<blocks_for(n / 16), kThreads, 0, stream>>>(grey, table, picture, n);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(table, stream));
}

}  // namespace tone_mapping
