// Right in another style: eight bits a pass. A block goes through its part in tiles, each of which it orders
// in shared memory first. Warps rank their keys row by row, with counters of their own: the lanes that have
// the same digit find each other by eight votes.
#include <algorithm>

#include <warpgrade/student.cuh>

#include "three_launches.cuh"

namespace radix_sort {

constexpr int bits = 8, blocks_per_multiprocessor = 3;
static_assert(digits<bits> == threads, "a thread for each digit");

/// Keys of a thread. Shared memory has room for 128 bytes for each thread, beside the counters.
template <class Key, class Value>
constexpr int items_of = std::min(24, 128 / item_bytes<Key, Value>);

/// The lanes of this warp that have the same digit as this one. All 32 lanes must call it.
__device__ unsigned lanes_of_same_digit(unsigned digit) {
  unsigned same = all_lanes;
#pragma unroll
  for (int bit = 0; bit < bits; ++bit) {
    const bool is_set = digit & (1u << bit);
    const unsigned votes = __ballot_sync(all_lanes, is_set);
    same &= is_set ? votes : ~votes;
  }
  return same;
}

template <class Key, class Value>
__global__ void __launch_bounds__(threads, blocks_per_multiprocessor) move_kernel(Pass<Key, Value> pass) {
  constexpr int items = items_of<Key, Value>, tile = items * threads;
  __shared__ Key keys[tile];
  __shared__ Value values[is_value<Value> ? tile : 1];
  __shared__ unsigned counters[warps][digits<bits>];
  __shared__ unsigned place[digits<bits>];  // + index in the ordered tile = index in the output
  __shared__ unsigned sums[warps];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, digit = threadIdx.x;
  const int mine = warp * items * 32 + lane;  // this thread's first key of a tile; the others are 32 apart

  unsigned next = first_place<bits>(pass, sums);  // where the next key of this thread's digit goes
  for (std::size_t begin = pass.begin(); begin < pass.end(); begin += tile) {
    const int count =
        int(min(std::size_t(tile), pass.end() - begin));  // only the last tile of all is not full

    // ---- Load
    Key my_keys[items];
    Value my_values[items];
#pragma unroll
    for (int k = 0; k < items; ++k) {
      if (mine + 32 * k >= count) continue;
      my_keys[k] = pass.keys_in[begin + mine + 32 * k];
      if constexpr (is_value<Value>) my_values[k] = pass.values_in[begin + mine + 32 * k];
    }
    for (int w = 0; w < warps; ++w) counters[w][digit] = 0;
    __syncthreads();

    // ---- Rank in the warp: behind the keys of this digit in rows above and in lanes below. What lies past
    // the end has the largest digit: it ranks behind all keys
    unsigned rank[items];
#pragma unroll
    for (int k = 0; k < items; ++k) {
      const unsigned d = mine + 32 * k < count ? digit_of<bits>(my_keys[k], pass.shift) : digits<bits> - 1;
      const unsigned same = lanes_of_same_digit(d), below = same & ((1u << lane) - 1);
      rank[k] = counters[warp][d] + __popc(below);
      __syncwarp();
      if (below == 0) counters[warp][d] = rank[k] + __popc(same);
      __syncwarp();
    }
    __syncthreads();

    // ---- Where each warp's keys of this thread's digit begin in the tile
    unsigned sum = 0, total;
    for (int w = 0; w < warps; ++w) sum += counters[w][digit];
    unsigned in_tile = block_sum_before(sum, sums, total);
    place[digit] = next - in_tile;
    next += sum;
    for (int w = 0; w < warps; ++w) {
      const unsigned of_warp = counters[w][digit];
      counters[w][digit] = in_tile;
      in_tile += of_warp;
    }
    __syncthreads();

    // ---- Order
#pragma unroll
    for (int k = 0; k < items; ++k) {
      if (mine + 32 * k >= count) continue;
      const unsigned to = rank[k] + counters[warp][digit_of<bits>(my_keys[k], pass.shift)];
      keys[to] = my_keys[k];
      if constexpr (is_value<Value>) values[to] = my_values[k];
    }
    __syncthreads();

    // ---- Store: neighbours go to neighbours
#pragma unroll
    for (int k = 0; k < items; ++k) {
      const int i = k * threads + threadIdx.x;
      if (i >= count) continue;
      const unsigned to = place[digit_of<bits>(keys[i], pass.shift)] + i;
      pass.keys_out[to] = keys[i];
      if constexpr (is_value<Value>) pass.values_out[to] = values[i];
    }
    __syncthreads();
  }
}

template <class Key, class Value>
void sort(const Key* keys_in, const Value* values_in, Key* keys_out, Value* values_out, std::size_t n,
          cudaStream_t stream) {
  sort_by_passes<bits>(keys_in, values_in, keys_out, values_out, n, items_of<Key, Value> * threads,
                       blocks_per_multiprocessor, stream, [=](const Pass<Key, Value>& pass, unsigned blocks) {
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

// ==== The k greatest: what has the digit of the k-th is gathered, and only that is looked at again ======

struct Bucket {
  std::uint64_t key;            // the digits that are known
  unsigned number;              // which of the candidates is the k-th greatest, from 1 on
  unsigned digit;               // the one that was found last
  unsigned size, size_of_next;  // candidates
  unsigned count[digits<bits>];
};

static __global__ void first_bucket_kernel(Bucket* bucket, unsigned n, unsigned k) {
  bucket->count[threadIdx.x] = 0;
  if (threadIdx.x != 0) return;
  bucket->key = 0;
  bucket->number = k;
  bucket->size = n;
  bucket->size_of_next = 0;
}

template <class Key>
__global__ void __launch_bounds__(threads) bucket_sizes_kernel(const Key* keys, Bucket* bucket, int shift) {
  __shared__ unsigned count[digits<bits>];
  count[threadIdx.x] = 0;
  __syncthreads();
  for (unsigned i = blockIdx.x * threads + threadIdx.x; i < bucket->size; i += gridDim.x * threads)
    atomicAdd(&count[digit_of<bits>(keys[i], shift)], 1u);
  __syncthreads();
  if (count[threadIdx.x] != 0) atomicAdd(&bucket->count[threadIdx.x], count[threadIdx.x]);
}

/// One block. A thread for each digit.
static __global__ void __launch_bounds__(threads) choose_bucket_kernel(Bucket* bucket, int shift) {
  __shared__ unsigned sums[warps];
  const unsigned digit = threadIdx.x, mine = bucket->count[digit], number = bucket->number;
  unsigned all;
  const unsigned up_to = block_sum_before(mine, sums, all) + mine, above = all - up_to;
  bucket->count[digit] = 0;
  if (number <= above || number > above + mine) return;
  bucket->digit = digit;
  bucket->key |= std::uint64_t(digit) << shift;
  bucket->number = number - above;
}

/// In any order: only how often a key is there counts.
template <class Key>
__global__ void __launch_bounds__(threads)
    gather_kernel(const Key* keys, Key* next, Bucket* bucket, int shift) {
  for (unsigned first = blockIdx.x * threads; first < bucket->size; first += gridDim.x * threads) {
    const unsigned i = first + threadIdx.x, lane = threadIdx.x % 32;
    Key key{};
    if (i < bucket->size) key = keys[i];
    const bool stays = i < bucket->size && digit_of<bits>(key, shift) == bucket->digit;
    const unsigned votes = __ballot_sync(all_lanes, stays);
    unsigned to = 0;
    if (lane == 0 && votes != 0) to = atomicAdd(&bucket->size_of_next, unsigned(__popc(votes)));
    to = warpgrade::shfl(to, 0);
    if (stays) next[to + __popc(votes & ((1u << lane) - 1))] = key;
  }
}

static __global__ void next_bucket_kernel(Bucket* bucket, Kth* kth) {
  bucket->size = bucket->size_of_next;
  bucket->size_of_next = 0;
  kth->key = bucket->key;
  kth->wanted = bucket->number;
}

template <class Key>
void top_k(const Key* in, Key* out, std::size_t n, std::size_t k, cudaStream_t stream) {
  if (k == 0) return;
  const unsigned blocks = unsigned(std::min<std::size_t>((n + threads - 1) / threads, 128));
  Bucket* bucket = nullptr;
  Key* candidates[2] = {};
  WARPGRADE_CHECK(cudaMallocAsync(&bucket, sizeof(Bucket), stream));
  for (Key*& some : candidates) WARPGRADE_CHECK(cudaMallocAsync(&some, n * sizeof(Key), stream));
  keep_greatest(in, out, n, stream, [&](Kth* kth) {
    const Key* from = in;
    first_bucket_kernel<<<1, threads, 0, stream>>>(bucket, unsigned(n), unsigned(k));
    for (int shift = int(8 * sizeof(Key)) - bits; shift >= 0; shift -= bits) {
      Key* const to = candidates[shift / bits % 2];
      bucket_sizes_kernel<<<blocks, threads, 0, stream>>>(from, bucket, shift);
      choose_bucket_kernel<<<1, threads, 0, stream>>>(bucket, shift);
      if (shift > 0) gather_kernel<<<blocks, threads, 0, stream>>>(from, to, bucket, shift);
      next_bucket_kernel<<<1, 1, 0, stream>>>(bucket, kth);
      WARPGRADE_CHECK_LAUNCH();
      from = to;
    }
  });
  for (Key* some : candidates) WARPGRADE_CHECK(cudaFreeAsync(some, stream));
  WARPGRADE_CHECK(cudaFreeAsync(bucket, stream));
}

}  // namespace radix_sort
