// Right, and plain: the least and the greatest by two reduces, and a histogram of its own for each of a few
// blocks, which a thread for each bin adds up.
#include <algorithm>

#include <warpgrade/student.cuh>

#include "tone_mapping.cuh"

namespace tone_mapping {

constexpr unsigned kThreads = 64;

inline unsigned blocks_for(std::size_t n) { return unsigned((n + kThreads - 1) / kThreads); }

struct Least {
  __device__ float operator()(float a, float b) const { return fminf(a, b); }
};
struct Greatest {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

template <class Op>
__global__ void reduce_kernel(const float* in, std::size_t n, float* out, Op op) {
  __shared__ float tile[kThreads];
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  tile[threadIdx.x] = in[i < n ? i : n - 1];
  for (unsigned stride = kThreads / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (threadIdx.x < stride) tile[threadIdx.x] = op(tile[threadIdx.x], tile[threadIdx.x + stride]);
  }
  if (threadIdx.x == 0) out[blockIdx.x] = tile[0];
}

template <class Op>
void reduce(const float* in, std::size_t n, float* out, Op op, cudaStream_t stream) {
  const unsigned blocks = blocks_for(n);
  if (blocks == 1) {
    reduce_kernel<<<1, kThreads, 0, stream>>>(in, n, out, op);
    WARPGRADE_CHECK_LAUNCH();
    return;
  }
  float* partial;
  WARPGRADE_CHECK(cudaMallocAsync(&partial, blocks * sizeof(float), stream));
  reduce_kernel<<<blocks, kThreads, 0, stream>>>(in, n, partial, op);
  WARPGRADE_CHECK_LAUNCH();
  reduce(partial, blocks, out, op, stream);
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
}

void range(const float* log_luminance, float* range, std::size_t rows, std::size_t cols,
           cudaStream_t stream) {
  reduce(log_luminance, rows * cols, &range[0], Least(), stream);
  reduce(log_luminance, rows * cols, &range[1], Greatest(), stream);
}

/// own: the bins of this block, [blocks][bins].
__global__ void count_kernel(const float* log_luminance, const float* range, std::size_t n, unsigned* own,
                             int bins) {
  __shared__ unsigned counts[1024];
  for (int b = threadIdx.x; b < bins; b += kThreads) counts[b] = 0;
  __syncthreads();
  for (std::size_t i = blockIdx.x * kThreads + threadIdx.x; i < n; i += gridDim.x * kThreads)
    atomicAdd(&counts[bin_of(log_luminance[i], range[0], range[1], bins)], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += kThreads) own[blockIdx.x * std::size_t(bins) + b] = counts[b];
}

__global__ void add_kernel(const unsigned* own, unsigned blocks, unsigned* histogram, int bins) {
  const int b = blockIdx.x * kThreads + threadIdx.x;
  if (b >= bins) return;
  unsigned sum = 0;
  for (unsigned block = 0; block < blocks; ++block) sum += own[block * std::size_t(bins) + b];
  histogram[b] = sum;
}

__global__ void scan_kernel(const unsigned* histogram, unsigned* cdf, int bins) {
  __shared__ unsigned sums[1024];
  const int b = threadIdx.x;
  sums[b] = b > 0 && b <= bins ? histogram[b - 1] : 0;
  for (int stride = 1; stride < 1024; stride *= 2) {
    __syncthreads();
    const unsigned left = b >= stride ? sums[b - stride] : 0;
    __syncthreads();
    sums[b] += left;
  }
  if (b < bins) cdf[b] = sums[b];
}

void distribution(const float* log_luminance, const float* range, unsigned* histogram, unsigned* cdf,
                  std::size_t rows, std::size_t cols, int bins, cudaStream_t stream) {
  const std::size_t n = rows * cols;
  const unsigned blocks = std::min(blocks_for(n), 32u);
  unsigned* own;
  WARPGRADE_CHECK(cudaMallocAsync(&own, blocks * std::size_t(bins) * sizeof(unsigned), stream));
  count_kernel<<<blocks, kThreads, 0, stream>>>(log_luminance, range, n, own, bins);
  WARPGRADE_CHECK_LAUNCH();
  add_kernel<<<blocks_for(bins), kThreads, 0, stream>>>(own, blocks, histogram, bins);
  WARPGRADE_CHECK_LAUNCH();
  scan_kernel<<<1, 1024, 0, stream>>>(histogram, cdf, bins);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(own, stream));
}

__global__ void map_kernel(const float* log_luminance, const float* x, const float* y, const float* range,
                           const unsigned* cdf, Rgba* picture, std::size_t n, int bins) {
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  if (i >= n) return;
  const int bin = bin_of(log_luminance[i], range[0], range[1], bins);
  picture[i] = to_pixel(x[i], y[i], brightness(cdf[bin], n));
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

// ==== equalise: each block makes the table for itself ====================================================

__global__ void count_levels_kernel(const std::uint8_t* grey, std::size_t n, unsigned* own) {
  __shared__ unsigned counts[256];
  for (int level = threadIdx.x; level < 256; level += kThreads) counts[level] = 0;
  __syncthreads();
  for (std::size_t i = blockIdx.x * kThreads + threadIdx.x; i < n; i += gridDim.x * kThreads)
    atomicAdd(&counts[grey[i]], 1u);
  __syncthreads();
  for (int level = threadIdx.x; level < 256; level += kThreads) own[blockIdx.x * 256 + level] = counts[level];
}

/// The exclusive scan that is there already, and each level's own count on top of it.
__global__ void add_own_kernel(const unsigned* histogram, unsigned* cdf) {
  cdf[threadIdx.x] += histogram[threadIdx.x];
}

__global__ void equalise_kernel(const std::uint8_t* grey, const unsigned* cdf, std::uint8_t* picture,
                                std::size_t n) {
  __shared__ std::uint8_t table[256];
  __shared__ unsigned darkest;  // the least number of pixels above 0
  if (threadIdx.x == 0) darkest = 0xffffffffu;
  __syncthreads();
  for (int level = threadIdx.x; level < 256; level += kThreads)
    if (cdf[level] > 0) atomicMin(&darkest, cdf[level]);
  __syncthreads();
  for (int level = threadIdx.x; level < 256; level += kThreads)
    table[level] = equalised(cdf[level], darkest, n, std::uint8_t(level));
  __syncthreads();
  for (std::size_t i = blockIdx.x * kThreads + threadIdx.x; i < n; i += gridDim.x * kThreads)
    picture[i] = table[grey[i]];
}

void equalise(const std::uint8_t* grey, unsigned* histogram, unsigned* cdf, std::uint8_t* picture,
              std::size_t rows, std::size_t cols, cudaStream_t stream) {
  const std::size_t n = rows * cols;
  const unsigned blocks = std::min(blocks_for(n), 32u);
  unsigned* own;
  WARPGRADE_CHECK(cudaMallocAsync(&own, blocks * 256 * sizeof(unsigned), stream));
  count_levels_kernel<<<blocks, kThreads, 0, stream>>>(grey, n, own);
  WARPGRADE_CHECK_LAUNCH();
  add_kernel<<<blocks_for(256), kThreads, 0, stream>>>(own, blocks, histogram, 256);
  WARPGRADE_CHECK_LAUNCH();
  scan_kernel<<<1, 1024, 0, stream>>>(histogram, cdf, 256);
  WARPGRADE_CHECK_LAUNCH();
  add_own_kernel<<<1, 256, 0, stream>>>(histogram, cdf);
  WARPGRADE_CHECK_LAUNCH();
  equalise_kernel<<<blocks, kThreads, 0, stream>>>(grey, cdf, picture, n);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(own, stream));
}

}  // namespace tone_mapping
