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

// ==== The k greatest ===================================================================================

/// What is known of the k-th greatest key: its digits so far, as a number, and which of the keys that begin
/// with them it is (1: the greatest).
struct Known {
  std::uint64_t begin, number;
};

template <class Key>
__device__ std::uint64_t ordered_bits(Key key) {
  if constexpr (std::is_same_v<Key, float>) {
    const unsigned bits = __float_as_uint(key);
    return bits >> 31 != 0 ? ~bits : bits ^ 0x80000000u;
  } else if constexpr (std::is_signed_v<Key>) {
    return unsigned(key) ^ 0x80000000u;
  } else {
    return key;
  }
}

template <class Key>
__global__ void digits_kernel(const Key* in, std::size_t n, int shift, const Known* known, unsigned* counts) {
  __shared__ unsigned count[kDigits];
  const std::size_t i = std::size_t(blockIdx.x) * kThreads + threadIdx.x;
  if (threadIdx.x < kDigits) count[threadIdx.x] = 0;
  __syncthreads();
  if (i < n) {
    const std::uint64_t bits = ordered_bits(in[i]) >> shift;
    if (bits >> 4 == known->begin) atomicAdd(&count[bits & 15], 1u);
  }
  __syncthreads();
  if (threadIdx.x < kDigits) atomicAdd(&counts[threadIdx.x], count[threadIdx.x]);
}

/// One thread.
static __global__ void next_digit_kernel(Known* known, unsigned* counts) {
  int digit = kDigits - 1;
  for (; digit > 0 && counts[digit] < known->number; --digit) known->number -= counts[digit];
  known->begin = known->begin << 4 | unsigned(digit);
  for (int d = 0; d < kDigits; ++d) counts[d] = 0;
}

/// kind[t]: 1 if the key of thread t is greater than the k-th, 2 if it is equal, else 0.
template <class Key>
__device__ void find_kinds(const Key* in, std::size_t n, const Known* known, int* kind) {
  const std::size_t i = std::size_t(blockIdx.x) * kThreads + threadIdx.x;
  kind[threadIdx.x] = 0;
  if (i < n) {
    const std::uint64_t bits = ordered_bits(in[i]);
    kind[threadIdx.x] = bits > known->begin ? 1 : bits == known->begin ? 2 : 0;
  }
  __syncthreads();
}

template <class Key>
__global__ void kinds_kernel(const Key* in, std::size_t n, const Known* known, unsigned* counts) {
  __shared__ int kind[kThreads];
  __shared__ unsigned count[3];
  if (threadIdx.x < 3) count[threadIdx.x] = 0;
  find_kinds(in, n, known, kind);
  atomicAdd(&count[kind[threadIdx.x]], 1u);
  __syncthreads();
  if (threadIdx.x < 2) counts[threadIdx.x * gridDim.x + blockIdx.x] = count[threadIdx.x + 1];
}

/// A thread for each kind.
static __global__ void before_kernel(unsigned* counts, unsigned blocks) {
  unsigned sum = 0;
  for (unsigned b = threadIdx.x * blocks; b < (threadIdx.x + 1) * blocks; ++b) {
    const unsigned count = counts[b];
    counts[b] = sum;
    sum += count;
  }
}

template <class Key>
__global__ void keep_kernel(const Key* in, Key* out, std::size_t n, const Known* known,
                            const unsigned* before) {
  __shared__ int kind[kThreads];
  __shared__ unsigned of_warps[2][kThreads / 32];
  find_kinds(in, n, known, kind);
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, lower = (1u << lane) - 1;
  const int mine = kind[threadIdx.x];
  const unsigned is_greater = __ballot_sync(0xffffffffu, mine == 1);
  const unsigned is_equal = __ballot_sync(0xffffffffu, mine == 2);
  if (lane < 2) of_warps[lane][warp] = __popc(lane == 0 ? is_greater : is_equal);
  __syncthreads();
  if (mine == 0) return;
  unsigned greater = before[blockIdx.x] + __popc(is_greater & lower);
  unsigned equal = before[gridDim.x + blockIdx.x] + __popc(is_equal & lower);
  for (unsigned w = 0; w < warp; ++w) {
    greater += of_warps[0][w];
    equal += of_warps[1][w];
  }
  const unsigned wanted = unsigned(known->number);
  if (mine == 2 && equal >= wanted) return;
  out[greater + std::min(equal, wanted)] = in[std::size_t(blockIdx.x) * kThreads + threadIdx.x];
}

template <class Key>
void top_k(const Key* in, Key* out, std::size_t n, std::size_t k, cudaStream_t stream) {
  if (n == 0 || k == 0) return;
  const unsigned blocks = unsigned((n + kThreads - 1) / kThreads);
  const Known first{0, k};
  Known* known = nullptr;
  unsigned *digits = nullptr, *kinds = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&known, sizeof(Known), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&digits, kDigits * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&kinds, 2 * blocks * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMemcpyAsync(known, &first, sizeof first, cudaMemcpyHostToDevice, stream));
  WARPGRADE_CHECK(cudaMemsetAsync(digits, 0, kDigits * sizeof(unsigned), stream));
  for (int shift = int(8 * sizeof(Key)) - 4; shift >= 0; shift -= 4) {
    digits_kernel<<<blocks, kThreads, 0, stream>>>(in, n, shift, known, digits);
    WARPGRADE_CHECK_LAUNCH();
    next_digit_kernel<<<1, 1, 0, stream>>>(known, digits);
    WARPGRADE_CHECK_LAUNCH();
  }
  kinds_kernel<<<blocks, kThreads, 0, stream>>>(in, n, known, kinds);
  WARPGRADE_CHECK_LAUNCH();
  before_kernel<<<1, 2, 0, stream>>>(kinds, blocks);
  WARPGRADE_CHECK_LAUNCH();
  keep_kernel<<<blocks, kThreads, 0, stream>>>(in, out, n, known, kinds);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(known, stream));
  WARPGRADE_CHECK(cudaFreeAsync(digits, stream));
  WARPGRADE_CHECK(cudaFreeAsync(kinds, stream));
}

}  // namespace radix_sort
