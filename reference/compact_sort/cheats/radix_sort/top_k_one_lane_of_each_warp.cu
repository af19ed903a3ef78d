// simulator: top_k
// cheat: of each warp one lane goes through 32 keys, with counters in global memory, and the others do
// nothing.
//   There are many warps, so no thread and no block does much.
// stopped by: the accesses of warps are counted (global_requests)
#include <type_traits>

#include <warpgrade/student.cuh>

#include "radix_sort.cuh"

namespace radix_sort {

template <class Key>
__device__ std::uint64_t ordered(Key key) {
  if constexpr (std::is_same_v<Key, float>) {
    const unsigned bits = __float_as_uint(key);
    return bits >> 31 ? ~bits : bits | 0x80000000u;
  } else if constexpr (std::is_signed_v<Key>) {
    return unsigned(key) ^ 0x80000000u;
  } else {
    return key;
  }
}

/// The state: the prefix, and which of its keys it is.
struct Known {
  std::uint64_t prefix;
  unsigned number;
  unsigned counts[16];
};

__device__ inline bool is_worker() { return threadIdx.x % 32 == 0; }
__device__ inline unsigned worker() { return (blockIdx.x * blockDim.x + threadIdx.x) / 32; }

template <class Key>
__global__ void digits_kernel(const Key* in, std::size_t n, int shift, Known* known) {
  __shared__ unsigned count[16];
  if (threadIdx.x < 16) count[threadIdx.x] = 0;
  __syncthreads();
  const std::uint64_t prefix = known->prefix;
  const std::size_t first = std::size_t(worker()) * 32;
  for (std::size_t i = first; is_worker() && i < first + 32 && i < n; ++i) {
    const std::uint64_t bits = ordered(in[i]);
    if ((bits ^ prefix) >> shift < 16) atomicAdd(&count[bits >> shift & 15], 1u);
  }
  __syncthreads();
  if (threadIdx.x < 16 && count[threadIdx.x] > 0) atomicAdd(&known->counts[threadIdx.x], count[threadIdx.x]);
}

static __global__ void choose_kernel(Known* known, int shift) {
  unsigned digit = 15;
  while (known->counts[digit] < known->number) known->number -= known->counts[digit--];
  known->prefix |= std::uint64_t(digit) << shift;
  for (unsigned& count : known->counts) count = 0;
}

/// kinds[2w], kinds[2w + 1]: how many keys of worker w are greater, and equal.
template <class Key>
__global__ void kinds_kernel(const Key* in, std::size_t n, const Known* known, unsigned* kinds) {
  const std::size_t first = std::size_t(worker()) * 32;
  if (!is_worker() || first >= n) return;
  unsigned greater = 0, equal = 0;
  for (std::size_t i = first; i < first + 32 && i < n; ++i) {
    const std::uint64_t bits = ordered(in[i]);
    greater += bits > known->prefix;
    equal += bits == known->prefix;
  }
  kinds[2 * worker()] = greater;
  kinds[2 * worker() + 1] = equal;
}

/// One block of 64 threads, each with a run of workers.
static __global__ void before_kernel(unsigned* kinds, unsigned workers) {
  __shared__ unsigned sums[2][64];
  const unsigned run = (workers + 63) / 64, begin = threadIdx.x * run, end = min(begin + run, workers);
  unsigned sum[2] = {};
  for (unsigned w = begin; w < end; ++w)
    for (int kind = 0; kind < 2; ++kind) sum[kind] += kinds[2 * w + kind];
  for (int kind = 0; kind < 2; ++kind) sums[kind][threadIdx.x] = sum[kind];
  __syncthreads();
  for (int kind = 0; kind < 2; ++kind) sum[kind] = 0;
  for (unsigned t = 0; t < threadIdx.x; ++t)
    for (int kind = 0; kind < 2; ++kind) sum[kind] += sums[kind][t];
  for (unsigned w = begin; w < end; ++w)
    for (int kind = 0; kind < 2; ++kind) {
      const unsigned own = kinds[2 * w + kind];
      kinds[2 * w + kind] = sum[kind];
      sum[kind] += own;
    }
}

template <class Key>
__global__ void keep_kernel(const Key* in, Key* out, std::size_t n, const Known* known,
                            const unsigned* kinds) {
  const std::size_t first = std::size_t(worker()) * 32;
  if (!is_worker() || first >= n) return;
  unsigned greater = kinds[2 * worker()], equal = kinds[2 * worker() + 1];
  for (std::size_t i = first; i < first + 32 && i < n; ++i) {
    const std::uint64_t bits = ordered(in[i]);
    if (bits > known->prefix || (bits == known->prefix && equal < known->number))
      out[greater + min(equal, known->number)] = in[i];
    greater += bits > known->prefix;
    equal += bits == known->prefix;
  }
}

template <class Key>
void top_k(const Key* in, Key* out, std::size_t n, std::size_t k, cudaStream_t stream) {
  if (k == 0) return;
  const unsigned workers = unsigned((n + 31) / 32), blocks = (workers + 7) / 8;
  Known first{};
  first.number = unsigned(k);
  Known* known = nullptr;
  unsigned* kinds = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&known, sizeof(Known), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&kinds, 2 * workers * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMemcpyAsync(known, &first, sizeof first, cudaMemcpyHostToDevice, stream));
  for (int shift = int(8 * sizeof(Key)) - 4; shift >= 0; shift -= 4) {
    digits_kernel<<<blocks, 256, 0, stream>>>(in, n, shift, known);
    choose_kernel<<<1, 1, 0, stream>>>(known, shift);
  }
  kinds_kernel<<<blocks, 256, 0, stream>>>(in, n, known, kinds);
  before_kernel<<<1, 64, 0, stream>>>(kinds, workers);
  keep_kernel<<<blocks, 256, 0, stream>>>(in, out, n, known, kinds);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(known, stream));
  WARPGRADE_CHECK(cudaFreeAsync(kinds, stream));
}

}  // namespace radix_sort
