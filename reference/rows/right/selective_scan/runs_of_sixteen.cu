// Right in another style: a thread walks over 16 neighbours of a tile by itself, as a loop on one thread
// would, and the block scans what the runs did; then each element of a run takes in what came before (Martin
// & Cundy, 2018). Blocks of 64 threads, tiles in padded shared memory.
#include <algorithm>

#include <warpgrade/student.cuh>

#include "selective_scan.cuh"

namespace selective_scan {

constexpr int kThreads = 64, kRun = 16, kTile = kThreads * kRun;
using warpgrade::div_up;

inline int threads_for(int columns) { return std::min(int(div_up(columns, 32 * kRun)) * 32, +kThreads); }

/// One free place behind each run: the threads of a warp meet different banks.
template <class T>
struct Tile {
  T slots[kTile + kThreads];
  __device__ T& operator[](int i) { return slots[i + i / kRun]; }
};

template <class T>
__device__ void fill(Tile<T>& tile, const T* from, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) tile[i] = from[i];
}

template <class T>
__device__ void empty(Tile<T>& tile, T* to, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) to[i] = tile[i];
}

/// Each of the block's (at most 64) values becomes the sum of those before it. Returns the sum of all.
template <class T, class Op>
__device__ T exclusive_in_place(T* sums, T identity, Op op) {
  __syncthreads();
  if (threadIdx.x < 32) {  // each lane has two of them
    const int lane = threadIdx.x;
    const bool two = blockDim.x > 32;
    const T left = two ? sums[2 * lane] : sums[lane], right = two ? sums[2 * lane + 1] : identity;
    T sum = op(left, right);
    for (int d = 1; d < 32; d *= 2) {
      const T before = warpgrade::shfl_up(sum, d);
      if (lane >= d) sum = op(before, sum);
    }
    if (lane == 31) sums[blockDim.x] = sum;
    T before = warpgrade::shfl_up(sum, 1);
    if (lane == 0) before = identity;
    if (two) {
      sums[2 * lane] = before;
      sums[2 * lane + 1] = op(before, left);
    } else {
      sums[lane] = before;
    }
  }
  __syncthreads();
  return sums[blockDim.x];
}

/// Block b has part b % parts of row b / parts; out has the sum of each part, or all partial results.
template <bool Totals, class T, class Op>
__global__ void part_kernel(const T* in, T* out, int columns, std::size_t pitch, int part, const T* sums,
                            T identity, Op op) {
  __shared__ Tile<T> tile;
  __shared__ T run_sums[kThreads + 1];
  const int parts = int(div_up(columns, part)), k = int(blockIdx.x % parts);
  const std::size_t r = blockIdx.x / parts;
  const int size = int(blockDim.x) * kRun, end = min(columns, k * part + part);
  const int mine = int(threadIdx.x) * kRun;
  T carry = sums && k > 0 ? sums[blockIdx.x - 1] : identity;
  for (int begin = k * part; begin < end; begin += size) {
    const int count = min(size, end - begin);
    __syncthreads();
    fill(tile, in + r * pitch + begin, count);
    __syncthreads();
    T sum = identity;
    for (int i = mine; i < min(mine + kRun, count); ++i) tile[i] = sum = op(sum, tile[i]);
    run_sums[threadIdx.x] = sum;
    const T total = exclusive_in_place(run_sums, identity, op);
    if (!Totals) {
      const T before = op(carry, run_sums[threadIdx.x]);
      for (int i = mine; i < min(mine + kRun, count); ++i) tile[i] = op(before, tile[i]);
      __syncthreads();
      empty(tile, out + r * columns + begin, count);
    }
    carry = op(carry, total);
  }
  if (Totals && threadIdx.x == 0) out[blockIdx.x] = carry;
}

template <class T, class Op>
void one_block(const T* in, T* out, int rows, int columns, std::size_t pitch, T identity, Op op,
               cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  part_kernel<false><<<rows, threads_for(columns), 0, stream>>>(in, out, columns, pitch, columns,
                                                                static_cast<const T*>(nullptr), identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

template <class T, class Op>
void chunks(const T* in, T* out, int rows, int columns, std::size_t pitch, T identity, Op op,
            cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  constexpr int part = 2 * kTile;
  const int count = int(div_up(columns, part));
  T *totals, *sums;
  WARPGRADE_CHECK(cudaMallocAsync(&totals, std::size_t(rows) * count * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&sums, std::size_t(rows) * count * sizeof(T), stream));
  part_kernel<true><<<rows * count, kThreads, 0, stream>>>(in, totals, columns, pitch, part,
                                                           static_cast<const T*>(nullptr), identity, op);
  WARPGRADE_CHECK_LAUNCH();
  one_block(static_cast<const T*>(totals), sums, rows, count, count, identity, op, stream);
  part_kernel<false><<<rows * count, kThreads, 0, stream>>>(in, out, columns, pitch, part,
                                                            static_cast<const T*>(sums), identity, op);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
}

struct Pair {
  float a, b;
};

__global__ void selective_kernel(const float* delta, const float* x, const float* A, const float* B,
                                 const float* C, float* y, int steps) {
  __shared__ Tile<float> d, in, b, c;
  __shared__ Pair run_sums[kThreads + 1];
  const auto then = [](Pair f, Pair g) { return Pair{g.a * f.a, g.a * f.b + g.b}; };
  const std::size_t row = std::size_t(blockIdx.x) * steps;
  const float rate = A[blockIdx.x];
  const int size = int(blockDim.x) * kRun, mine = int(threadIdx.x) * kRun;
  float h_tile = 0;
  for (int begin = 0; begin < steps; begin += size) {
    const int count = min(size, steps - begin), last = min(mine + kRun, count);
    __syncthreads();
    fill(d, delta + row + begin, count);
    fill(in, x + row + begin, count);
    fill(b, B + begin, count);
    fill(c, C + begin, count);
    __syncthreads();

    // The run by itself, from h = 0: its states, and how much of an earlier one would be left at each
    float decays[kRun], states[kRun], h = 0, decay = 1;
    for (int i = mine; i < last; ++i) {
      const float a = expf(d[i] * rate);
      decays[i - mine] = decay *= a;
      states[i - mine] = h = a * h + d[i] * b[i] * in[i];
    }
    run_sums[threadIdx.x] = {decay, h};
    const Pair total = exclusive_in_place(run_sums, Pair{1, 0}, then);

    const Pair before = run_sums[threadIdx.x];
    const float h_run = before.a * h_tile + before.b;
    for (int i = mine; i < last; ++i) d[i] = c[i] * (states[i - mine] + decays[i - mine] * h_run);
    __syncthreads();
    empty(d, y + row + begin, count);
    h_tile = total.a * h_tile + total.b;
  }
}

void selective(const float* delta, const float* x, const float* A, const float* B, const float* C, float* y,
               int channels, int steps, cudaStream_t stream) {
  if (channels == 0 || steps == 0) return;
  selective_kernel<<<channels, threads_for(steps), 0, stream>>>(delta, x, A, B, C, y, steps);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace selective_scan
