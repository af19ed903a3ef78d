// Right in another style: two launches. The first leaves what each row is shifted and scaled by, a warp for
// each row; the second is a map over packs of all rows. layer_norm adds up distances from the row's first
// element, and their squares: where the mean is large, they are small, so that little cancels.
#include <algorithm>

#include <warpgrade/student.cuh>

#include "norm.cuh"

namespace norms {

constexpr int kThreads = 256, kWarps = kThreads / 32;

/// A half, or 8 of them at once.
template <int count>
struct alignas(2 * count) Halves {
  __half at[count];
};

/// shift_and_scale[r] is what is taken from the elements of row r, and what multiplies them then.
template <int count>
__global__ void statistics_kernel(const __half* in, int rows, int columns, std::size_t pitch, float epsilon,
                                  bool is_centred, float2* shift_and_scale) {
  const int lane = threadIdx.x % 32, r = blockIdx.x * kWarps + threadIdx.x / 32;
  if (r >= rows) return;
  const __half* row = in + r * pitch;
  const float first = is_centred ? __half2float(row[0]) : 0;
  float sum = 0, squares = 0;
  for (int c = lane * count; c < columns; c += 32 * count) {
    const Halves<count> x = *reinterpret_cast<const Halves<count>*>(row + c);
    for (int i = 0; i < count; ++i) {
      const float distance = __half2float(x.at[i]) - first;
      sum += distance;
      squares += distance * distance;
    }
  }
  for (int distance = 16; distance > 0; distance /= 2) {
    sum += __shfl_xor_sync(0xffffffff, sum, distance);
    squares += __shfl_xor_sync(0xffffffff, squares, distance);
  }
  const float mean = is_centred ? sum / columns : 0, variance = squares / columns - mean * mean;
  if (lane == 0) shift_and_scale[r] = make_float2(first + mean, rsqrtf(fmaxf(variance, 0) + epsilon));
}

/// bias may be null.
template <int count>
__global__ void scale_kernel(const __half* in, const __half* weight, const __half* bias, __half* out,
                             int rows, int columns, std::size_t pitch, const float2* shift_and_scale) {
  using Pack = Halves<count>;
  const int packs = columns / count;
  const std::size_t step = std::size_t(gridDim.x) * kThreads;
  for (std::size_t i = std::size_t(blockIdx.x) * kThreads + threadIdx.x; i < std::size_t(rows) * packs;
       i += step) {
    const std::size_t r = i / packs, c = i % packs * count;
    const float2 by = shift_and_scale[r];
    const Pack x = *reinterpret_cast<const Pack*>(in + r * pitch + c);
    const Pack w = *reinterpret_cast<const Pack*>(weight + c);
    const Pack b = bias ? *reinterpret_cast<const Pack*>(bias + c) : Pack{};
    Pack y;
    for (int k = 0; k < count; ++k)
      y.at[k] =
          __float2half((__half2float(x.at[k]) - by.x) * by.y * __half2float(w.at[k]) + __half2float(b.at[k]));
    *reinterpret_cast<Pack*>(out + r * columns + c) = y;
  }
}

template <int count>
void run(const __half* in, const __half* weight, const __half* bias, __half* out, int rows, int columns,
         std::size_t pitch, float epsilon, cudaStream_t stream) {
  float2* shift_and_scale = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&shift_and_scale, rows * sizeof(float2), stream));
  statistics_kernel<count><<<warpgrade::div_up(rows, kWarps), kThreads, 0, stream>>>(
      in, rows, columns, pitch, epsilon, bias != nullptr, shift_and_scale);
  WARPGRADE_CHECK_LAUNCH();
  const std::size_t packs = std::size_t(rows) * (columns / count);
  const unsigned blocks = std::min(warpgrade::div_up(packs, kThreads), 16U * warpgrade::multiprocessors());
  scale_kernel<count>
      <<<blocks, kThreads, 0, stream>>>(in, weight, bias, out, rows, columns, pitch, shift_and_scale);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(shift_and_scale, stream));
}

void layer_norm(const __half* in, const __half* weight, const __half* bias, __half* out, int rows,
                int columns, std::size_t pitch, float epsilon, cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  if (columns % 8 == 0 && pitch % 8 == 0)
    run<8>(in, weight, bias, out, rows, columns, pitch, epsilon, stream);
  else
    run<1>(in, weight, bias, out, rows, columns, pitch, epsilon, stream);
}

void rms_norm(const __half* in, const __half* weight, __half* out, int rows, int columns, std::size_t pitch,
              float epsilon, cudaStream_t stream) {
  layer_norm(in, weight, nullptr, out, rows, columns, pitch, epsilon, stream);
}

}  // namespace norms
