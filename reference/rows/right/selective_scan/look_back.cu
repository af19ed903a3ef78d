// Right in another style: one element a thread, and blocks that stride over the rows. The chunks of a row are
// scanned in one launch, whose blocks take tickets and look back at the tiles before theirs (Merrill &
// Garland, 2016).
#include <algorithm>

#include <warpgrade/student.cuh>

#include "selective_scan.cuh"

namespace selective_scan {

constexpr int kThreads = 256;
using warpgrade::div_up;

inline int threads_for(int columns) { return std::min(int(div_up(columns, 32)) * 32, +kThreads); }
inline unsigned blocks_for(int rows) { return unsigned(std::min(rows, 4096)); }

/// The inclusive scan of one value a thread over the block. `total` gets the sum of all.
template <class T, class Op>
__device__ T block_inclusive(T value, Op op, T* warp_sums, T& total) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = int(blockDim.x) / 32;
  for (int d = 1; d < 32; d *= 2) {
    const T left = warpgrade::shfl_up(value, d);
    if (lane >= d) value = op(left, value);
  }
  if (lane == 31) warp_sums[warp] = value;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int w = 1; w < warps; ++w) warp_sums[w] = op(warp_sums[w - 1], warp_sums[w]);
  __syncthreads();
  if (warp > 0) value = op(warp_sums[warp - 1], value);
  total = warp_sums[warps - 1];
  __syncthreads();
  return value;
}

template <class T, class Op>
__global__ void rows_kernel(const T* in, T* out, int rows, int columns, std::size_t pitch, T identity,
                            Op op) {
  __shared__ T warp_sums[32];
  for (std::size_t r = blockIdx.x; r < std::size_t(rows); r += gridDim.x) {
    T carry = identity;
    for (int begin = 0; begin < columns; begin += int(blockDim.x)) {
      const int c = begin + int(threadIdx.x);
      T total;
      const T sum = block_inclusive(c < columns ? in[r * pitch + c] : identity, op, warp_sums, total);
      if (c < columns) out[r * columns + c] = op(carry, sum);
      carry = op(carry, total);
    }
  }
}

template <class T, class Op>
void one_block(const T* in, T* out, int rows, int columns, std::size_t pitch, T identity, Op op,
               cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  rows_kernel<<<blocks_for(rows), threads_for(columns), 0, stream>>>(in, out, rows, columns, pitch, identity,
                                                                     op);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== chunks =============================================================================================

enum : int { kNothing, kAggregate, kPrefix };  // what a tile has published

template <class T>
struct Tiles {
  T *aggregate, *prefix;
  int* state;
  unsigned* ticket;
};

/// All of the row that lies before tile number `tile`, of which the first one has number `first`.
template <class T, class Op>
__device__ T look_back(const Tiles<T>& tiles, int tile, int first, T identity, Op op) {
  T before = identity;
  for (int t = tile - 1; t >= first; --t) {
    int state;
    while ((state = atomicAdd(&tiles.state[t], 0)) == kNothing) {
    }
    __threadfence();
    if (state == kPrefix) return op(tiles.prefix[t], before);
    before = op(tiles.aggregate[t], before);
  }
  return before;
}

/// A block for each tile, in the order of their tickets: those of row 0 first.
template <class T, class Op>
__global__ void chunks_kernel(const T* in, T* out, int columns, std::size_t pitch, int tiles_of_row,
                              T identity, Op op, Tiles<T> tiles) {
  __shared__ T warp_sums[32], carry;
  __shared__ int tile;
  if (threadIdx.x == 0) tile = int(atomicAdd(tiles.ticket, 1u));
  __syncthreads();
  const std::size_t r = tile / tiles_of_row;
  const int c = tile % tiles_of_row * int(blockDim.x) + int(threadIdx.x);
  T total;
  const T sum = block_inclusive(c < columns ? in[r * pitch + c] : identity, op, warp_sums, total);
  if (threadIdx.x == 0) {
    tiles.aggregate[tile] = total;
    __threadfence();
    atomicExch(&tiles.state[tile], kAggregate);
    carry = look_back(tiles, tile, int(r) * tiles_of_row, identity, op);
    tiles.prefix[tile] = op(carry, total);
    __threadfence();
    atomicExch(&tiles.state[tile], kPrefix);
  }
  __syncthreads();
  if (c < columns) out[r * columns + c] = op(carry, sum);
}

template <class T, class Op>
void chunks(const T* in, T* out, int rows, int columns, std::size_t pitch, T identity, Op op,
            cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  const int threads = threads_for(columns), tiles_of_row = int(div_up(columns, threads));
  const std::size_t count = std::size_t(rows) * tiles_of_row;
  Tiles<T> tiles;
  WARPGRADE_CHECK(cudaMallocAsync(&tiles.aggregate, count * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&tiles.prefix, count * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&tiles.state, (count + 1) * sizeof(int), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(tiles.state, 0, (count + 1) * sizeof(int), stream));
  tiles.ticket = reinterpret_cast<unsigned*>(tiles.state + count);
  chunks_kernel<<<unsigned(count), threads, 0, stream>>>(in, out, columns, pitch, tiles_of_row, identity, op,
                                                         tiles);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(tiles.aggregate, stream));
  WARPGRADE_CHECK(cudaFreeAsync(tiles.prefix, stream));
  WARPGRADE_CHECK(cudaFreeAsync(tiles.state, stream));
}

// ==== selective ==========================================================================================

struct Then {
  __device__ float2 operator()(float2 f, float2 g) const { return make_float2(g.x * f.x, g.x * f.y + g.y); }
};

__global__ void selective_kernel(const float* delta, const float* x, const float* A, const float* B,
                                 const float* C, float* y, int channels, int steps) {
  __shared__ float2 warp_sums[32];
  for (std::size_t c = blockIdx.x; c < std::size_t(channels); c += gridDim.x) {
    float h = 0;
    for (int begin = 0; begin < steps; begin += int(blockDim.x)) {
      const int t = begin + int(threadIdx.x);
      float2 map = make_float2(1, 0), total;
      if (t < steps) {
        const float d = delta[c * steps + t];
        map = make_float2(exp2f(d * A[c] * 1.44269504f), d * B[t] * x[c * steps + t]);
      }
      map = block_inclusive(map, Then(), warp_sums, total);
      if (t < steps) y[c * steps + t] = C[t] * (map.x * h + map.y);
      h = total.x * h + total.y;
    }
  }
}

void selective(const float* delta, const float* x, const float* A, const float* B, const float* C, float* y,
               int channels, int steps, cudaStream_t stream) {
  if (channels == 0 || steps == 0) return;
  selective_kernel<<<blocks_for(channels), threads_for(steps), 0, stream>>>(delta, x, A, B, C, y, channels,
                                                                            steps);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace selective_scan
