// Right in another style: four bits a pass, as a textbook does it well (Satish, Harris & Garland, 2009). A
// block goes through its part in tiles, each of which it orders in shared memory first, by four splits of one
// bit; a thread has some neighbours each, so that a split takes one scan over a value a thread.
#include <limits>

#include <warpgrade/student.cuh>

#include "three_launches.cuh"

namespace radix_sort {

constexpr int bits = 4, blocks_per_multiprocessor = 4;
constexpr int items = 9;  // of a thread; an odd number, so that the lanes read from different banks
constexpr int tile = items * threads;

/// A key whose digits are all the largest.
template <class Key>
__device__ Key largest_key() {
  if constexpr (std::is_same_v<Key, float>)
    return __uint_as_float(0x7fffffffu);
  else
    return std::numeric_limits<Key>::max();
}

/// The keys whose bit is 0 go to the front of the tile, the others behind them, each kind in its order.
template <class Key, class Value>
__device__ void split_tile(Key* keys, Value* values, unsigned (&sums)[warps], int shift, int bit) {
  const int first = threadIdx.x * items;
  Key my_keys[items];
  Value my_values[items];
  unsigned ones = 0, zeros = 0;  // of this thread: a bit for each key that has a 1, and how many have a 0
#pragma unroll
  for (int k = 0; k < items; ++k) {
    my_keys[k] = keys[first + k];
    if constexpr (is_value<Value>) my_values[k] = values[first + k];
    const unsigned is_one = digit_of<bits>(my_keys[k], shift) >> bit & 1;
    ones |= is_one << k;
    zeros += 1 - is_one;
  }
  unsigned all_zeros;
  unsigned zero = block_sum_before(zeros, sums, all_zeros);  // where this thread's next one goes
  unsigned one = all_zeros + first - zero;
#pragma unroll
  for (int k = 0; k < items; ++k) {
    const unsigned to = ones >> k & 1 ? one++ : zero++;
    keys[to] = my_keys[k];  // all have read theirs: there was a barrier in the sum
    if constexpr (is_value<Value>) values[to] = my_values[k];
  }
  __syncthreads();
}

template <class Key, class Value>
__global__ void __launch_bounds__(threads, blocks_per_multiprocessor) move_kernel(Pass<Key, Value> pass) {
  __shared__ Key keys[tile];
  __shared__ Value values[is_value<Value> ? tile : 1];
  __shared__ unsigned begins[digits<bits>];  // of the digits in the ordered tile
  __shared__ unsigned next[digits<bits>];    // where the next key of each digit goes
  __shared__ unsigned sums[warps];
  const unsigned place = first_place<bits>(pass, sums);
  if (threadIdx.x < digits<bits>) next[threadIdx.x] = place;

  for (std::size_t begin = pass.begin(); begin < pass.end(); begin += tile) {
    const int count =
        int(min(std::size_t(tile), pass.end() - begin));  // only the last tile of all is not full

    // ---- Load. A last tile that is not full is filled with keys of the largest digit, which stay behind
    Key loaded[items];
    Value loaded_values[items];
#pragma unroll
    for (int k = 0; k < items; ++k) {
      const int i = k * threads + threadIdx.x;
      loaded[k] = i < count ? pass.keys_in[begin + i] : largest_key<Key>();
      if constexpr (is_value<Value>) loaded_values[k] = i < count ? pass.values_in[begin + i] : Value();
    }
#pragma unroll
    for (int k = 0; k < items; ++k) {
      const int i = k * threads + threadIdx.x;
      keys[i] = loaded[k];
      if constexpr (is_value<Value>) values[i] = loaded_values[k];
    }
    __syncthreads();

    // ---- Order
    for (int bit = 0; bit < bits; ++bit) split_tile(keys, values, sums, pass.shift, bit);

    // ---- A digit begins where it differs from the one before. Digits that do not occur have no keys to move
    for (int i = threadIdx.x; i < count; i += threads) {
      const unsigned digit = digit_of<bits>(keys[i], pass.shift);
      if (i == 0 || digit_of<bits>(keys[i - 1], pass.shift) != digit) begins[digit] = i;
    }
    __syncthreads();

    // ---- Store: neighbours go to neighbours. The last key of each digit tells how many there were
#pragma unroll
    for (int k = 0; k < items; ++k) {
      const int i = k * threads + threadIdx.x;
      if (i >= count) continue;
      const unsigned digit = digit_of<bits>(keys[i], pass.shift);
      const unsigned to = next[digit] + i - begins[digit];
      pass.keys_out[to] = keys[i];
      if constexpr (is_value<Value>) pass.values_out[to] = values[i];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < count; i += threads) {
      const unsigned digit = digit_of<bits>(keys[i], pass.shift);
      if (i + 1 == count || digit_of<bits>(keys[i + 1], pass.shift) != digit)
        next[digit] += i + 1 - begins[digit];
    }
    __syncthreads();
  }
}

template <class Key, class Value>
void sort(const Key* keys_in, const Value* values_in, Key* keys_out, Value* values_out, std::size_t n,
          cudaStream_t stream) {
  sort_by_passes<bits>(keys_in, values_in, keys_out, values_out, n, tile, blocks_per_multiprocessor, stream,
                       [=](const Pass<Key, Value>& pass, unsigned blocks) {
                         move_kernel<<<blocks, threads, 0, stream>>>(pass);
                       });
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

// ==== The k greatest: two bits a pass, counted by votes of the block ====================================

/// count[d]: how many keys begin as the k-th greatest and have d next. Starts with 0.
struct Search {
  std::uint64_t begin;
  unsigned number, count[4];
};

template <class Key>
__global__ void __launch_bounds__(threads)
    quarter_kernel(const Key* in, std::size_t n, int shift, Search* search) {
  const std::uint64_t begin = search->begin;
  unsigned count[4] = {};
  for (std::size_t first = std::size_t(blockIdx.x) * threads; first < n;
       first += std::size_t(gridDim.x) * threads) {
    const std::size_t i = first + threadIdx.x;
    const std::uint64_t bits = i < n ? in_order(in[i]) >> shift : 0;
    for (unsigned d = 0; d < 4; ++d) count[d] += __syncthreads_count(i < n && bits == (begin << 2 | d));
  }
  if (threadIdx.x < 4) {
    unsigned mine = count[0];
    for (unsigned d = 1; d < 4; ++d) mine = threadIdx.x == d ? count[d] : mine;
    atomicAdd(&search->count[threadIdx.x], mine);
  }
}

/// One thread, which looks at four counts.
static __global__ void quarter_of_kth_kernel(Search* search, Kth* kth, unsigned k) {
  if (kth != nullptr) {  // all bits are known
    kth->key = search->begin;
    kth->wanted = search->number;
    return;
  }
  unsigned number = k > 0 ? k : search->number, d = 3;
  while (number > search->count[d]) number -= search->count[d--];
  search->begin = search->begin << 2 | d;
  search->number = number;
  for (unsigned& count : search->count) count = 0;
}

template <class Key>
void top_k(const Key* in, Key* out, std::size_t n, std::size_t k, cudaStream_t stream) {
  if (k == 0) return;
  const unsigned blocks = unsigned(std::min<std::size_t>((n + threads - 1) / threads, 96));
  Search* search = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&search, sizeof(Search), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(search, 0, sizeof(Search), stream));
  keep_greatest(in, out, n, stream, [&](Kth* kth) {
    for (int shift = int(8 * sizeof(Key)) - 2; shift >= 0; shift -= 2) {
      const bool is_first = shift + 2 == int(8 * sizeof(Key));
      quarter_kernel<<<blocks, threads, 0, stream>>>(in, n, shift, search);
      WARPGRADE_CHECK_LAUNCH();
      quarter_of_kth_kernel<<<1, 1, 0, stream>>>(search, nullptr, is_first ? unsigned(k) : 0);
      WARPGRADE_CHECK_LAUNCH();
    }
    quarter_of_kth_kernel<<<1, 1, 0, stream>>>(search, kth, 0);
    WARPGRADE_CHECK_LAUNCH();
  });
  WARPGRADE_CHECK(cudaFreeAsync(search, stream));
}

}  // namespace radix_sort
