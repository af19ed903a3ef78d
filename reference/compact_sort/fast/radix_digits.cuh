// Keys as bits, their digits, and how often each digit occurs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <warpgrade/student.cuh>

namespace radix_sort {

constexpr int digit_bits = 8, digits = 1 << digit_bits;

template <class Key>
constexpr int passes = sizeof(Key) * 8 / digit_bits;

// ==== Keys as bits =====================================================================================

template <class Key>
using BitsOf = std::conditional_t<sizeof(Key) == 8, std::uint64_t, std::uint32_t>;

// Unsigned integers in the order of the keys, and back.
__device__ inline std::uint32_t to_bits(std::uint32_t key) { return key; }
__device__ inline std::uint64_t to_bits(std::uint64_t key) { return key; }
__device__ inline std::uint32_t to_bits(std::int32_t key) { return std::uint32_t(key) ^ 0x80000000u; }
__device__ inline std::uint32_t to_bits(float key) {
  const std::uint32_t bits = __float_as_uint(key);
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}
template <class Key>
__device__ Key from_bits(BitsOf<Key> bits) {
  if constexpr (std::is_same_v<Key, float>)
    return __uint_as_float(bits & 0x80000000u ? bits & 0x7fffffffu : ~bits);
  else if constexpr (std::is_same_v<Key, std::int32_t>)
    return std::int32_t(bits ^ 0x80000000u);
  else
    return bits;
}

/// Where the digit of a pass lies: in a word of 32 bits, whole, since 8 divides 32.
struct Place {
  bool high;  // the upper word of 64 bits
  int shift;

  __device__ explicit Place(int pass) : high(pass >= 4), shift(pass % 4 * digit_bits) {}
  __device__ unsigned word(std::uint32_t bits) const { return bits; }
  __device__ unsigned word(std::uint64_t bits) const { return unsigned(high ? bits >> 32 : bits); }
  template <class Bits>
  __device__ unsigned digit(Bits bits) const {
    return word(bits) >> shift & (digits - 1);
  }
};

// ==== Launch ===========================================================================================

/// More shared memory than a kernel gets unasked, which is 48 KB.
template <class Kernel>
void allow_shared(Kernel kernel, std::size_t bytes) {
  WARPGRADE_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(bytes)));
}

// ==== Count: the digits of all passes ==================================================================
// As in the fast histogram, a digit has a row of counters, which lanes share, so that they rarely wait for
// each other: 16 for keys of 4 bytes, 8 for keys of 8 bytes.

struct CountTuning {
  static constexpr int threads = 1024;     // of a block, of which each multiprocessor gets one
  static constexpr int loads = 8;          // in flight, of a thread
  static constexpr int bytes = 64 * 1024;  // of counters: all the shared memory that every card has
};

/// counts: [passes][digits], zero at first.
template <class Key>
__global__ void __launch_bounds__(CountTuning::threads)
    count_kernel(const Key* keys, std::size_t n, unsigned* counts) {
  constexpr int size = passes<Key> * digits, row = CountTuning::bytes / sizeof(unsigned) / size;
  constexpr int threads = CountTuning::threads, loads = CountTuning::loads;
  extern __shared__ uint4 shared_memory[];
  const auto counters = reinterpret_cast<unsigned(*)[row]>(shared_memory);  // [size]

  // ---- Clear
  for (int i = threadIdx.x; i < size * row; i += threads) counters[i / row][i % row] = 0;
  __syncthreads();

  // ---- Count: several loads in flight, then the rest
  const auto count = [&](Key key) {
    const auto bits = to_bits(key);
#pragma unroll
    for (int p = 0; p < passes<Key>; ++p) {
      const unsigned digit = unsigned(bits >> p * digit_bits) & (digits - 1);
      atomicAdd(&counters[p * digits + digit][threadIdx.x % row], 1u);
    }
  };
  std::size_t begin = std::size_t(blockIdx.x) * threads * loads;
  for (; begin + threads * loads <= n; begin += std::size_t(gridDim.x) * threads * loads) {
    Key loaded[loads];
#pragma unroll
    for (int k = 0; k < loads; ++k) loaded[k] = keys[begin + k * threads + threadIdx.x];
#pragma unroll
    for (int k = 0; k < loads; ++k) count(loaded[k]);
  }
  for (std::size_t i = begin + threadIdx.x; i < n; i += threads) count(keys[i]);  // of one block only
  __syncthreads();

  // ---- Flush: a counter a thread, each lane begins at its own bank
  for (int c = threadIdx.x; c < size; c += threads) {
    unsigned sum = 0;
    for (int i = 0; i < row; ++i) sum += counters[c][(i + c) % row];
    if (sum > 0) atomicAdd(&counts[c], sum);
  }
}

/// counts: [passes][digits], zero at first.
template <class Key>
void count_digits(const Key* keys, std::size_t n, unsigned* counts, cudaStream_t stream) {
  const std::size_t items = CountTuning::threads * CountTuning::loads;
  const std::size_t blocks = std::min<std::size_t>((n + items - 1) / items, warpgrade::multiprocessors());
  allow_shared(count_kernel<Key>, CountTuning::bytes);
  count_kernel<<<unsigned(blocks), CountTuning::threads, CountTuning::bytes, stream>>>(keys, n, counts);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace radix_sort
