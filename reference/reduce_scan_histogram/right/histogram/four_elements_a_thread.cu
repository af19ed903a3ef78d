// Right, and plain: blocks of 64 threads with four elements each, and a grid for all elements; each block
// pays out all of its bins, empty ones too.
#include <algorithm>

#include <warpgrade/student.cuh>

#include "histogram.cuh"

namespace histogram {

constexpr int kThreads = 64, kItems = 4, kMaxBins = 4096;

inline unsigned blocks_for(std::size_t n, int items) {
  return unsigned(std::max<std::size_t>(1, (n + kThreads * items - 1) / (kThreads * items)));
}

/// The bin of a value, or -1.
template <class T, class Bin>
__device__ int counted_bin(T value, int bin_count, Bin bin_of) {
  const int bin = bin_of(value);
  return bin >= 0 && bin < bin_count ? bin : -1;
}

template <class T, class Bin>
__global__ void global_kernel(const T* in, std::size_t n, std::size_t apart, std::size_t together,
                              unsigned* bins, int bin_count, Bin bin_of) {
  const std::size_t thread = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  for (int k = 0; k < kItems; ++k) {
    const std::size_t i = thread * together + k * apart;
    if (i >= n) continue;
    if (const int bin = counted_bin(in[i], bin_count, bin_of); bin >= 0) atomicAdd(&bins[bin], 1u);
  }
}

template <class T, class Bin>
void blocked(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaMemsetAsync(bins, 0, bin_count * sizeof(unsigned), stream));
  global_kernel<<<blocks_for(n, kItems), kThreads, 0, stream>>>(in, n, 1, kItems, bins, bin_count, bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

template <class T, class Bin>
void interleaved(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaMemsetAsync(bins, 0, bin_count * sizeof(unsigned), stream));
  const unsigned blocks = blocks_for(n, kItems);
  global_kernel<<<blocks, kThreads, 0, stream>>>(in, n, blocks * std::size_t(kThreads), 1, bins, bin_count,
                                                 bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

/// Each thread has `items` neighbours, and pays a run of equal bins out to the block's.
template <int items, class T, class Bin>
__global__ void shared_kernel(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of) {
  __shared__ unsigned mine[kMaxBins];
  for (int b = threadIdx.x; b < bin_count; b += kThreads) mine[b] = 0;
  __syncthreads();
  const std::size_t begin = (blockIdx.x * std::size_t(kThreads) + threadIdx.x) * items;
  int bin = -1;
  unsigned count = 0;
  for (std::size_t i = begin; i < begin + items && i < n; ++i) {
    const int next = counted_bin(in[i], bin_count, bin_of);
    if (next != bin) {
      if (bin >= 0) atomicAdd(&mine[bin], count);
      bin = next;
      count = 0;
    }
    ++count;
  }
  if (bin >= 0) atomicAdd(&mine[bin], count);
  __syncthreads();
  for (int b = threadIdx.x; b < bin_count; b += kThreads) atomicAdd(&bins[b], mine[b]);
}

template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaMemsetAsync(bins, 0, bin_count * sizeof(unsigned), stream));
  shared_kernel<1><<<blocks_for(n, 1), kThreads, 0, stream>>>(in, n, bins, bin_count, bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

template <class T, class Bin>
void aggregated(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaMemsetAsync(bins, 0, bin_count * sizeof(unsigned), stream));
  shared_kernel<kItems><<<blocks_for(n, kItems), kThreads, 0, stream>>>(in, n, bins, bin_count, bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== per_thread: a column of shared memory for each thread ============================================

template <class T, class Bin>
__global__ void columns_kernel(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of) {
  __shared__ unsigned counts[16][kThreads];
  for (int b = 0; b < bin_count; ++b) counts[b][threadIdx.x] = 0;
  const std::size_t begin = blockIdx.x * std::size_t(kThreads * kItems) + threadIdx.x;
  for (int k = 0; k < kItems && begin + k * kThreads < n; ++k)
    if (const int bin = counted_bin(in[begin + k * kThreads], bin_count, bin_of); bin >= 0)
      ++counts[bin][threadIdx.x];
  __syncthreads();
  if (int(threadIdx.x) >= bin_count) return;
  unsigned sum = 0;
  for (unsigned count : counts[threadIdx.x]) sum += count;
  atomicAdd(&bins[threadIdx.x], sum);
}

template <class T, class Bin>
void per_thread(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaMemsetAsync(bins, 0, bin_count * sizeof(unsigned), stream));
  columns_kernel<<<blocks_for(n, kItems), kThreads, 0, stream>>>(in, n, bins, bin_count, bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace histogram
