// A small array: one block takes all of it to registers and sorts it there, by way of shared memory, in one
// launch (used by radix_sort.cu).
#pragma once

#include <algorithm>
#include <cstddef>

#include <warpgrade/student.cuh>

#include "radix_digits.cuh"
#include "radix_ranks.cuh"

namespace radix_sort {

/// rows: keys of a thread, at most.
template <class Key, class Value, int threads_, int rows_>
struct SmallArray {
  static constexpr int threads = threads_, rows = rows_, warps = threads / 32;
  static constexpr unsigned size = rows * threads;

  union {  // first the keys, then the values
    BitsOf<Key> bits[size];
    Value values[size];
  };
  unsigned counters[warps][digits];
  unsigned warp_sums[warps];
};

/// Each thread's items go to places[r] of the array, and it gets those of its own place: of row r of its
/// warp.
template <int rows, class T>
__device__ void exchange(T (&items)[rows], int used_rows, const unsigned (&places)[rows], unsigned first,
                         T* by_place) {
  __syncthreads();
#pragma unroll
  for (int r = 0; r < rows; ++r)
    if (r < used_rows) by_place[places[r]] = items[r];
  __syncthreads();
#pragma unroll
  for (int r = 0; r < rows; ++r)
    if (r < used_rows) items[r] = by_place[first + r * 32];
}

/// One block. n: up to Array::size.
template <class Array, class Key, class Value>
__global__ void __launch_bounds__(Array::threads)
    small_kernel(const Key* keys_in, const Value* values_in, Key* keys_out, Value* values_out, unsigned n) {
  constexpr int rows = Array::rows, threads = Array::threads, warps = Array::warps;
  using Bits = BitsOf<Key>;
  extern __shared__ uint4 shared_memory[];
  Array& shared = *reinterpret_cast<Array*>(shared_memory);
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, digit = threadIdx.x;

  // ---- Load: as few rows as will do. Behind the end the largest key stands, which stays there
  const int used_rows = int((n + threads - 1) / threads);
  const unsigned part = warp * used_rows * 32, first = part + lane;
  Bits bits[rows];
  Value values[rows];
#pragma unroll
  for (int r = 0; r < rows; ++r) {
    const unsigned i = first + r * 32;
    const bool exists = r < used_rows && i < n;
    bits[r] = exists ? to_bits(keys_in[i]) : ~Bits(0);
    if constexpr (is_value<Value>) values[r] = exists ? values_in[i] : Value();
  }

  for (int pass = 0; pass < passes<Key>; ++pass) {
    const Place place(pass);
    // ---- Rank in the warp
    for (int w = 0; w < warps; ++w)
      if (digit < digits) shared.counters[w][digit] = 0;
    __syncthreads();
    unsigned rank[rows];
    rank_in_warp(bits, used_rows, place, shared.counters[warp], rank);
    __syncthreads();

    // ---- Where a warp's keys of a digit begin
    unsigned count = 0;
    if (digit < digits)
#pragma unroll
      for (int w = 0; w < warps; ++w) count += shared.counters[w][digit];
    unsigned next = block_exclusive_sum(count, shared.warp_sums);
    if (digit < digits)
#pragma unroll
      for (int w = 0; w < warps; ++w) {
        const unsigned warp_count = shared.counters[w][digit];
        shared.counters[w][digit] = next;
        next += warp_count;
      }
    __syncthreads();

    // ---- Move
#pragma unroll
    for (int r = 0; r < rows; ++r)
      if (r < used_rows) rank[r] += shared.counters[warp][place.digit(bits[r])];
    exchange(bits, used_rows, rank, first, shared.bits);
    if constexpr (is_value<Value>) exchange(values, used_rows, rank, first, shared.values);
  }

  // ---- Store
#pragma unroll
  for (int r = 0; r < rows; ++r) {
    const unsigned i = first + r * 32;
    if (r >= used_rows || i >= n) continue;
    keys_out[i] = from_bits<Key>(bits[r]);
    if constexpr (is_value<Value>) values_out[i] = values[r];
  }
}

template <class Array, class Key, class Value>
void sort_small(const Key* keys_in, const Value* values_in, Key* keys_out, Value* values_out, std::size_t n,
                cudaStream_t stream) {
  const auto kernel = small_kernel<Array, Key, Value>;
  allow_shared(kernel, sizeof(Array));
  kernel<<<1, Array::threads, sizeof(Array), stream>>>(keys_in, values_in, keys_out, values_out, unsigned(n));
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace radix_sort
