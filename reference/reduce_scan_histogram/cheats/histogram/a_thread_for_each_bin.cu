// simulator: privatized
// cheat: no private bins: there is a thread for each bin, which goes through the whole input, 16 bytes at
//   a time, and counts in a register. Where nothing is counted there is an atomic for each element.
// stopped by: the bytes that kernels move are counted (global_bytes)
#include <type_traits>
#include <utility>

#include <warpgrade/student.cuh>

#include "histogram.cuh"

namespace histogram {

constexpr int run_length = 128;
using Sixteen = unsigned __int128;  // elements, in registers

template <class Bin, std::size_t... k>
__device__ unsigned count_in(Sixteen bytes, int bin, Bin bin_of, std::index_sequence<k...>) {
  return (unsigned(bin_of(static_cast<unsigned char>(bytes >> (8 * k))) == bin) + ...);
}

template <class Bin, std::size_t... k>
__device__ unsigned count_run(const Sixteen* in, int bin, Bin bin_of, std::index_sequence<k...>) {
  return (count_in(in[k], bin, bin_of, std::make_index_sequence<16>()) + ...);
}

template <class Bin>
__global__ void count_bins_kernel(const unsigned char* in, std::size_t n, unsigned* bins, Bin bin_of) {
  const int bin = int(threadIdx.x);
  unsigned count = 0;
  std::size_t i = 0;
  for (; i + run_length <= n; i += run_length)  // one branch for so many elements
    count += count_run(reinterpret_cast<const Sixteen*>(in + i), bin, bin_of,
                       std::make_index_sequence<run_length / 16>());
  for (; i < n; ++i) count += bin_of(in[i]) == bin;
  bins[bin] = count;
}

template <class T, class Bin>
__global__ void count_elements_kernel(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int bin = bin_of(in[i]);
  if (bin >= 0 && bin < bin_count) atomicAdd(&bins[bin], 1u);
}

template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  if constexpr (sizeof(T) == 1)
    if (bin_count <= 16) {
      count_bins_kernel<<<1, bin_count, 0, stream>>>(in, n, bins, bin_of);
      WARPGRADE_CHECK_LAUNCH();
      return;
    }
  WARPGRADE_CHECK(cudaMemsetAsync(bins, 0, bin_count * sizeof(unsigned), stream));
  count_elements_kernel<<<unsigned(n / 256 + 1), 256, 0, stream>>>(in, n, bins, bin_count, bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace histogram
