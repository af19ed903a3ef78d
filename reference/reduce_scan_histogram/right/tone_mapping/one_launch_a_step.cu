// Right in the style of a first course: one pixel a thread, two reduces, a tree in dynamic shared memory,
// atomics in global memory, and a scan of one block. Its core, histogram_and_prefix_sum, has the shape that
// the task has in a well-known course: results of the reduces on the host, distribution on the device.
#include <algorithm>
#include <cfloat>

#include <warpgrade/student.cuh>

#include "tone_mapping.cuh"

namespace tone_mapping {

constexpr int kThreads = 512;

// ==== reduce: as many launches as it takes ===============================================================

template <bool Greatest>
__global__ void reduce_kernel(const float* in, float* out, std::size_t n) {
  extern __shared__ float values[];  // [blockDim.x]
  const std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  values[threadIdx.x] = i < n ? in[i] : (Greatest ? -FLT_MAX : FLT_MAX);
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride >>= 1) {
    if (threadIdx.x < stride) {
      const float other = values[threadIdx.x + stride];
      values[threadIdx.x] = Greatest ? max(values[threadIdx.x], other) : min(values[threadIdx.x], other);
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = values[0];
}

template <bool Greatest>
void reduce(const float* in, float* result, std::size_t n, cudaStream_t stream) {
  const auto blocks = unsigned((n + kThreads - 1) / kThreads);
  float* scratch = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&scratch, blocks * sizeof(float), stream));
  float* const out = blocks == 1 ? result : scratch;
  reduce_kernel<Greatest><<<blocks, kThreads, kThreads * sizeof(float), stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
  if (blocks > 1) reduce<Greatest>(scratch, result, blocks, stream);
  WARPGRADE_CHECK(cudaFreeAsync(scratch, stream));
}

// ==== histogram and scan =================================================================================

static __global__ void histogram_kernel(const float* d_logLuminance, unsigned* d_histogram, float min_logLum,
                                        float max_logLum, std::size_t n, int numBins) {
  const std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  if (i >= n) return;
  atomicAdd(&d_histogram[bin_of(d_logLuminance[i], min_logLum, max_logLum, numBins)], 1u);
}

/// Hillis & Steele in two arrays, one place to the right: exclusive from the start.
static __global__ void scan_kernel(const unsigned* d_histogram, unsigned* d_cdf, int numBins) {
  extern __shared__ unsigned sums[];  // [2][numBins]
  const int bin = threadIdx.x;
  int from = 0;
  sums[bin] = bin > 0 ? d_histogram[bin - 1] : 0;
  __syncthreads();
  for (int stride = 1; stride < numBins; stride *= 2) {
    const int to = 1 - from;
    unsigned sum = sums[from * numBins + bin];
    if (bin >= stride) sum += sums[from * numBins + bin - stride];
    sums[to * numBins + bin] = sum;
    from = to;
    __syncthreads();
  }
  d_cdf[bin] = sums[from * numBins + bin];
}

static void histogram_and_scan(const float* d_logLuminance, unsigned* d_histogram, unsigned* d_cdf,
                               float min_logLum, float max_logLum, std::size_t n, int numBins,
                               cudaStream_t stream) {
  WARPGRADE_CHECK(cudaMemsetAsync(d_histogram, 0, numBins * sizeof(unsigned), stream));
  histogram_kernel<<<unsigned((n + kThreads - 1) / kThreads), kThreads, 0, stream>>>(
      d_logLuminance, d_histogram, min_logLum, max_logLum, n, numBins);
  WARPGRADE_CHECK_LAUNCH();
  scan_kernel<<<1, numBins, 2 * numBins * sizeof(unsigned), stream>>>(d_histogram, d_cdf, numBins);
  WARPGRADE_CHECK_LAUNCH();
}

/// The core: what a student of that course hands in, with a histogram and a stream more.
static void histogram_and_prefix_sum(const float* const d_logLuminance, unsigned* const d_histogram,
                                     unsigned* const d_cdf, float& min_logLum, float& max_logLum,
                                     const std::size_t numRows, const std::size_t numCols,
                                     const std::size_t numBins, cudaStream_t stream) {
  const std::size_t n = numRows * numCols;
  float* d_range = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&d_range, 2 * sizeof(float), stream));
  reduce<false>(d_logLuminance, &d_range[0], n, stream);
  reduce<true>(d_logLuminance, &d_range[1], n, stream);
  WARPGRADE_CHECK(cudaMemcpyAsync(&min_logLum, &d_range[0], sizeof(float), cudaMemcpyDeviceToHost, stream));
  WARPGRADE_CHECK(cudaMemcpyAsync(&max_logLum, &d_range[1], sizeof(float), cudaMemcpyDeviceToHost, stream));
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  WARPGRADE_CHECK(cudaFreeAsync(d_range, stream));
  histogram_and_scan(d_logLuminance, d_histogram, d_cdf, min_logLum, max_logLum, n, int(numBins), stream);
}

// ==== The tasks: calls of the above ======================================================================

void range(const float* log_luminance, float* range, std::size_t rows, std::size_t cols,
           cudaStream_t stream) {
  reduce<false>(log_luminance, &range[0], rows * cols, stream);
  reduce<true>(log_luminance, &range[1], rows * cols, stream);
}

void distribution(const float* log_luminance, const float* range, unsigned* histogram, unsigned* cdf,
                  std::size_t rows, std::size_t cols, int bins, cudaStream_t stream) {
  float ends[2];
  WARPGRADE_CHECK(cudaMemcpyAsync(ends, range, sizeof(ends), cudaMemcpyDeviceToHost, stream));
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  histogram_and_scan(log_luminance, histogram, cdf, ends[0], ends[1], rows * cols, bins, stream);
}

static __global__ void map_kernel(const float* d_logLuminance, const float* d_x, const float* d_y,
                                  float min_logLum, float max_logLum, const unsigned* d_cdf, Rgba* picture,
                                  int rows, int cols, int bins) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows || col >= cols) return;
  const int i = row * cols + col;
  const int bin = bin_of(d_logLuminance[i], min_logLum, max_logLum, bins);
  picture[i] = to_pixel(d_x[i], d_y[i], brightness(d_cdf[bin], std::size_t(rows) * cols));
}

void tone_map(const float* log_luminance, const float* x, const float* y, float* range, unsigned* histogram,
              unsigned* cdf, Rgba* picture, std::size_t rows, std::size_t cols, int bins,
              cudaStream_t stream) {
  float ends[2];
  histogram_and_prefix_sum(log_luminance, histogram, cdf, ends[0], ends[1], rows, cols, bins, stream);
  WARPGRADE_CHECK(cudaMemcpyAsync(range, ends, sizeof(ends), cudaMemcpyHostToDevice, stream));
  const dim3 block(32, 16), grid(unsigned((cols + 31) / 32), unsigned((rows + 15) / 16));
  map_kernel<<<grid, block, 0, stream>>>(log_luminance, x, y, ends[0], ends[1], cdf, picture, int(rows),
                                         int(cols), bins);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));  // `ends` must live until it is copied
}

// ==== equalise: a map of each pixel, without a table =====================================================

static __global__ void count_levels(const unsigned char* d_grey, unsigned* d_histogram, int rows, int cols) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows && col < cols) atomicAdd(&d_histogram[d_grey[std::size_t(row) * cols + col]], 1u);
}

/// One step of an inclusive scan.
static __global__ void scan_step(const unsigned* from, unsigned* to, int stride) {
  const int level = threadIdx.x;
  to[level] = level >= stride ? from[level - stride] + from[level] : from[level];
}

static __global__ void find_darkest(const unsigned* d_cdf, unsigned* d_cdf_min) {
  int level = 0;
  while (d_cdf[level] == 0) ++level;
  *d_cdf_min = d_cdf[level];
}

static __global__ void equalise_pixels(const unsigned char* d_grey, const unsigned* d_cdf,
                                       const unsigned* d_cdf_min, unsigned char* d_picture, int rows,
                                       int cols) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows || col >= cols) return;
  const std::size_t i = std::size_t(row) * cols + col;
  const unsigned char level = d_grey[i];
  d_picture[i] = equalised(d_cdf[level], *d_cdf_min, std::size_t(rows) * cols, level);
}

void equalise(const std::uint8_t* grey, unsigned* histogram, unsigned* cdf, std::uint8_t* picture,
              std::size_t rows, std::size_t cols, cudaStream_t stream) {
  const dim3 block(32, 16), grid(unsigned((cols + 31) / 32), unsigned((rows + 15) / 16));
  unsigned *d_steps = nullptr, *d_cdf_min = nullptr;  // [2][256] and one number
  WARPGRADE_CHECK(cudaMallocAsync(&d_steps, 512 * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&d_cdf_min, sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(histogram, 0, 256 * sizeof(unsigned), stream));
  count_levels<<<grid, block, 0, stream>>>(grey, histogram, int(rows), int(cols));
  const unsigned* from = histogram;
  for (int step = 0; step < 8; ++step) {
    unsigned* const to = step == 7 ? cdf : d_steps + step % 2 * 256;
    scan_step<<<1, 256, 0, stream>>>(from, to, 1 << step);
    from = to;
  }
  find_darkest<<<1, 1, 0, stream>>>(cdf, d_cdf_min);
  equalise_pixels<<<grid, block, 0, stream>>>(grey, cdf, d_cdf_min, picture, int(rows), int(cols));
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(d_cdf_min, stream));
  WARPGRADE_CHECK(cudaFreeAsync(d_steps, stream));
}

}  // namespace tone_mapping
