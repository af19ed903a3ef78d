// Right in another style: minimum and maximum by shuffles, then atomics on floats whose bits are put in
// order; lanes with the same bin count together; a scan by warps; and all of it with 128 threads a block.
#include <algorithm>

#include <warpgrade/student.cuh>

#include "tone_mapping.cuh"

namespace tone_mapping {

constexpr int kThreads = 128;
constexpr unsigned kAll = 0xffffffffu;

inline unsigned grid_for(std::size_t n) { return unsigned(std::clamp<std::size_t>(n / 512, 1, 200)); }

// ==== range ==============================================================================================

/// Unsigned numbers in the order of the floats: negative ones upside down, below the others.
__device__ inline unsigned in_order(float value) {
  const unsigned bits = __float_as_uint(value);
  return bits >> 31 ? ~bits : bits | 0x80000000u;
}
__device__ inline float from_order(unsigned key) {
  return __uint_as_float(key >> 31 ? key & 0x7fffffffu : ~key);
}

static __global__ void start_kernel(unsigned* keys) {
  keys[0] = kAll;
  keys[1] = 0;
}

static __global__ void range_kernel(const float* log_luminance, std::size_t n, unsigned* keys) {
  unsigned least = kAll, greatest = 0;
  for (std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x; i < n; i += gridDim.x * kThreads) {
    const unsigned key = in_order(log_luminance[i]);
    least = min(least, key);
    greatest = max(greatest, key);
  }
  for (int distance = 16; distance > 0; distance /= 2) {  // __reduce_min_sync needs sm_80
    least = min(least, __shfl_xor_sync(kAll, least, distance));
    greatest = max(greatest, __shfl_xor_sync(kAll, greatest, distance));
  }
  if (threadIdx.x % 32 > 0) return;
  atomicMin(&keys[0], least);
  atomicMax(&keys[1], greatest);
}

static __global__ void end_kernel(const unsigned* keys, float* range) {
  range[threadIdx.x] = from_order(keys[threadIdx.x]);
}

void range(const float* log_luminance, float* range, std::size_t rows, std::size_t cols,
           cudaStream_t stream) {
  unsigned* keys = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&keys, 2 * sizeof(unsigned), stream));
  start_kernel<<<1, 1, 0, stream>>>(keys);
  range_kernel<<<grid_for(rows * cols), kThreads, 0, stream>>>(log_luminance, rows * cols, keys);
  end_kernel<<<1, 2, 0, stream>>>(keys, range);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(keys, stream));
}

// ==== distribution =======================================================================================

static __global__ void clear_kernel(unsigned* histogram, int bins) {
  for (int bin = threadIdx.x; bin < bins; bin += kThreads) histogram[bin] = 0;
}

static __global__ void count_kernel(const float* log_luminance, std::size_t n, const float* range,
                                    unsigned* histogram, int bins) {
  for (std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x; i < n; i += gridDim.x * kThreads) {
    const int bin = bin_of(log_luminance[i], range[0], range[1], bins);
    const unsigned peers = __match_any_sync(__activemask(), bin);
    if (__ffs(peers) - 1 == int(threadIdx.x % 32)) atomicAdd(&histogram[bin], unsigned(__popc(peers)));
  }
}

/// One warp goes through the bins, 32 at a time, and carries the sum along.
static __global__ void scan_kernel(const unsigned* histogram, unsigned* cdf, int bins) {
  const int lane = threadIdx.x;
  unsigned carry = 0;
  for (int first = 0; first < bins; first += 32) {
    const unsigned own = first + lane < bins ? histogram[first + lane] : 0;
    unsigned sum = own;
    for (int delta = 1; delta < 32; delta *= 2) {
      const unsigned left = __shfl_up_sync(kAll, sum, delta);
      if (lane >= delta) sum += left;
    }
    if (first + lane < bins) cdf[first + lane] = carry + sum - own;
    carry += __shfl_sync(kAll, sum, 31);
  }
}

void distribution(const float* log_luminance, const float* range, unsigned* histogram, unsigned* cdf,
                  std::size_t rows, std::size_t cols, int bins, cudaStream_t stream) {
  clear_kernel<<<1, kThreads, 0, stream>>>(histogram, bins);
  count_kernel<<<grid_for(rows * cols), kThreads, 0, stream>>>(log_luminance, rows * cols, range, histogram,
                                                               bins);
  scan_kernel<<<1, 32, 0, stream>>>(histogram, cdf, bins);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== tone_map ===========================================================================================

/// The brightness of each bin once, in shared memory; then the pixels.
static __global__ void map_kernel(const float* log_luminance, const float* x, const float* y,
                                  const float* range, const unsigned* cdf, Rgba* picture, std::size_t n,
                                  int bins) {
  __shared__ float level[1024];
  for (int bin = threadIdx.x; bin < bins; bin += kThreads) level[bin] = brightness(cdf[bin], n);
  __syncthreads();
  const float lowest = range[0], highest = range[1];
  for (std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x; i < n; i += gridDim.x * kThreads)
    picture[i] = to_pixel(x[i], y[i], level[bin_of(log_luminance[i], lowest, highest, bins)]);
}

void tone_map(const float* log_luminance, const float* x, const float* y, float* range, unsigned* histogram,
              unsigned* cdf, Rgba* picture, std::size_t rows, std::size_t cols, int bins,
              cudaStream_t stream) {
  tone_mapping::range(log_luminance, range, rows, cols, stream);
  distribution(log_luminance, range, histogram, cdf, rows, cols, bins, stream);
  map_kernel<<<grid_for(rows * cols), kThreads, 0, stream>>>(log_luminance, x, y, range, cdf, picture,
                                                             rows * cols, bins);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== equalise ===========================================================================================

static __global__ void count_levels_kernel(const std::uint8_t* grey, std::size_t n, unsigned* histogram) {
  for (std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x; i < n; i += gridDim.x * kThreads) {
    const int level = grey[i];
    const unsigned peers = __match_any_sync(__activemask(), level);
    if (__ffs(peers) - 1 == int(threadIdx.x % 32)) atomicAdd(&histogram[level], unsigned(__popc(peers)));
  }
}

/// One warp goes through the levels, 32 at a time. The first one that occurs is the darkest.
static __global__ void table_kernel(const unsigned* histogram, unsigned* cdf, std::uint8_t* table,
                                    std::size_t n) {
  const int lane = threadIdx.x;
  unsigned carry = 0, darkest = 0;
  for (int level = lane; level < 256; level += 32) {
    const unsigned own = histogram[level];
    unsigned sum = own;
    for (int delta = 1; delta < 32; delta *= 2) {
      const unsigned left = __shfl_up_sync(kAll, sum, delta);
      if (lane >= delta) sum += left;
    }
    sum += carry;
    const unsigned occurring = __ballot_sync(kAll, own > 0);
    if (darkest == 0 && occurring > 0) darkest = __shfl_sync(kAll, sum, __ffs(occurring) - 1);
    cdf[level] = sum;
    table[level] = equalised(sum, darkest, n, std::uint8_t(level));
    carry = __shfl_sync(kAll, sum, 31);
  }
}

static __global__ void look_up_kernel(const std::uint8_t* grey, const std::uint8_t* table,
                                      std::uint8_t* picture, std::size_t n) {
  for (std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x; i < n; i += gridDim.x * kThreads)
    picture[i] = table[grey[i]];
}

void equalise(const std::uint8_t* grey, unsigned* histogram, unsigned* cdf, std::uint8_t* picture,
              std::size_t rows, std::size_t cols, cudaStream_t stream) {
  const std::size_t n = rows * cols;
  std::uint8_t* table = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&table, 256, stream));
  clear_kernel<<<1, kThreads, 0, stream>>>(histogram, 256);
  count_levels_kernel<<<grid_for(n), kThreads, 0, stream>>>(grey, n, histogram);
  table_kernel<<<1, 32, 0, stream>>>(histogram, cdf, table, n);
  look_up_kernel<<<grid_for(n), kThreads, 0, stream>>>(grey, table, picture, n);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(table, stream));
}

}  // namespace tone_mapping
