// Right in another style, as a first attempt looks: one key a thread, the sixteen threads of the spine add up
// the counts of a digit each, and a key's rank in its block is counted, key by key. In one block scans by up-
// and downsweeps, and idle threads that read the last key again.
#include <algorithm>
#include <type_traits>
#include <utility>

#include <warpgrade/student.cuh>

#include "radix_sort.cuh"

namespace radix_sort {

constexpr int kThreads = 256, kDigits = 16, kBlock = 1024;

// ==== One block ========================================================================================

/// Exclusive, in place, over kBlock numbers (Blelloch, 1990); returns the sum of all.
__device__ inline unsigned scan_block(unsigned* data, unsigned* total) {
  const int t = threadIdx.x;
  for (int stride = 1; stride < kBlock; stride *= 2) {
    __syncthreads();
    const int right = 2 * stride * (t + 1) - 1;
    if (right < kBlock) data[right] += data[right - stride];
  }
  __syncthreads();
  if (t == 0) {
    *total = data[kBlock - 1];
    data[kBlock - 1] = 0;
  }
  for (int stride = kBlock / 2; stride > 0; stride /= 2) {
    __syncthreads();
    const int right = 2 * stride * (t + 1) - 1;
    if (right < kBlock) {
      const unsigned left = data[right - stride];
      data[right - stride] = data[right];
      data[right] += left;
    }
  }
  __syncthreads();
  return *total;
}

static __global__ void split_kernel(const std::uint32_t* in, std::uint32_t* out, int n, int bit) {
  __shared__ unsigned zeros_before[kBlock];
  __shared__ unsigned total;
  const int t = threadIdx.x;
  const std::uint32_t key = in[std::min(t, n - 1)];
  const bool is_zero = t < n && (key >> bit & 1) == 0;
  zeros_before[t] = is_zero ? 1 : 0;
  const unsigned zeros = scan_block(zeros_before, &total), before = zeros_before[t];
  if (t < n) out[is_zero ? before : zeros + t - before] = key;
}

inline void split(const std::uint32_t* in, std::uint32_t* out, int n, int bit, cudaStream_t stream) {
  if (n == 0) return;
  split_kernel<<<1, kBlock, 0, stream>>>(in, out, n, bit);
  WARPGRADE_CHECK_LAUNCH();
}

/// counts: [digit][warp], as many as threads, the upper half unused.
static __global__ void block_digits_kernel(const std::uint32_t* in, std::uint32_t* out, int n) {
  __shared__ unsigned counts[kBlock];
  __shared__ std::uint32_t keys[kBlock];
  __shared__ unsigned total;
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  std::uint32_t key = in[std::min(t, n - 1)];
  if (t >= n) key = 0xffffffffu;
  for (int shift = 0; shift < 32; shift += 4) {
    counts[t] = 0;
    __syncthreads();
    const int digit = key >> shift & 15;
    const unsigned same = __match_any_sync(0xffffffffu, digit);
    const unsigned before = __popc(same & ((1u << lane) - 1));
    if (before == 0) counts[digit * 32 + warp] = __popc(same);
    scan_block(counts, &total);
    keys[counts[digit * 32 + warp] + before] = key;
    __syncthreads();
    key = keys[t];
  }
  if (t < n) out[t] = key;
}

inline void block_digits(const std::uint32_t* in, std::uint32_t* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  block_digits_kernel<<<1, kBlock, 0, stream>>>(in, out, n);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== Any n ============================================================================================

template <class Key>
__device__ int digit_of(Key key, int shift) {
  if constexpr (std::is_same_v<Key, float>) {
    const unsigned bits = __float_as_uint(key);
    return (bits >> 31 != 0 ? ~bits : bits ^ 0x80000000u) >> shift & 15;
  } else if constexpr (std::is_signed_v<Key>) {
    return (unsigned(key) ^ 0x80000000u) >> shift & 15;
  } else {
    return int(key >> shift & 15);
  }
}

template <class Key>
__global__ void count_kernel(const Key* keys, std::size_t n, int shift, unsigned* counts) {
  __shared__ unsigned count[kDigits];
  const std::size_t i = std::size_t(blockIdx.x) * kThreads + threadIdx.x;
  if (threadIdx.x < kDigits) count[threadIdx.x] = 0;
  __syncthreads();
  if (i < n) atomicAdd(&count[digit_of(keys[i], shift)], 1u);
  __syncthreads();
  if (threadIdx.x < kDigits) counts[threadIdx.x * gridDim.x + blockIdx.x] = count[threadIdx.x];
}

static __global__ void spine_kernel(unsigned* counts, unsigned blocks) {
  __shared__ unsigned totals[kDigits];
  unsigned sum = 0;
  for (unsigned b = 0; b < blocks; ++b) {
    const unsigned count = counts[threadIdx.x * blocks + b];
    counts[threadIdx.x * blocks + b] = sum;
    sum += count;
  }
  totals[threadIdx.x] = sum;
  __syncthreads();
  unsigned smaller = 0;
  for (unsigned d = 0; d < threadIdx.x; ++d) smaller += totals[d];
  for (unsigned b = 0; b < blocks; ++b) counts[threadIdx.x * blocks + b] += smaller;
}

struct NoValue {};

template <class Key, class Value>
__global__ void move_kernel(const Key* keys_in, const Value* values_in, Key* keys_out, Value* values_out,
                            std::size_t n, int shift, const unsigned* begins) {
  __shared__ int digits[kThreads];
  const std::size_t i = std::size_t(blockIdx.x) * kThreads + threadIdx.x;
  if (i < n) digits[threadIdx.x] = digit_of(keys_in[i], shift);
  __syncthreads();
  if (i >= n) return;
  const int digit = digits[threadIdx.x];
  unsigned place = begins[digit * gridDim.x + blockIdx.x];
  for (unsigned t = 0; t < threadIdx.x; ++t) place += digits[t] == digit;
  keys_out[place] = keys_in[i];
  if constexpr (!std::is_same_v<Value, NoValue>) values_out[place] = values_in[i];
}

template <class Key, class Value>
void sort(const Key* keys_in, const Value* values_in, Key* keys_out, Value* values_out, std::size_t n,
          cudaStream_t stream) {
  if (n == 0) return;
  const unsigned blocks = unsigned((n + kThreads - 1) / kThreads);
  unsigned* counts = nullptr;
  Key* other_keys = nullptr;
  Value* other_values = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&counts, kDigits * blocks * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&other_keys, n * sizeof(Key), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&other_values, n * sizeof(Value), stream));
  std::pair to(other_keys, other_values), next(keys_out, values_out);
  for (int shift = 0; shift < int(8 * sizeof(Key)); shift += 4) {
    count_kernel<<<blocks, kThreads, 0, stream>>>(keys_in, n, shift, counts);
    WARPGRADE_CHECK_LAUNCH();
    spine_kernel<<<1, kDigits, 0, stream>>>(counts, blocks);
    WARPGRADE_CHECK_LAUNCH();
    move_kernel<<<blocks, kThreads, 0, stream>>>(keys_in, values_in, to.first, to.second, n, shift, counts);
    WARPGRADE_CHECK_LAUNCH();
    keys_in = to.first, values_in = to.second;
    std::swap(to, next);
  }
  WARPGRADE_CHECK(cudaFreeAsync(counts, stream));
  WARPGRADE_CHECK(cudaFreeAsync(other_keys, stream));
  WARPGRADE_CHECK(cudaFreeAsync(other_values, stream));
}

template <class Key>
void sort_keys(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  sort<Key, NoValue>(in, nullptr, out, nullptr, n, stream);
}

template <class Key, class Value>
void sort_pairs(const Key* keys_in, const Value* values_in, Key* keys_out, Value* values_out, std::size_t n,
                cudaStream_t stream) {
  sort(keys_in, values_in, keys_out, values_out, n, stream);
}

}  // namespace radix_sort
