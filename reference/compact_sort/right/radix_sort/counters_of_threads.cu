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

}  // namespace radix_sort
