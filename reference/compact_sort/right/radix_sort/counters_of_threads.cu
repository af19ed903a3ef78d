// Right in another style: a thread ranks a run of keys with counters of its own, one for each digit, which
// lie in shared memory digit after digit and are scanned by raking (after Merrill & Grimshaw, 2011). Two
// buffers of counts instead of one; one tile a block, and blocks of 128 threads.
#include <climits>
#include <warpgrade/student.cuh>

#include "radix_sort.cuh"

namespace radix_sort {

constexpr int T = 128, K = 8, TILE = T * K;

struct Shared {
  unsigned counter[16 * T];
  unsigned sum[T];
};

/// Doubling strides over one value a thread; returns what lies before this thread.
__device__ unsigned scan_sums(unsigned mine, unsigned* sum) {
  const unsigned t = threadIdx.x;
  sum[t] = mine;
  __syncthreads();
  for (unsigned stride = 1; stride < T; stride <<= 1) {
    const unsigned left = t >= stride ? sum[t - stride] : 0;
    __syncthreads();
    sum[t] += left;
    __syncthreads();
  }
  return sum[t] - mine;
}

/// place[k]: of this thread's k-th key in the tile ordered by digit. Afterwards counter[d * T] is where d
/// begins.
__device__ void rank_run(const unsigned* digit, unsigned* place, Shared& s) {
  const unsigned t = threadIdx.x;
  for (int d = 0; d < 16; ++d) s.counter[d * T + t] = 0;
  for (int k = 0; k < K; ++k) place[k] = s.counter[digit[k] * T + t]++;  // only this thread's own
  __syncthreads();
  unsigned total = 0;
  for (int j = 0; j < 16; ++j) {
    const unsigned c = s.counter[t * 16 + j];
    s.counter[t * 16 + j] = total;
    total += c;
  }
  const unsigned before = scan_sums(total, s.sum);
  for (int j = 0; j < 16; ++j) s.counter[t * 16 + j] += before;
  __syncthreads();
  for (int k = 0; k < K; ++k) place[k] += s.counter[digit[k] * T + t];
}

// ==== One block ==========================================================================================

__global__ void split_kernel(const std::uint32_t* in, std::uint32_t* out, int n, int bit) {
  __shared__ Shared s;
  unsigned digit[K], place[K];
  for (int k = 0; k < K; ++k) {
    const int i = threadIdx.x * K + k;
    digit[k] = i < n ? in[i] >> bit & 1 : 15;
  }
  rank_run(digit, place, s);
  for (int k = 0; k < K; ++k) {
    const int i = threadIdx.x * K + k;
    if (i < n) out[place[k]] = in[i];
  }
}

void split(const std::uint32_t* in, std::uint32_t* out, int n, int bit, cudaStream_t stream) {
  split_kernel<<<1, T, 0, stream>>>(in, out, n, bit);
}

__global__ void tile_kernel(const std::uint32_t* in, std::uint32_t* out, int n) {
  __shared__ Shared s;
  __shared__ std::uint32_t tile[TILE];
  for (int i = threadIdx.x; i < TILE; i += T) tile[i] = i < n ? in[i] : UINT_MAX;
  __syncthreads();
  for (int shift = 0; shift < 32; shift += 4) {
    std::uint32_t key[K];
    unsigned digit[K], place[K];
    for (int k = 0; k < K; ++k) {
      key[k] = tile[threadIdx.x * K + k];
      digit[k] = key[k] >> shift & 15;
    }
    rank_run(digit, place, s);
    __syncthreads();
    for (int k = 0; k < K; ++k) tile[place[k]] = key[k];
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n; i += T) out[i] = tile[i];
}

void block_digits(const std::uint32_t* in, std::uint32_t* out, int n, cudaStream_t stream) {
  tile_kernel<<<1, T, 0, stream>>>(in, out, n);
}

// ==== Any n ==============================================================================================

__device__ std::uint64_t ordered(std::uint32_t k) { return k; }
__device__ std::uint64_t ordered(std::uint64_t k) { return k; }
__device__ std::uint64_t ordered(std::int32_t k) { return std::uint32_t(k) + 0x80000000u; }
__device__ std::uint64_t ordered(float k) {
  const int b = __float_as_int(k);
  return unsigned(b) ^ (unsigned(b >> 31) | 0x80000000u);
}

template <class Key>
__global__ void count_kernel(const Key* in, std::size_t n, int shift, unsigned* counts) {
  __shared__ unsigned count[16];
  if (threadIdx.x < 16) count[threadIdx.x] = 0;
  __syncthreads();
  for (int k = 0; k < K; ++k) {
    const std::size_t i = std::size_t(blockIdx.x) * TILE + k * T + threadIdx.x;
    if (i < n) atomicAdd(count + (ordered(in[i]) >> shift & 15), 1);
  }
  __syncthreads();
  if (threadIdx.x < 16) counts[threadIdx.x * std::size_t(gridDim.x) + blockIdx.x] = count[threadIdx.x];
}

/// One block: each thread has a run of all counts.
__global__ void scan_kernel(const unsigned* in, unsigned* out, std::size_t n) {
  __shared__ unsigned sum[T];
  const std::size_t run = (n + T - 1) / T, begin = min(n, threadIdx.x * run), end = min(n, begin + run);
  unsigned mine = 0;
  for (std::size_t i = begin; i < end; ++i) mine += in[i];
  unsigned before = scan_sums(mine, sum);
  for (std::size_t i = begin; i < end; ++i) {
    out[i] = before;
    before += in[i];
  }
}

template <class Key, class Move>
__global__ void move_kernel(const Key* in, Key* out, std::size_t n, int shift, const unsigned* begins,
                            Move move) {
  __shared__ Shared s;
  const std::size_t first = std::size_t(blockIdx.x) * TILE + threadIdx.x * K;
  Key key[K] = {};
  unsigned digit[K], place[K];
  for (int k = 0; k < K; ++k) {
    if (first + k < n) key[k] = in[first + k];
    digit[k] = first + k < n ? ordered(key[k]) >> shift & 15 : 15;
  }
  rank_run(digit, place, s);
  for (int k = 0; k < K && first + k < n; ++k) {
    const std::size_t to =
        begins[digit[k] * std::size_t(gridDim.x) + blockIdx.x] + place[k] - s.counter[digit[k] * T];
    out[to] = key[k];
    move(first + k, to);
  }
}

template <class Value>
struct MoveValue {
  const Value* from;
  Value* to;
  __device__ void operator()(std::size_t i, std::size_t j) const { to[j] = from[i]; }
};
struct MoveNothing {
  __device__ void operator()(std::size_t, std::size_t) const {}
};

template <class Key, class Pass>
void passes(const Key* in, Key* out, std::size_t n, cudaStream_t stream, Pass pass) {
  const std::size_t blocks = (n + TILE - 1) / TILE;
  unsigned* counts;
  Key* other;
  WARPGRADE_CHECK(cudaMallocAsync(&counts, 2 * 16 * blocks * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&other, n * sizeof(Key), stream));
  for (int p = 0; p < int(2 * sizeof(Key)); ++p) {
    const Key* from = p == 0 ? in : p % 2 ? other : out;
    Key* to = p % 2 ? out : other;
    count_kernel<<<unsigned(blocks), T, 0, stream>>>(from, n, 4 * p, counts);
    scan_kernel<<<1, T, 0, stream>>>(counts, counts + 16 * blocks, 16 * blocks);
    pass(p, from, to, unsigned(blocks), counts + 16 * blocks);
    WARPGRADE_CHECK_LAUNCH();
  }
  WARPGRADE_CHECK(cudaFreeAsync(counts, stream));
  WARPGRADE_CHECK(cudaFreeAsync(other, stream));
}

template <class Key>
void sort_keys(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  if (n == 0) return;
  passes(in, out, n, stream, [=](int p, const Key* from, Key* to, unsigned blocks, const unsigned* begins) {
    move_kernel<<<blocks, T, 0, stream>>>(from, to, n, 4 * p, begins, MoveNothing());
  });
}

template <class Key, class Value>
void sort_pairs(const Key* keys_in, const Value* values_in, Key* keys_out, Value* values_out, std::size_t n,
                cudaStream_t stream) {
  if (n == 0) return;
  Value* other;
  WARPGRADE_CHECK(cudaMallocAsync(&other, n * sizeof(Value), stream));
  passes(keys_in, keys_out, n, stream,
         [=](int p, const Key* from, Key* to, unsigned blocks, const unsigned* begins) {
           const MoveValue<Value> move{p == 0  ? values_in
                                       : p % 2 ? other
                                               : values_out,
                                       p % 2 ? values_out : other};
           move_kernel<<<blocks, T, 0, stream>>>(from, to, n, 4 * p, begins, move);
         });
  WARPGRADE_CHECK(cudaFreeAsync(other, stream));
}

// ==== The k greatest: counters of threads here, too =====================================================

/// mask: the bits of the k-th greatest key that are known; value: these bits of it; rank: how many of the
/// keys that agree in them are at least as great as it.
struct Threshold {
  std::uint64_t mask, value;
  unsigned rank, total[16];
};

__global__ void begin_kernel(Threshold* threshold, unsigned k) {
  if (threadIdx.x < 16) threshold->total[threadIdx.x] = 0;
  if (threadIdx.x == 0) {
    threshold->mask = threshold->value = 0;
    threshold->rank = k;
  }
}

template <class Key>
__global__ void agree_kernel(const Key* in, std::size_t n, int shift, Threshold* threshold) {
  __shared__ Shared s;
  const unsigned t = threadIdx.x;
  for (int d = 0; d < 16; ++d) s.counter[d * T + t] = 0;
  const std::uint64_t mask = threshold->mask, value = threshold->value;
  for (int k = 0; k < K; ++k) {
    const std::size_t i = std::size_t(blockIdx.x) * TILE + k * T + t;
    if (i >= n) break;
    const std::uint64_t bits = ordered(in[i]);
    if ((bits & mask) == value) s.counter[(bits >> shift & 15) * T + t]++;
  }
  for (int half = T / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < unsigned(half))
      for (int d = 0; d < 16; ++d) s.counter[d * T + t] += s.counter[d * T + t + half];
  }
  __syncthreads();
  if (t < 16 && s.counter[t * T] > 0) atomicAdd(threshold->total + t, s.counter[t * T]);
}

/// One warp. The sum from the greatest digit down to this lane's.
__global__ void digit_kernel(Threshold* threshold, int shift) {
  const unsigned d = 15 - threadIdx.x % 16, mine = threshold->total[d], rank = threshold->rank;
  unsigned sum = mine;
  for (int delta = 1; delta < 16; delta *= 2) {
    const unsigned left = __shfl_up_sync(~0u, sum, delta, 16);
    if (threadIdx.x % 16 >= unsigned(delta)) sum += left;
  }
  __syncwarp();
  if (threadIdx.x >= 16) return;
  threshold->total[d] = 0;
  if (sum < rank || sum - mine >= rank) return;
  threshold->mask |= std::uint64_t(15) << shift;
  threshold->value |= std::uint64_t(d) << shift;
  threshold->rank = rank - (sum - mine);
}

/// A thread's run of keys: greater ones in the low half of a word, equal ones in the high half.
template <class Key>
__device__ unsigned kinds_of_run(const Key* in, std::size_t n, std::size_t first, std::uint64_t value) {
  unsigned kinds = 0;
  for (std::size_t i = first; i < first + K && i < n; ++i) {
    const std::uint64_t bits = ordered(in[i]);
    kinds += bits > value ? 1 : bits == value ? 1 << 16 : 0;
  }
  return kinds;
}

template <class Key>
__global__ void kinds_kernel(const Key* in, std::size_t n, const Threshold* threshold, unsigned* counts) {
  __shared__ unsigned sum[T];
  const std::size_t first = std::size_t(blockIdx.x) * TILE + threadIdx.x * K;
  const unsigned mine = kinds_of_run(in, n, first, threshold->value), before = scan_sums(mine, sum);
  if (threadIdx.x != T - 1) return;
  counts[blockIdx.x] = (before + mine) & 0xffff;
  counts[gridDim.x + blockIdx.x] = (before + mine) >> 16;
}

template <class Key>
__global__ void kept_kernel(const Key* in, Key* out, std::size_t n, const Threshold* threshold,
                            const unsigned* greater_begins, const unsigned* equal_begins) {
  __shared__ unsigned sum[T];
  const std::uint64_t value = threshold->value;
  const unsigned rank = threshold->rank;
  const std::size_t first = std::size_t(blockIdx.x) * TILE + threadIdx.x * K;
  const unsigned before = scan_sums(kinds_of_run(in, n, first, value), sum);
  unsigned greater = greater_begins[blockIdx.x] + (before & 0xffff);
  unsigned equal = equal_begins[blockIdx.x] + (before >> 16);
  for (std::size_t i = first; i < first + K && i < n; ++i) {
    const std::uint64_t bits = ordered(in[i]);
    if (bits > value)
      out[greater++ + min(equal, rank)] = in[i];
    else if (bits == value && equal++ < rank)
      out[greater + equal - 1] = in[i];
  }
}

template <class Key>
void top_k(const Key* in, Key* out, std::size_t n, std::size_t k, cudaStream_t stream) {
  if (k == 0) return;
  const std::size_t blocks = (n + TILE - 1) / TILE;
  Threshold* threshold;
  unsigned* counts;
  WARPGRADE_CHECK(cudaMallocAsync(&threshold, sizeof *threshold, stream));
  WARPGRADE_CHECK(cudaMallocAsync(&counts, 4 * blocks * sizeof(unsigned), stream));
  begin_kernel<<<1, 32, 0, stream>>>(threshold, unsigned(k));
  for (int shift = int(8 * sizeof(Key)) - 4; shift >= 0; shift -= 4) {
    agree_kernel<<<unsigned(blocks), T, 0, stream>>>(in, n, shift, threshold);
    digit_kernel<<<1, 32, 0, stream>>>(threshold, shift);
    WARPGRADE_CHECK_LAUNCH();
  }
  kinds_kernel<<<unsigned(blocks), T, 0, stream>>>(in, n, threshold, counts);
  for (int kind = 0; kind < 2; ++kind)
    scan_kernel<<<1, T, 0, stream>>>(counts + kind * blocks, counts + (2 + kind) * blocks, blocks);
  kept_kernel<<<unsigned(blocks), T, 0, stream>>>(in, out, n, threshold, counts + 2 * blocks,
                                                  counts + 3 * blocks);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(threshold, stream));
  WARPGRADE_CHECK(cudaFreeAsync(counts, stream));
}

}  // namespace radix_sort
