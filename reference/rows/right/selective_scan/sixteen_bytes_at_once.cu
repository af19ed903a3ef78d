// Right in another style: a thread has 16 bytes of a row, which it loads at once where they lie at a multiple
// of
// 16. Rows are taken by blocks of few threads, chunks by blocks of 128.
#include <algorithm>

#include <warpgrade/student.cuh>

#include "selective_scan.cuh"

namespace selective_scan {

constexpr int kThreads = 128, kTilesOfChunk = 4;
using warpgrade::div_up;

template <class T>
struct alignas(16) Vector {
  static constexpr int size = 16 / sizeof(T);
  T items[size];
};

template <class T>
__device__ bool is_aligned(const T* p) {
  return reinterpret_cast<std::size_t>(p) % 16 == 0;
}

/// p[0..Vector::size), of which `count` are there.
template <class T>
__device__ Vector<T> load(const T* p, int count, T filler) {
  if (count >= Vector<T>::size && is_aligned(p)) return *reinterpret_cast<const Vector<T>*>(p);
  Vector<T> v;
  for (int k = 0; k < Vector<T>::size; ++k) v.items[k] = k < count ? p[k] : filler;
  return v;
}

template <class T>
__device__ void store(T* p, int count, const Vector<T>& v) {
  if (count >= Vector<T>::size && is_aligned(p)) {
    *reinterpret_cast<Vector<T>*>(p) = v;
    return;
  }
  for (int k = 0; k < Vector<T>::size; ++k)
    if (k < count) p[k] = v.items[k];
}

inline int threads_for(int columns, int items) {
  return std::min(int(div_up(columns, 32 * items)) * 32, +kThreads);
}

/// What lies before this thread in the block, and all of it.
template <class T, class Op>
__device__ T block_exclusive(T value, T identity, Op op, T* warp_sums, T& total) {
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = int(blockDim.x) >> 5;
  for (int d = 1; d < 32; d <<= 1) {
    const T left = warpgrade::shfl_up(value, d);
    if (lane >= d) value = op(left, value);
  }
  __syncthreads();
  if (lane == 31) warp_sums[warp] = value;
  __syncthreads();
  T before = identity;
  for (int w = 0; w < warp; ++w) before = op(before, warp_sums[w]);
  total = before;
  for (int w = warp; w < warps; ++w) total = op(total, warp_sums[w]);
  const T left = warpgrade::shfl_up(value, 1);
  return lane == 0 ? before : op(before, left);
}

/// Block (k, r) scans part k of row r, or only adds it up. sums: the sum of part k and all before it.
template <bool Totals, class T, class Op>
__global__ void part_kernel(const T* in, T* out, int columns, std::size_t pitch, int part, const T* sums,
                            T identity, Op op) {
  __shared__ T warp_sums[32];
  const int parts = int(div_up(columns, part));
  const std::size_t r = blockIdx.x / parts;
  const int k = int(blockIdx.x % parts), begin = k * part, end = min(columns - begin, part) + begin;
  T carry = sums && k > 0 ? sums[blockIdx.x - 1] : identity;
  constexpr int size = Vector<T>::size;
  for (int tile = begin; tile < end; tile += int(blockDim.x) * size) {
    const int c = tile + int(threadIdx.x) * size, count = max(min(size, end - c), 0);
    Vector<T> v = load(in + r * pitch + c, count, identity);
    T sum = v.items[0], total;
    for (int i = 1; i < size; ++i) sum = op(sum, v.items[i]);
    sum = op(carry, block_exclusive(sum, identity, op, warp_sums, total));
    carry = op(carry, total);
    if constexpr (!Totals) {
      for (T& item : v.items) item = sum = op(sum, item);
      store(out + r * columns + c, count, v);
    }
  }
  if (Totals && threadIdx.x == 0) out[blockIdx.x] = carry;
}

template <bool Totals, class T, class Op>
void launch(const T* in, T* out, int rows, int columns, std::size_t pitch, int part, const T* sums,
            T identity, Op op, cudaStream_t stream) {
  const unsigned blocks = unsigned(rows * div_up(columns, part));
  part_kernel<Totals><<<blocks, threads_for(columns, Vector<T>::size), 0, stream>>>(in, out, columns, pitch,
                                                                                    part, sums, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

template <class T, class Op>
void one_block(const T* in, T* out, int rows, int columns, std::size_t pitch, T identity, Op op,
               cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  launch<false>(in, out, rows, columns, pitch, columns, static_cast<const T*>(nullptr), identity, op, stream);
}

template <class T, class Op>
void chunks(const T* in, T* out, int rows, int columns, std::size_t pitch, T identity, Op op,
            cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  const int part = kTilesOfChunk * kThreads * Vector<T>::size;
  const int count = int(div_up(columns, part));
  T *totals, *sums;
  WARPGRADE_CHECK(cudaMallocAsync(&totals, std::size_t(rows) * count * sizeof(T), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&sums, std::size_t(rows) * count * sizeof(T), stream));
  launch<true>(in, totals, rows, columns, pitch, part, static_cast<const T*>(nullptr), identity, op, stream);
  one_block(static_cast<const T*>(totals), sums, rows, count, count, identity, op, stream);
  launch<false>(in, out, rows, columns, pitch, part, static_cast<const T*>(sums), identity, op, stream);
  WARPGRADE_CHECK(cudaFreeAsync(totals, stream));
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
}

struct Pair {
  float a, b;
};

/// A thread has four steps; it keeps each of its partial results as a map, and applies it in the end.
__global__ void selective_kernel(const float* delta, const float* x, const float* A, const float* B,
                                 const float* C, float* y, int steps) {
  __shared__ Pair warp_sums[32];
  const auto then = [](Pair f, Pair g) { return Pair{g.a * f.a, g.a * f.b + g.b}; };
  const std::size_t row = std::size_t(blockIdx.x) * steps;
  float h = 0;
  for (int begin = 0; begin < steps; begin += int(blockDim.x) * 4) {
    const int t = begin + int(threadIdx.x) * 4, count = max(min(4, steps - t), 0);
    const Vector<float> d = load(delta + row + t, count, 0.0f), in = load(x + row + t, count, 0.0f);
    const Vector<float> b = load(B + t, count, 0.0f), c = load(C + t, count, 0.0f);
    Pair maps[4], total;
    for (int k = 0; k < 4; ++k) {
      const Pair map{expf(d.items[k] * A[blockIdx.x]), d.items[k] * b.items[k] * in.items[k]};
      maps[k] = k > 0 ? then(maps[k - 1], map) : map;
    }
    const Pair before = block_exclusive(maps[3], Pair{1, 0}, then, warp_sums, total);
    const float mine = before.a * h + before.b;
    Vector<float> out;
    for (int k = 0; k < 4; ++k) out.items[k] = c.items[k] * (maps[k].a * mine + maps[k].b);
    store(y + row + t, count, out);
    h = total.a * h + total.b;
  }
}

void selective(const float* delta, const float* x, const float* A, const float* B, const float* C, float* y,
               int channels, int steps, cudaStream_t stream) {
  if (channels == 0 || steps == 0) return;
  selective_kernel<<<channels, threads_for(steps, 4), 0, stream>>>(delta, x, A, B, C, y, steps);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace selective_scan
