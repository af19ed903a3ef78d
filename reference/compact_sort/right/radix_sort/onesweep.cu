// Right in the style of a library: eight bits a pass, the digits of all passes counted at once, and one
// launch a pass, whose tiles look back for the places of their digits (Onesweep: Adinets & Merrill, 2022).
// Warps match their digits.
#include <warpgrade/student.cuh>

#include "radix_sort.cuh"

namespace radix_sort {

constexpr unsigned all = warpgrade::kFullWarp;
constexpr int threads = 256, warps = threads / 32, items = 4, tile_size = threads * items, digits = 256;
constexpr unsigned partial = 1u << 30, inclusive = 2u << 30, mask = partial - 1;  // what a tile has published

template <class Key>
__device__ unsigned digit_at(Key key, int pass) {
  if constexpr (sizeof(Key) == 8) {
    return unsigned(key >> (8 * pass)) & 255;
  } else if constexpr (std::is_same_v<Key, float>) {
    const unsigned bits = __float_as_uint(key), flip = bits >> 31 ? ~0u : 1u << 31;
    return (bits ^ flip) >> (8 * pass) & 255;
  } else {
    const unsigned sign = std::is_signed_v<Key> ? 1u << 31 : 0;
    return (unsigned(key) ^ sign) >> (8 * pass) & 255;
  }
}

template <class Key>
__global__ void histogram_kernel(const Key* in, std::size_t n, unsigned* totals) {
  __shared__ unsigned count[sizeof(Key)][digits];
  for (unsigned i = threadIdx.x; i < sizeof(Key) * digits; i += threads) count[i / digits][i % digits] = 0;
  __syncthreads();
  for (std::size_t i = blockIdx.x * threads + threadIdx.x; i < n; i += std::size_t(gridDim.x) * threads)
    for (int p = 0; p < int(sizeof(Key)); ++p) atomicAdd(&count[p][digit_at(in[i], p)], 1u);
  __syncthreads();
  for (unsigned i = threadIdx.x; i < sizeof(Key) * digits; i += threads)
    if (count[i / digits][i % digits]) atomicAdd(&totals[i], count[i / digits][i % digits]);
}

/// The threads' values before this one.
__device__ unsigned block_scan(unsigned value) {
  __shared__ unsigned sums[warps];
  const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  unsigned sum = value;
  for (int d = 1; d < 32; d <<= 1) {
    const unsigned left = __shfl_up_sync(all, sum, d);
    if (lane >= unsigned(d)) sum += left;
  }
  if (lane == 31) sums[warp] = sum;
  __syncthreads();
  for (unsigned w = 0; w < warp; ++w) sum += sums[w];
  __syncthreads();
  return sum - value;
}

/// Block p: where each digit of pass p begins.
__global__ void begins_kernel(unsigned* totals) {
  unsigned& total = totals[blockIdx.x * digits + threadIdx.x];
  total = block_scan(total);
}

template <bool with_values, class Key, class Value>
__global__ void sweep_kernel(const Key* in, const Value* values_in, Key* out, Value* values_out,
                             std::size_t n, int pass, const unsigned* begins, unsigned* ticket,
                             unsigned* state) {
  __shared__ unsigned tile, count[warps][digits], first[digits];
  if (threadIdx.x == 0) tile = atomicAdd(ticket, 1u);
  for (int w = 0; w < warps; ++w) count[w][threadIdx.x] = 0;
  __syncthreads();

  // Rank in the warp: rows of 32 keys, one after the other.
  const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const std::size_t begin = std::size_t(tile) * tile_size + warp * 32 * items + lane;
  Key key[items];
  unsigned digit[items], rank[items];
  for (int k = 0; k < items; ++k) {
    const bool inside = begin + k * 32 < n;
    key[k] = inside ? in[begin + k * 32] : Key();
    digit[k] = inside ? digit_at(key[k], pass) : digits;
    const unsigned peers = __match_any_sync(all, digit[k]);
    const unsigned before = __popc(peers & ((1u << lane) - 1));
    if (inside) rank[k] = count[warp][digit[k]] + before;
    __syncwarp();
    if (inside && before == 0) count[warp][digit[k]] += __popc(peers);
    __syncwarp();
  }
  __syncthreads();

  // A thread for each digit: what lies before in the tile, then before the tile.
  unsigned sum = 0;
  for (int w = 0; w < warps; ++w) {
    const unsigned c = count[w][threadIdx.x];
    count[w][threadIdx.x] = sum;
    sum += c;
  }
  atomicExch(&state[std::size_t(tile) * digits + threadIdx.x], (tile == 0 ? inclusive : partial) | sum);
  unsigned before = 0;
  for (int t = int(tile) - 1; t >= 0;) {
    const unsigned seen = atomicAdd(&state[std::size_t(t) * digits + threadIdx.x], 0u);
    if (seen == 0) continue;
    before += seen & mask;
    if (seen & inclusive) break;
    --t;
  }
  if (tile > 0) atomicExch(&state[std::size_t(tile) * digits + threadIdx.x], inclusive | (before + sum));
  first[threadIdx.x] = begins[threadIdx.x] + before;
  __syncthreads();

  for (int k = 0; k < items; ++k) {
    if (begin + k * 32 >= n) break;
    const unsigned to = first[digit[k]] + count[warp][digit[k]] + rank[k];
    out[to] = key[k];
    if constexpr (with_values) values_out[to] = values_in[begin + k * 32];
  }
}

template <bool with_values, class Key, class Value>
void sweep(const Key* in, const Value* values_in, Key* out, Value* values_out, std::size_t n,
           cudaStream_t stream) {
  if (n == 0) return;
  constexpr int passes = sizeof(Key);
  const unsigned tiles = unsigned((n + tile_size - 1) / tile_size);
  const std::size_t state_size = std::size_t(tiles) * digits + 1, totals_size = passes * digits;
  unsigned *totals, *state;
  Key* other;
  Value* other_values;
  WARPGRADE_CHECK(cudaMallocAsync(&totals, (totals_size + passes * state_size) * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(totals, 0, (totals_size + passes * state_size) * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&other, n * sizeof(Key), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&other_values, n * sizeof(Value), stream));
  state = totals + totals_size;
  histogram_kernel<<<min(tiles, 64u), threads, 0, stream>>>(in, n, totals);
  begins_kernel<<<passes, digits, 0, stream>>>(totals);
  for (int p = 0; p < passes; ++p) {
    Key* to = p % 2 ? out : other;
    Value* values_to = p % 2 ? values_out : other_values;
    unsigned* mine = state + p * state_size;
    sweep_kernel<with_values><<<tiles, threads, 0, stream>>>(in, values_in, to, values_to, n, p,
                                                             totals + p * digits, mine, mine + 1);
    WARPGRADE_CHECK_LAUNCH();
    in = to;
    values_in = values_to;
  }
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
  WARPGRADE_CHECK(cudaFreeAsync(other, stream));
  WARPGRADE_CHECK(cudaFreeAsync(other_values, stream));
}

template <class Key>
void sort_keys(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  sweep<false, Key, char>(in, nullptr, out, nullptr, n, stream);
}

template <class Key, class Value>
void sort_pairs(const Key* keys_in, const Value* values_in, Key* keys_out, Value* values_out, std::size_t n,
                cudaStream_t stream) {
  sweep<true>(keys_in, values_in, keys_out, values_out, n, stream);
}

// ==== One block: ballots, and the sums of 32 warps =======================================================

/// The place of this thread's key behind zeros and ones before it; threads without a key count as ones.
__device__ int split_rank(bool is_zero) {
  __shared__ int zeros[32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const unsigned votes = __ballot_sync(all, is_zero);
  if (lane == 0) zeros[warp] = __popc(votes);
  __syncthreads();
  int before = 0, sum = 0;
  for (int w = 0; w < 32; ++w) {
    if (w == warp) before = sum;
    sum += zeros[w];
  }
  before += __popc(votes & ((1u << lane) - 1));
  return is_zero ? before : sum + int(threadIdx.x) - before;
}

__global__ void split_kernel(const std::uint32_t* in, std::uint32_t* out, int n, int bit) {
  const int i = threadIdx.x;
  const std::uint32_t key = i < n ? in[i] : ~0u;
  const int place = split_rank((key >> bit & 1) == 0);
  if (i < n) out[place] = key;
}

void split(const std::uint32_t* in, std::uint32_t* out, int n, int bit, cudaStream_t stream) {
  split_kernel<<<1, 1024, 0, stream>>>(in, out, n, bit);
}

/// A bit a pass: with ballots that takes two barriers.
__global__ void block_kernel(const std::uint32_t* in, std::uint32_t* out, int n) {
  __shared__ std::uint32_t keys[1024];
  const int i = threadIdx.x;
  std::uint32_t key = i < n ? in[i] : ~0u;
  for (int bit = 0; bit < 32; ++bit) {
    keys[split_rank((key >> bit & 1) == 0)] = key;
    __syncthreads();
    key = keys[i];
  }
  if (i < n) out[i] = key;
}

void block_digits(const std::uint32_t* in, std::uint32_t* out, int n, cudaStream_t stream) {
  block_kernel<<<1, 1024, 0, stream>>>(in, out, n);
}

// ==== The k greatest: the last block to finish a pass chooses the digit; one pass compacts =============

/// All is 0 at first.
struct Selection {
  std::uint64_t prefix;
  unsigned above, done, ticket;
  unsigned count[digits];
};

template <class Key>
__device__ std::uint64_t all_digits(Key key) {
  std::uint64_t bits = 0;
  for (int p = int(sizeof(Key)) - 1; p >= 0; --p) bits = bits << 8 | digit_at(key, p);
  return bits;
}

template <class Key>
__global__ void select_kernel(const Key* in, std::size_t n, unsigned k, int pass, Selection* selection) {
  __shared__ unsigned count[digits];
  __shared__ bool is_last;
  count[threadIdx.x] = 0;
  const std::uint64_t prefix = selection->prefix;
  const unsigned above = selection->above;
  __syncthreads();
  for (std::size_t i = blockIdx.x * threads + threadIdx.x; i < n; i += std::size_t(gridDim.x) * threads) {
    const std::uint64_t bits = all_digits(in[i]);
    if ((bits ^ prefix) >> (8 * pass) < digits) atomicAdd(&count[bits >> (8 * pass) & 255], 1u);
  }
  __syncthreads();
  atomicAdd(&selection->count[threadIdx.x], count[threadIdx.x]);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) is_last = atomicAdd(&selection->done, 1u) == gridDim.x - 1;
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  const unsigned digit = digits - 1 - threadIdx.x, mine = atomicExch(&selection->count[digit], 0u);
  const unsigned greater = above + block_scan(mine);
  if (greater < k && k <= greater + mine) {
    selection->prefix = prefix | std::uint64_t(digit) << (8 * pass);
    selection->above = greater;
  }
  if (threadIdx.x == 0) selection->done = 0;
}

/// What a tile tells: the state in the upper two bits, then greater and equal keys, 31 bits each.
using Told = unsigned long long;
constexpr Told own = Told(1) << 62, sum_of_all = Told(2) << 62, numbers = own - 1;

/// By one thread.
__device__ Told tiles_before(volatile Told* told, unsigned tile) {
  Told before = 0;
  for (unsigned t = tile; t-- > 0;) {
    Told seen;
    while ((seen = told[t]) == 0) {
    }
    before += seen & numbers;
    if (seen & sum_of_all) break;
  }
  return before;
}

template <class Key>
__global__ void keep_kernel(const Key* in, Key* out, std::size_t n, unsigned k, Selection* selection,
                            volatile Told* told) {
  __shared__ unsigned tile;
  __shared__ Told before;
  if (threadIdx.x == 0) tile = atomicAdd(&selection->ticket, 1u);
  __syncthreads();
  const std::uint64_t kth = selection->prefix;
  const unsigned wanted = k - selection->above;
  const std::size_t first = std::size_t(tile) * tile_size + threadIdx.x * items;
  Key key[items];
  unsigned kinds = 0;
  for (int j = 0; j < items; ++j) {
    if (first + j >= n) break;
    key[j] = in[first + j];
    const std::uint64_t bits = all_digits(key[j]);
    kinds += bits > kth ? 1 : bits == kth ? 1 << 16 : 0;
  }
  const unsigned in_tile = block_scan(kinds);
  if (threadIdx.x == threads - 1) {
    const unsigned total = in_tile + kinds;
    const Told mine = Told(total & 0xffff) << 31 | total >> 16;
    told[tile] = own | mine;
    before = tiles_before(told, tile);
    told[tile] = sum_of_all | (before + mine);
  }
  __syncthreads();
  unsigned greater = unsigned(before >> 31) + (in_tile & 0xffff);
  unsigned equal = unsigned(before & 0x7fffffff) + (in_tile >> 16);
  for (int j = 0; j < items && first + j < n; ++j) {
    const std::uint64_t bits = all_digits(key[j]);
    if (bits > kth || (bits == kth && equal < wanted)) out[greater + min(equal, wanted)] = key[j];
    greater += bits > kth;
    equal += bits == kth;
  }
}

template <class Key>
void top_k(const Key* in, Key* out, std::size_t n, std::size_t k, cudaStream_t stream) {
  if (k == 0) return;
  const unsigned tiles = unsigned((n + tile_size - 1) / tile_size);
  const std::size_t bytes = sizeof(Selection) + tiles * sizeof(Told);
  Selection* selection;
  WARPGRADE_CHECK(cudaMallocAsync(&selection, bytes, stream));
  WARPGRADE_CHECK(cudaMemsetAsync(selection, 0, bytes, stream));
  for (int pass = int(sizeof(Key)) - 1; pass >= 0; --pass)
    select_kernel<<<min(tiles, 64u), threads, 0, stream>>>(in, n, unsigned(k), pass, selection);
  keep_kernel<<<tiles, threads, 0, stream>>>(in, out, n, unsigned(k), selection,
                                             reinterpret_cast<Told*>(selection + 1));
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(selection, stream));
}

}  // namespace radix_sort
