// Right in another style: kernels clear the bins, lanes with equal bins agree on one of them, copies of the
// bins per warp, and sums by shuffles.
//
// other technique: aggregated
#include <algorithm>

#include <warpgrade/student.cuh>

#include "histogram.cuh"

namespace histogram {

constexpr int kThreads = 128, kWarps = kThreads / 32, kMaxBins = 4096, kMaxLocalBins = 16;

inline unsigned grid_for(std::size_t n) { return unsigned(std::clamp<std::size_t>(n / 512, 1, 200)); }

__global__ inline void clear_kernel(unsigned* bins, int bin_count) {
  const int bin = blockIdx.x * blockDim.x + threadIdx.x;
  if (bin < bin_count) bins[bin] = 0;
}

inline void clear(unsigned* bins, int bin_count, cudaStream_t stream) {
  if (bin_count > 0) clear_kernel<<<(bin_count + 255) / 256, 256, 0, stream>>>(bins, bin_count);
  WARPGRADE_CHECK_LAUNCH();
}

__device__ inline bool is_counted(int bin, int bin_count) { return unsigned(bin) < unsigned(bin_count); }

/// Lanes that are active and have the same bin add up before one of them counts.
__device__ inline void count_together(unsigned* bins, int bin) {
  const unsigned peers = __match_any_sync(__activemask(), bin);
  if (__ffs(peers) - 1 == int(threadIdx.x % 32)) atomicAdd(&bins[bin], unsigned(__popc(peers)));
}

// ==== blocked ============================================================================================

template <class T, class Bin>
__global__ void blocked_kernel(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of) {
  const std::size_t section = (n + gridDim.x * blockDim.x - 1) / (gridDim.x * blockDim.x);
  const T* element = in + min(n, section * (blockIdx.x * blockDim.x + threadIdx.x));
  const T* const end = element + min(section, std::size_t(in + n - element));
  while (element < end)
    if (const int bin = bin_of(*element++); is_counted(bin, bin_count)) atomicInc(&bins[bin], 0xffffffffu);
}

template <class T, class Bin>
void blocked(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  clear(bins, bin_count, stream);
  blocked_kernel<<<grid_for(n), kThreads, 0, stream>>>(in, n, bins, bin_count, bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== interleaved ========================================================================================

template <class T, class Bin>
__global__ void interleaved_kernel(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of) {
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    const int bin = bin_of(in[i]);
    if (is_counted(bin, bin_count)) count_together(bins, bin);
  }
}

template <class T, class Bin>
void interleaved(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  clear(bins, bin_count, stream);
  interleaved_kernel<<<grid_for(n), kThreads, 0, stream>>>(in, n, bins, bin_count, bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== privatized, aggregated: static shared memory =======================================================

template <bool together, class T, class Bin>
__global__ void shared_kernel(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of) {
  __shared__ unsigned mine[kMaxBins];
  for (int bin = threadIdx.x; bin < bin_count; bin += kThreads) mine[bin] = 0;
  __syncthreads();
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    const int bin = bin_of(in[i]);
    if (!is_counted(bin, bin_count)) continue;
    if (together)
      count_together(mine, bin);
    else
      atomicAdd(mine + bin, 1u);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < bin_count; bin += kThreads)
    if (mine[bin] != 0) atomicAdd(bins + bin, mine[bin]);
}

template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  clear(bins, bin_count, stream);
  shared_kernel<false><<<grid_for(n), kThreads, 0, stream>>>(in, n, bins, bin_count, bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

template <class T, class Bin>
void aggregated(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  clear(bins, bin_count, stream);
  shared_kernel<true><<<grid_for(n), kThreads, 0, stream>>>(in, n, bins, bin_count, bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== per_thread: counts in registers, sums by shuffles ==================================================

template <class T, class Bin>
__global__ void per_thread_kernel(const T* in, std::size_t n, unsigned* partial, int bin_count, Bin bin_of) {
  __shared__ unsigned of_warp[kWarps][kMaxLocalBins];
  unsigned count[kMaxLocalBins] = {};
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    if (const int bin = bin_of(in[i]); is_counted(bin, bin_count)) ++count[bin];
  for (int bin = 0; bin < bin_count; ++bin) {
    for (int d = 16; d > 0; d /= 2) count[bin] += __shfl_xor_sync(0xffffffffu, count[bin], d);
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32][bin] = count[bin];
  }
  __syncthreads();
  if (int(threadIdx.x) >= bin_count) return;
  unsigned sum = 0;
  for (int w = 0; w < kWarps; ++w) sum += of_warp[w][threadIdx.x];
  partial[blockIdx.x * bin_count + threadIdx.x] = sum;
}

/// One warp for all bins.
__global__ inline void add_kernel(const unsigned* partial, unsigned* bins, int blocks, int bin_count) {
  const int bin = threadIdx.x;
  if (bin >= bin_count) return;
  unsigned sum = 0;
  for (int block = 0; block < blocks; ++block) sum += partial[block * bin_count + bin];
  bins[bin] = sum;
}

template <class T, class Bin>
void per_thread(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  const unsigned blocks = grid_for(n);
  unsigned* partial;
  WARPGRADE_CHECK(cudaMallocAsync(&partial, blocks * std::size_t(bin_count) * sizeof(unsigned), stream));
  per_thread_kernel<<<blocks, kThreads, 0, stream>>>(in, n, partial, bin_count, bin_of);
  WARPGRADE_CHECK_LAUNCH();
  add_kernel<<<1, 32, 0, stream>>>(partial, bins, int(blocks), bin_count);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
}

}  // namespace histogram
