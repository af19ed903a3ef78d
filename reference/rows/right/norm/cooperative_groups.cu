// Right in another style: groups for block and warps, reductions of the library. The result is computed with
// pairs of halves: x / root is rounded to half, and so is what weight and bias make of it. Where pairs don't
// fit, single halves.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <warpgrade/student.cuh>

#include "norm.cuh"

namespace norms {

namespace cg = cooperative_groups;

constexpr int kThreads = 128;

/// The sum over the block, for all threads.
__device__ float sum_of_block(const cg::thread_block& block, float value, float* of_warps) {
  const auto warp = cg::tiled_partition<32>(block);
  value = cg::reduce(warp, value, cg::plus<float>());
  if (warp.thread_rank() == 0) of_warps[warp.meta_group_rank()] = value;
  block.sync();
  value = cg::reduce(warp, warp.thread_rank() < warp.meta_group_size() ? of_warps[warp.thread_rank()] : 0.0F,
                     cg::plus<float>());
  block.sync();  // the array may be written again
  return value;
}

struct Numbers {
  float count, mean, m2;
};

struct Together {
  __device__ Numbers operator()(const Numbers& a, const Numbers& b) const {
    if (a.count == 0) return b;
    if (b.count == 0) return a;
    const float count = a.count + b.count, d = b.mean - a.mean;
    return {count, (a.count * a.mean + b.count * b.mean) / count,
            a.m2 + b.m2 + d * d * a.count * b.count / count};
  }
};

__global__ void rms_norm_pairs(const __half2* in, const __half2* weight, __half2* out, int columns,
                               std::size_t pitch, float epsilon) {
  __shared__ float of_warps[kThreads / 32];
  const auto block = cg::this_thread_block();
  const __half2* row = in + block.group_index().x * pitch;
  float sum = 0;
  for (int c = block.thread_rank(); c < columns; c += block.size()) {
    const float2 x = __half22float2(row[c]);
    sum = fmaf(x.x, x.x, fmaf(x.y, x.y, sum));
  }
  const float scale = rsqrtf(sum_of_block(block, sum, of_warps) / (2 * columns) + epsilon);
  for (int c = block.thread_rank(); c < columns; c += block.size()) {
    const float2 x = __half22float2(row[c]);
    out[std::size_t(blockIdx.x) * columns + c] =
        __hmul2(__floats2half2_rn(x.x * scale, x.y * scale), weight[c]);
  }
}

__global__ void rms_norm_single(const __half* in, const __half* weight, __half* out, int columns,
                                std::size_t pitch, float epsilon) {
  __shared__ float of_warps[kThreads / 32];
  const auto block = cg::this_thread_block();
  const __half* row = in + block.group_index().x * pitch;
  float sum = 0;
  for (int c = block.thread_rank(); c < columns; c += block.size())
    sum += __half2float(row[c]) * __half2float(row[c]);
  const float scale = rsqrtf(sum_of_block(block, sum, of_warps) / columns + epsilon);
  for (int c = block.thread_rank(); c < columns; c += block.size())
    out[std::size_t(blockIdx.x) * columns + c] = __float2half(__half2float(row[c]) * scale) * weight[c];
}

/// Joins the numbers of all threads.
__device__ Numbers numbers_of_block(const cg::thread_block& block, Numbers mine, Numbers* of_warps) {
  const auto warp = cg::tiled_partition<32>(block);
  mine = cg::reduce(warp, mine, Together());
  if (warp.thread_rank() == 0) of_warps[warp.meta_group_rank()] = mine;
  block.sync();
  return cg::reduce(warp,
                    warp.thread_rank() < warp.meta_group_size() ? of_warps[warp.thread_rank()] : Numbers{},
                    Together());
}

__global__ void layer_norm_pairs(const __half2* in, const __half2* weight, const __half2* bias, __half2* out,
                                 int columns, std::size_t pitch, float epsilon) {
  __shared__ Numbers of_warps[kThreads / 32];
  const auto block = cg::this_thread_block();
  const __half2* row = in + block.group_index().x * pitch;
  Numbers all{};
  for (int c = block.thread_rank(); c < columns; c += block.size()) {
    const float2 x = __half22float2(row[c]);
    all = Together()(all, {2, (x.x + x.y) / 2, (x.x - x.y) * (x.x - x.y) / 2});
  }
  all = numbers_of_block(block, all, of_warps);
  const float scale = rsqrtf(all.m2 / all.count + epsilon);
  for (int c = block.thread_rank(); c < columns; c += block.size()) {
    const float2 x = __half22float2(row[c]);
    out[std::size_t(blockIdx.x) * columns + c] =
        __hfma2(__floats2half2_rn((x.x - all.mean) * scale, (x.y - all.mean) * scale), weight[c], bias[c]);
  }
}

__global__ void layer_norm_single(const __half* in, const __half* weight, const __half* bias, __half* out,
                                  int columns, std::size_t pitch, float epsilon) {
  __shared__ Numbers of_warps[kThreads / 32];
  const auto block = cg::this_thread_block();
  const __half* row = in + block.group_index().x * pitch;
  Numbers all{};
  for (int c = block.thread_rank(); c < columns; c += block.size())
    all = Together()(all, {1, __half2float(row[c]), 0});
  all = numbers_of_block(block, all, of_warps);
  const float scale = rsqrtf(all.m2 / all.count + epsilon);
  for (int c = block.thread_rank(); c < columns; c += block.size())
    out[std::size_t(blockIdx.x) * columns + c] =
        __hfma(__float2half((__half2float(row[c]) - all.mean) * scale), weight[c], bias[c]);
}

inline const __half2* pairs(const __half* p) { return reinterpret_cast<const __half2*>(p); }
inline __half2* pairs(__half* p) { return reinterpret_cast<__half2*>(p); }

void rms_norm(const __half* in, const __half* weight, __half* out, int rows, int columns, std::size_t pitch,
              float epsilon, cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  if (columns % 2 == 0 && pitch % 2 == 0)
    rms_norm_pairs<<<rows, kThreads, 0, stream>>>(pairs(in), pairs(weight), pairs(out), columns / 2,
                                                  pitch / 2, epsilon);
  else
    rms_norm_single<<<rows, kThreads, 0, stream>>>(in, weight, out, columns, pitch, epsilon);
  WARPGRADE_CHECK_LAUNCH();
}

void layer_norm(const __half* in, const __half* weight, const __half* bias, __half* out, int rows,
                int columns, std::size_t pitch, float epsilon, cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  if (columns % 2 == 0 && pitch % 2 == 0)
    layer_norm_pairs<<<rows, kThreads, 0, stream>>>(pairs(in), pairs(weight), pairs(bias), pairs(out),
                                                    columns / 2, pitch / 2, epsilon);
  else
    layer_norm_single<<<rows, kThreads, 0, stream>>>(in, weight, bias, out, columns, pitch, epsilon);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace norms
