// Right in another style: few blocks, which stride over the rows. A block loads its row into shared memory,
// where it fits, and works there: layer_norm takes the mean first and then the squares around it. Sums by a
// tree in shared memory.
#include <algorithm>

#include <warpgrade/student.cuh>

#include "norm.cuh"

namespace norms {

constexpr int kThreads = 128, kBlocksPerMultiprocessor = 2, kPack = 8;
constexpr int kMostKept = 20'000;  // halves, 40 KB

/// The sum over the block, for all threads. The array may be used again at once.
__device__ float block_sum(float value, float* sums) {
  sums[threadIdx.x] = value;
  __syncthreads();
  for (unsigned half = kThreads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  value = sums[0];
  __syncthreads();
  return value;
}

/// One block copies a row to shared memory, if it is kept, and returns where it is.
__device__ const __half* fetch_row(const __half* row, int columns, bool is_kept, bool in_packs, uint4* kept) {
  if (!is_kept) return row;
  __half* copy = reinterpret_cast<__half*>(kept);
  if (in_packs) {
    const uint4* packs = reinterpret_cast<const uint4*>(row);
    for (int i = threadIdx.x; i < columns / kPack; i += kThreads) kept[i] = packs[i];
  } else {
    for (int c = threadIdx.x; c < columns; c += kThreads) copy[c] = row[c];
  }
  __syncthreads();
  return copy;
}

__global__ void __launch_bounds__(kThreads)
    rms_norm_kernel(const __half* in, const __half* weight, __half* out, int rows, int columns,
                    std::size_t pitch, float epsilon, bool is_kept, bool in_packs) {
  extern __shared__ uint4 kept[];
  __shared__ float sums[kThreads];
  for (int r = blockIdx.x; r < rows; r += gridDim.x) {
    const __half* row = fetch_row(in + r * pitch, columns, is_kept, in_packs, kept);
    float sum = 0;
    for (int c = threadIdx.x; c < columns; c += kThreads) {
      const float x = row[c];
      sum += x * x;
    }
    const float scale = 1 / sqrtf(block_sum(sum, sums) / columns + epsilon);
    __half* to = out + std::size_t(r) * columns;
    if (in_packs) {
      const __half2* pairs = reinterpret_cast<const __half2*>(row);
      const __half2* weights = reinterpret_cast<const __half2*>(weight);
      for (int i = threadIdx.x; i < columns / 2; i += kThreads) {
        const float2 x = __half22float2(pairs[i]), w = __half22float2(weights[i]);
        reinterpret_cast<__half2*>(to)[i] = __floats2half2_rn(x.x * scale * w.x, x.y * scale * w.y);
      }
    } else {
      for (int c = threadIdx.x; c < columns; c += kThreads) to[c] = float(row[c]) * scale * float(weight[c]);
    }
    __syncthreads();  // before the next row comes
  }
}

__global__ void __launch_bounds__(kThreads)
    layer_norm_kernel(const __half* in, const __half* weight, const __half* bias, __half* out, int rows,
                      int columns, std::size_t pitch, float epsilon, bool is_kept, bool in_packs) {
  extern __shared__ uint4 kept[];
  __shared__ float sums[kThreads];
  for (int r = blockIdx.x; r < rows; r += gridDim.x) {
    const __half* row = fetch_row(in + r * pitch, columns, is_kept, in_packs, kept);
    float sum = 0, squares = 0;
    for (int c = threadIdx.x; c < columns; c += kThreads) sum += float(row[c]);
    const float mean = block_sum(sum, sums) / columns;
    for (int c = threadIdx.x; c < columns; c += kThreads) {
      const float x = float(row[c]) - mean;
      squares += x * x;
    }
    const float scale = 1 / sqrtf(block_sum(squares, sums) / columns + epsilon);
    __half* to = out + std::size_t(r) * columns;
    if (in_packs) {
      const __half2* pairs = reinterpret_cast<const __half2*>(row);
      const __half2* weights = reinterpret_cast<const __half2*>(weight);
      const __half2* biases = reinterpret_cast<const __half2*>(bias);
      for (int i = threadIdx.x; i < columns / 2; i += kThreads) {
        const float2 x = __half22float2(pairs[i]), w = __half22float2(weights[i]),
                     b = __half22float2(biases[i]);
        reinterpret_cast<__half2*>(to)[i] =
            __floats2half2_rn((x.x - mean) * scale * w.x + b.x, (x.y - mean) * scale * w.y + b.y);
      }
    } else {
      for (int c = threadIdx.x; c < columns; c += kThreads)
        to[c] = (float(row[c]) - mean) * scale * float(weight[c]) + float(bias[c]);
    }
    __syncthreads();  // before the next row comes
  }
}

struct Plan {
  unsigned blocks;
  std::size_t bytes;
  bool is_kept, in_packs;

  Plan(int rows, int columns, std::size_t pitch)
      : blocks(std::min(rows, warpgrade::multiprocessors() * kBlocksPerMultiprocessor)),
        is_kept(columns <= kMostKept),
        in_packs(columns % kPack == 0 && pitch % kPack == 0) {
    bytes = is_kept ? warpgrade::div_up(columns, kPack) * sizeof(uint4) : 0;
  }
};

void rms_norm(const __half* in, const __half* weight, __half* out, int rows, int columns, std::size_t pitch,
              float epsilon, cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  const Plan plan(rows, columns, pitch);
  rms_norm_kernel<<<plan.blocks, kThreads, plan.bytes, stream>>>(in, weight, out, rows, columns, pitch,
                                                                 epsilon, plan.is_kept, plan.in_packs);
  WARPGRADE_CHECK_LAUNCH();
}

void layer_norm(const __half* in, const __half* weight, const __half* bias, __half* out, int rows,
                int columns, std::size_t pitch, float epsilon, cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  const Plan plan(rows, columns, pitch);
  layer_norm_kernel<<<plan.blocks, kThreads, plan.bytes, stream>>>(
      in, weight, bias, out, rows, columns, pitch, epsilon, plan.is_kept, plan.in_packs);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace norms
