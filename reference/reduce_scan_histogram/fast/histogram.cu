// Histogram, fast: private counters in shared memory, in which no two lanes of a warp ever meet.
// tasks: privatized
//
// One private copy of the bins has two troubles. Lanes that hit the same counter wait for each other, and all
// 32 do so if the data is constant; lanes that hit different counters of one bank wait as well. So each bin
// has a row of 32 counters, one for each lane, and since shared memory has 32 banks, lane and bank are the
// same: no conflicts, whatever the data. 256 bins take 32 KB, which all warps of a block share.
// More bins get shorter rows, in which lanes share.
#include <algorithm>
#include <cstdint>
#include <cstring>

#include <warpgrade/student.cuh>

#include "histogram.cuh"

namespace histogram {

struct Tuning {
  static constexpr int block_threads = 1024;
  static constexpr int blocks_per_multiprocessor = 1;
  static constexpr int loads = 6;                  // of 16 bytes, in flight, of a thread
  static constexpr int block_bytes = 8192;         // at least, of the input, for each block
  static constexpr int counters = 8192;            // 32 KB of a block
  static constexpr int wide_bins = counters / 32;  // as many bins have a counter for each lane
  static constexpr int narrow_row = 2;             // counters of a bin up to 4096 bins
};

/// What a thread loads at once. Bytes are taken out of words by shifts: the compiler splits an array of bytes
/// in more steps.
template <class T>
struct alignas(16) Vector {
  static_assert(4 % sizeof(T) == 0, "elements must fill a word");
  static constexpr int per_word = 4 / sizeof(T), size = 4 * per_word;
  unsigned words[4];
  __device__ T operator[](int i) const {
    const unsigned word = words[i / per_word] >> (i % per_word * 8 * sizeof(T));
    T item;
    std::memcpy(&item, &word, sizeof(T));
    return item;
  }
};

/// row: counters of a bin. head: elements before the first that is aligned to 16 bytes.
template <int row, class T, class Bin>
__global__ void __launch_bounds__(Tuning::block_threads)
    privatized_kernel(const T* in, std::size_t n, std::size_t head, unsigned* bins, int bin_count,
                      Bin bin_of) {
  __shared__ unsigned counters[Tuning::counters / row + 1][row];  // [bin_count + 1]
  const int lane = threadIdx.x % 32;

  // ---- Clear
  for (int i = threadIdx.x; i < (bin_count + 1) * row; i += Tuning::block_threads)
    counters[i / row][i % row] = 0;
  __syncthreads();

  // ---- Count: groups of vectors with several loads in flight, the rest of the vectors, the ends
  const auto count = [&](T value) {
    // What belongs to no bin (-1 is large, as unsigned) is counted in one row more: no branch is cheaper
    const unsigned bin = min(unsigned(bin_of(value)), unsigned(bin_count));
    atomicAdd(&counters[bin][lane % row], 1u);  // other warps count here as well
  };
  constexpr int size = Vector<T>::size, loads = Tuning::loads;
  const std::size_t thread = blockIdx.x * std::size_t(Tuning::block_threads) + threadIdx.x;
  const std::size_t threads = gridDim.x * std::size_t(Tuning::block_threads);
  const auto* vectors = reinterpret_cast<const Vector<T>*>(in + head);
  const std::size_t vector_count = (n - head) / size,
                    groups_end = vector_count / (loads * threads) * loads * threads;
  for (std::size_t v = thread; v < groups_end; v += loads * threads) {
    Vector<T> loaded[loads];
#pragma unroll
    for (int k = 0; k < loads; ++k) loaded[k] = vectors[v + k * threads];
#pragma unroll
    for (int k = 0; k < loads; ++k)
      for (int i = 0; i < size; ++i) count(loaded[k][i]);
  }
  for (std::size_t v = groups_end + thread; v < vector_count; v += threads)
    for (int i = 0; i < size; ++i) count(vectors[v][i]);
  if (thread < head) count(in[thread]);
  const std::size_t tail = head + vector_count * size + thread;
  if (tail < n) count(in[tail]);
  __syncthreads();

  // ---- Flush: a bin a thread, each lane begins at its own bank; neighbours add to neighbours
  for (int bin = threadIdx.x; bin < bin_count; bin += Tuning::block_threads) {
    unsigned sum = 0;
    for (int i = 0; i < row; ++i) sum += counters[bin][(i + lane) % row];
    if (sum > 0) atomicAdd(&bins[bin], sum);
  }
}

/// Elements before the first that is aligned to 16 bytes.
template <class T>
std::size_t unaligned_head(const T* in, std::size_t n) {
  const std::size_t past = reinterpret_cast<std::uintptr_t>(in) % 16;
  return std::min(n, past == 0 ? 0 : (16 - past) / sizeof(T));
}

template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  int device, multiprocessors;
  WARPGRADE_CHECK(cudaGetDevice(&device));
  WARPGRADE_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  const std::size_t blocks = std::clamp<std::size_t>(n * sizeof(T) / Tuning::block_bytes, 1,
                                                     multiprocessors * Tuning::blocks_per_multiprocessor);

  WARPGRADE_CHECK(cudaMemsetAsync(bins, 0, bin_count * sizeof(unsigned), stream));
  const auto kernel = bin_count <= Tuning::wide_bins ? privatized_kernel<32, T, Bin>
                                                     : privatized_kernel<Tuning::narrow_row, T, Bin>;
  kernel<<<blocks, Tuning::block_threads, 0, stream>>>(in, n, unaligned_head(in, n), bins, bin_count, bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace histogram
