// Norms, fast: a row comes from memory once, and stays in the registers of its block as halves. Mean first,
// then the squares of the distances from it: in registers a second pass costs nothing. Rows of more than
// 65,536 columns, or whose packs don't begin at multiples of 16 bytes, are read again each time.
// tasks: rms_norm layer_norm
#include <algorithm>

#include <warpgrade/student.cuh>

#include "norm.cuh"

namespace norms {

struct Tuning {
  static constexpr int widest = 8;      // halves of a pack: 16 bytes
  static constexpr int packs_each = 2;  // that a thread keeps, as long as that gives blocks of up to …
  static constexpr int usual_threads = 512;
  static constexpr int most_packs_each = 8;
  static constexpr int most_threads = 1024;
};

template <int width>
struct alignas(2 * width) Halves {
  __half of[width];
};

/// The sum over the block, for all threads. `of_warps`: [32] in shared memory, used once.
__device__ float block_sum(float value, float* of_warps) {
  const int lane = threadIdx.x % 32, warps = blockDim.x / 32;
  for (int mask = 16; mask > 0; mask /= 2) value += warpgrade::shfl_xor(value, mask);
  if (lane == 0) of_warps[threadIdx.x / 32] = value;
  __syncthreads();
  value = lane < warps ? of_warps[lane] : 0;
  for (int mask = 16; mask > 0; mask /= 2) value += warpgrade::shfl_xor(value, mask);
  return value;
}

/// Calls visit(column, halves) for each pack of this thread: from registers if `packs` > 0, else from memory.
template <int width, int packs, class Visit>
__device__ void for_each(const Halves<width>* row, const Halves<width>* kept, int row_packs, Visit visit) {
  if constexpr (packs > 0) {
#pragma unroll
    for (int k = 0; k < packs; ++k)
      if (const int p = threadIdx.x + k * blockDim.x; p < row_packs) visit(p, kept[k]);
  } else {
    for (int p = threadIdx.x; p < row_packs; p += blockDim.x) visit(p, row[p]);
  }
}

/// Block r makes row r. bias is null for rms_norm, whose mean is taken to be 0.
template <int width, int packs, bool is_layer_norm>
__global__ void __launch_bounds__(Tuning::most_threads)
    norm_kernel(const __half* __restrict__ in, const __half* __restrict__ weight,
                const __half* __restrict__ bias, __half* __restrict__ out, int columns, std::size_t pitch,
                float epsilon) {
  using Pack = Halves<width>;
  __shared__ float sums[32], squares[32];
  const auto* row = reinterpret_cast<const Pack*>(in + blockIdx.x * pitch);
  auto* to = reinterpret_cast<Pack*>(out + std::size_t(blockIdx.x) * columns);
  const int row_packs = columns / width;

  // ---- Phase 1: all loads of the row are on their way before the first is needed
  Pack kept[packs > 0 ? packs : 1];
#pragma unroll
  for (int k = 0; k < packs; ++k)
    if (const int p = threadIdx.x + k * blockDim.x; p < row_packs) kept[k] = row[p];

  // ---- Phase 2: mean and mean square
  float mean = 0;
  if constexpr (is_layer_norm) {
    float sum = 0;
    for_each<width, packs>(row, kept, row_packs, [&](int, const Pack& x) {
      for (int i = 0; i < width; ++i) sum += __half2float(x.of[i]);
    });
    mean = block_sum(sum, sums) / columns;
  }
  float square = 0;
  for_each<width, packs>(row, kept, row_packs, [&](int, const Pack& x) {
    for (int i = 0; i < width; ++i) {
      const float distance = __half2float(x.of[i]) - mean;
      square += distance * distance;
    }
  });
  const float scale = rsqrtf(block_sum(square, squares) / columns + epsilon);

  // ---- Phase 3: results
  for_each<width, packs>(row, kept, row_packs, [&](int p, const Pack& x) {
    const Pack w = reinterpret_cast<const Pack*>(weight)[p];
    Pack b{}, y;
    if constexpr (is_layer_norm) b = reinterpret_cast<const Pack*>(bias)[p];
    for (int i = 0; i < width; ++i)
      y.of[i] = __float2half_rn((__half2float(x.of[i]) - mean) * scale * __half2float(w.of[i]) +
                                __half2float(b.of[i]));
    to[p] = y;
  });
}

template <bool is_layer_norm>
void norm(const __half* in, const __half* weight, const __half* bias, __half* out, int rows, int columns,
          std::size_t pitch, float epsilon, cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  constexpr int widest = Tuning::widest;
  const int packs = columns / widest;
  const bool is_wide = columns % widest == 0 && pitch % widest == 0;
  const auto launch = [&](auto kernel, int threads) {
    threads = std::min(int(warpgrade::div_up(threads, 32)) * 32, Tuning::most_threads);
    kernel<<<rows, threads, 0, stream>>>(in, weight, bias, out, columns, pitch, epsilon);
    WARPGRADE_CHECK_LAUNCH();
  };
  if (!is_wide)
    launch(norm_kernel<1, 0, is_layer_norm>, std::min(columns, Tuning::usual_threads));
  else if (packs <= Tuning::packs_each * Tuning::usual_threads)
    launch(norm_kernel<widest, Tuning::packs_each, is_layer_norm>,
           warpgrade::div_up(packs, Tuning::packs_each));
  else if (packs <= Tuning::most_packs_each * Tuning::most_threads)
    launch(norm_kernel<widest, Tuning::most_packs_each, is_layer_norm>,
           warpgrade::div_up(packs, Tuning::most_packs_each));
  else
    launch(norm_kernel<widest, 0, is_layer_norm>, Tuning::most_threads);
}

void rms_norm(const __half* in, const __half* weight, __half* out, int rows, int columns, std::size_t pitch,
              float epsilon, cudaStream_t stream) {
  norm<false>(in, weight, nullptr, out, rows, columns, pitch, epsilon, stream);
}

void layer_norm(const __half* in, const __half* weight, const __half* bias, __half* out, int rows,
                int columns, std::size_t pitch, float epsilon, cudaStream_t stream) {
  norm<true>(in, weight, bias, out, rows, columns, pitch, epsilon, stream);
}

}  // namespace norms
