// Right in another style: a copy of the bins for each warp of a block, as far as shared memory goes, so that
// only lanes of one warp meet; and loads of 16 bytes a thread. A run is what a thread finds in such a load.
#include <algorithm>
#include <cstdint>
#include <cstring>

#include <warpgrade/student.cuh>

#include "histogram.cuh"

namespace histogram {

constexpr int kThreads = 256, kWarps = kThreads / 32, kBlocksPerMultiprocessor = 4;
constexpr int kSharedBins = 4096;  // of all copies of a block
constexpr int kMaxLocalBins = 16;  // per_thread

inline unsigned blocks_for(std::size_t n, int elements_per_thread) {
  const std::size_t most = std::size_t(warpgrade::multiprocessors()) * kBlocksPerMultiprocessor;
  return unsigned(std::clamp<std::size_t>(n / (std::size_t(kThreads) * elements_per_thread), 1, most));
}

__device__ inline bool is_counted(int bin, int bin_count) { return unsigned(bin) < unsigned(bin_count); }

// ==== privatized, aggregated ============================================================================

/// What a thread loads at once: four words, out of which elements are taken by shifts. The compiler would
/// load an array of bytes byte by byte.
template <class T>
struct alignas(16) Pack {
  static constexpr int per_word = 4 / sizeof(T), size = 4 * per_word;
  unsigned words[4];
  __device__ T operator[](int i) const {
    const unsigned word = words[i / per_word] >> (i % per_word * 8 * sizeof(T));
    T element;
    std::memcpy(&element, &word, sizeof(T));
    return element;
  }
};

/// Elements before the first one that a pack may begin with.
template <class T>
std::size_t unaligned_head(const T* in, std::size_t n) {
  const std::size_t past = reinterpret_cast<std::uintptr_t>(in) % sizeof(Pack<T>);
  return std::min(n, (sizeof(Pack<T>) - past) % sizeof(Pack<T>) / sizeof(T));
}

/// Counts each element.
struct OneByOne {
  template <class T, class Count>
  __device__ void operator()(Pack<T> pack, Count count) const {
#pragma unroll
    for (int i = 0; i < Pack<T>::size; ++i) count(pack[i], 1u);
  }
};

/// Counts runs of elements that share a bin.
template <class Bin>
struct ByRuns {
  Bin bin_of;
  template <class T, class Count>
  __device__ void operator()(Pack<T> pack, Count count) const {
    unsigned length = 1;
#pragma unroll
    for (int i = 0; i < Pack<T>::size; ++i, ++length) {
      if (i + 1 < Pack<T>::size && bin_of(pack[i]) == bin_of(pack[i + 1])) continue;
      count(pack[i], length);
      length = 0;
    }
  }
};

/// head: elements before the first pack.
template <class T, class Bin, class CountPack>
__global__ void __launch_bounds__(kThreads)
    copies_kernel(const T* in, std::size_t n, std::size_t head, unsigned* bins, int bin_count, int copy_count,
                  Bin bin_of, CountPack count_pack) {
  extern __shared__ unsigned copies[];  // [copy_count][bin_count]
  for (int i = threadIdx.x; i < copy_count * bin_count; i += kThreads) copies[i] = 0;
  __syncthreads();

  unsigned* const mine = copies + threadIdx.x / 32 % copy_count * bin_count;
  const auto count = [&](T element, unsigned times) {
    const int bin = bin_of(element);
    if (is_counted(bin, bin_count)) atomicAdd(&mine[bin], times);
  };
  const std::size_t thread = std::size_t(blockIdx.x) * kThreads + threadIdx.x;
  const std::size_t threads = std::size_t(gridDim.x) * kThreads;
  const auto* const packs = reinterpret_cast<const Pack<T>*>(in + head);
  const std::size_t pack_count = (n - head) / Pack<T>::size;
  for (std::size_t p = thread; p < pack_count; p += threads) count_pack(packs[p], count);
  if (thread < head) count(in[thread], 1);
  const std::size_t tail = head + pack_count * Pack<T>::size + thread;
  if (tail < n) count(in[tail], 1);
  __syncthreads();

  for (int bin = threadIdx.x; bin < bin_count; bin += kThreads) {
    unsigned sum = 0;
    for (int c = 0; c < copy_count; ++c) sum += copies[c * bin_count + bin];
    if (sum > 0) atomicAdd(&bins[bin], sum);
  }
}

template <class T, class Bin, class CountPack>
void count_in_copies(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of,
                     CountPack count_pack, cudaStream_t stream) {
  const int copy_count = std::clamp(kSharedBins / std::max(bin_count, 1), 1, kWarps);
  const std::size_t shared_bytes = std::size_t(copy_count) * bin_count * sizeof(unsigned);
  WARPGRADE_CHECK(cudaMemsetAsync(bins, 0, bin_count * sizeof(unsigned), stream));
  copies_kernel<<<blocks_for(n, Pack<T>::size), kThreads, shared_bytes, stream>>>(
      in, n, unaligned_head(in, n), bins, bin_count, copy_count, bin_of, count_pack);
  WARPGRADE_CHECK_LAUNCH();
}

template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  count_in_copies(in, n, bins, bin_count, bin_of, OneByOne(), stream);
}

template <class T, class Bin>
void aggregated(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  count_in_copies(in, n, bins, bin_count, bin_of, ByRuns<Bin>{bin_of}, stream);
}

// ==== blocked, interleaved: two elements of a thread lie `step` apart =====================================

template <class T, class Bin>
__global__ void global_kernel(const T* in, std::size_t n, bool sections, unsigned* bins, int bin_count,
                              Bin bin_of) {
  const std::size_t thread = std::size_t(blockIdx.x) * kThreads + threadIdx.x;
  const std::size_t threads = std::size_t(gridDim.x) * kThreads, length = (n + threads - 1) / threads;
  const std::size_t step = sections ? 1 : threads, begin = sections ? thread * length : thread;
  const std::size_t end = sections ? min(begin + length, n) : n;
  for (std::size_t i = begin; i < end; i += step)
    if (const int bin = bin_of(in[i]); is_counted(bin, bin_count)) atomicAdd(&bins[bin], 1u);
}

template <class T, class Bin>
void blocked(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaMemsetAsync(bins, 0, bin_count * sizeof(unsigned), stream));
  global_kernel<<<blocks_for(n, 8), kThreads, 0, stream>>>(in, n, true, bins, bin_count, bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

template <class T, class Bin>
void interleaved(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaMemsetAsync(bins, 0, bin_count * sizeof(unsigned), stream));
  global_kernel<<<blocks_for(n, 8), kThreads, 0, stream>>>(in, n, false, bins, bin_count, bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== per_thread: a row of counters for each thread in shared memory, then a thread for each bin ==========

template <class T, class Bin>
__global__ void rows_kernel(const T* in, std::size_t n, unsigned* partial, int bin_count, Bin bin_of) {
  __shared__ unsigned rows[kThreads][kMaxLocalBins + 1];  // an odd length: lanes meet in no bank
  for (int bin = 0; bin < bin_count; ++bin) rows[threadIdx.x][bin] = 0;
  const std::size_t threads = std::size_t(gridDim.x) * kThreads;
  for (std::size_t i = std::size_t(blockIdx.x) * kThreads + threadIdx.x; i < n; i += threads)
    if (const int bin = bin_of(in[i]); is_counted(bin, bin_count)) ++rows[threadIdx.x][bin];
  __syncthreads();
  if (int(threadIdx.x) >= bin_count) return;
  unsigned sum = 0;
  for (int t = 0; t < kThreads; ++t) sum += rows[t][threadIdx.x];
  partial[blockIdx.x * bin_count + threadIdx.x] = sum;
}

static __global__ void add_kernel(const unsigned* partial, unsigned* bins, int blocks, int bin_count) {
  unsigned sum = 0;
  for (int b = 0; b < blocks; ++b) sum += partial[b * bin_count + threadIdx.x];
  bins[threadIdx.x] = sum;
}

template <class T, class Bin>
void per_thread(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  const unsigned blocks = blocks_for(n, 8);
  unsigned* partial = nullptr;  // [blocks][bin_count]
  WARPGRADE_CHECK(cudaMallocAsync(&partial, blocks * bin_count * sizeof(unsigned), stream));
  rows_kernel<<<blocks, kThreads, 0, stream>>>(in, n, partial, bin_count, bin_of);
  WARPGRADE_CHECK_LAUNCH();
  add_kernel<<<1, bin_count, 0, stream>>>(partial, bins, int(blocks), bin_count);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(partial, stream));
}

}  // namespace histogram
