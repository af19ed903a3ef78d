// Right in another style: each thread keeps its packs of the row in registers, so that the row is read once.
// layer_norm takes the mean first, and then the squares around it. Warps add their sums to one number in
// shared memory. Rows that are too long, or that packs don't fit, are read again each time.
#include <warpgrade/student.cuh>

#include "norm.cuh"

namespace norms {

constexpr int kThreads = 128, kPack = 8, kPacks = 4;  // up to 4096 columns

/// The sum over the block, for all threads. `total` is 0 before, and not to be used again.
__device__ float block_sum(float value, float* total) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(0xffffffff, value, distance);
  if (threadIdx.x % 32 == 0) atomicAdd(total, value);
  __syncthreads();
  return *total;
}

/// What this thread has of a row. `width` halves are loaded at once; with is_kept there are at most kPacks of
/// them.
template <int width, bool is_kept>
class Own {
 public:
  __device__ Own(const __half* row, int columns) : row_(row), columns_(columns) {
    if constexpr (is_kept) {
#pragma unroll
      for (int k = 0; k < kPacks; ++k)
        if (first() + k * step() < columns_)
          kept_[k] = *reinterpret_cast<const Pack*>(row_ + first() + k * step());
    }
  }

  /// Calls visit(column, halves) for each pack.
  template <class Visit>
  __device__ void each(Visit visit) const {
    if constexpr (is_kept) {
#pragma unroll
      for (int k = 0; k < kPacks; ++k)
        if (first() + k * step() < columns_) visit(first() + k * step(), kept_[k].halves);
    } else {
      for (int c = first(); c < columns_; c += step()) {
        const Pack pack = *reinterpret_cast<const Pack*>(row_ + c);
        visit(c, pack.halves);
      }
    }
  }

  struct alignas(2 * width) Pack {
    __half halves[width];
  };

 private:
  __device__ static int first() { return threadIdx.x * width; }
  __device__ static constexpr int step() { return kThreads * width; }

  const __half* row_;
  int columns_;
  Pack kept_[kPacks];
};

template <int width, bool is_kept>
__global__ void __launch_bounds__(kThreads)
    norm_kernel(const __half* in, const __half* weight, const __half* bias, __half* out, int columns,
                std::size_t pitch, float epsilon) {
  using Row = Own<width, is_kept>;
  using Pack = typename Row::Pack;
  __shared__ float totals[2];
  if (threadIdx.x < 2) totals[threadIdx.x] = 0;
  const Row row(in + blockIdx.x * pitch, columns);
  __syncthreads();

  float mean = 0, squares = 0;
  if (bias != nullptr) {
    float sum = 0;
    row.each([&](int, const __half* x) {
      for (int i = 0; i < width; ++i) sum += __half2float(x[i]);
    });
    mean = block_sum(sum, &totals[0]) / columns;
  }
  row.each([&](int, const __half* x) {
    for (int i = 0; i < width; ++i) squares += (__half2float(x[i]) - mean) * (__half2float(x[i]) - mean);
  });
  const float scale = rsqrtf(block_sum(squares, &totals[1]) / columns + epsilon);

  __half* to = out + std::size_t(blockIdx.x) * columns;
  row.each([&](int c, const __half* x) {
    const Pack w = *reinterpret_cast<const Pack*>(weight + c);
    const Pack b = bias != nullptr ? *reinterpret_cast<const Pack*>(bias + c) : Pack{};
    Pack y;
    for (int i = 0; i < width; ++i)
      y.halves[i] =
          (__half2float(x[i]) - mean) * scale * __half2float(w.halves[i]) + __half2float(b.halves[i]);
    *reinterpret_cast<Pack*>(to + c) = y;
  });
}

void layer_norm(const __half* in, const __half* weight, const __half* bias, __half* out, int rows,
                int columns, std::size_t pitch, float epsilon, cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  const bool in_packs = columns % kPack == 0 && pitch % kPack == 0;
  const bool is_kept = columns <= kThreads * kPacks * (in_packs ? kPack : 1);
  const auto kernel = in_packs  ? is_kept ? norm_kernel<kPack, true> : norm_kernel<kPack, false>
                       : is_kept ? norm_kernel<1, true>
                                : norm_kernel<1, false>;
  kernel<<<rows, kThreads, 0, stream>>>(in, weight, bias, out, columns, pitch, epsilon);
  WARPGRADE_CHECK_LAUNCH();
}

void rms_norm(const __half* in, const __half* weight, __half* out, int rows, int columns, std::size_t pitch,
              float epsilon, cudaStream_t stream) {
  layer_norm(in, weight, nullptr, out, rows, columns, pitch, epsilon, stream);
}

}  // namespace norms
