// Right in another style: a warp for each row, and no shared memory at all. Pairs of halves where rows begin
// at them, else single ones. Welford's update, element by element; lanes are joined by shuffles down.
#include <warpgrade/student.cuh>

#include "norm.cuh"

namespace norms {

constexpr int kWarps = 4;  // rows of a block

struct Welford {
  int count = 0;
  float mean = 0, m2 = 0;

  __device__ void add(float x) {
    ++count;
    const float before = x - mean;
    mean += before / count;
    m2 += before * (x - mean);
  }

  __device__ void add(const Welford& other) {
    if (other.count == 0) return;
    const int both = count + other.count;
    const float distance = other.mean - mean;
    mean += distance * other.count / both;
    m2 += other.m2 + distance * distance * count * other.count / both;
    count = both;
  }
};

__device__ float2 as_floats(__half x) { return make_float2(__half2float(x), 0); }
__device__ float2 as_floats(__half2 x) { return __half22float2(x); }
__device__ void set(__half& to, float2 x) { to = __float2half_rn(x.x); }
__device__ void set(__half2& to, float2 x) { to = __float22half2_rn(x); }

/// T is __half or __half2; columns and pitch count T.
template <class T>
__global__ void rms_norm_kernel(const T* in, const T* weight, T* out, int rows, int columns,
                                std::size_t pitch, float epsilon) {
  const int lane = threadIdx.x % 32, row = blockIdx.x * kWarps + threadIdx.x / 32;
  if (row >= rows) return;
  in += row * pitch;
  out += std::size_t(row) * columns;
  float sum = 0;
  for (int c = lane; c < columns; c += 32) {
    const float2 x = as_floats(in[c]);
    sum += x.x * x.x + x.y * x.y;
  }
  for (int delta = 16; delta > 0; delta /= 2) sum += __shfl_down_sync(0xffffffff, sum, delta);
  sum = __shfl_sync(0xffffffff, sum, 0);
  const float root = sqrtf(sum / (columns * int(sizeof(T) / sizeof(__half))) + epsilon);
  for (int c = lane; c < columns; c += 32) {
    const float2 x = as_floats(in[c]), w = as_floats(weight[c]);
    set(out[c], make_float2(x.x / root * w.x, x.y / root * w.y));
  }
}

template <class T>
__global__ void layer_norm_kernel(const T* in, const T* weight, const T* bias, T* out, int rows, int columns,
                                  std::size_t pitch, float epsilon) {
  const int lane = threadIdx.x % 32, row = blockIdx.x * kWarps + threadIdx.x / 32;
  if (row >= rows) return;
  in += row * pitch;
  out += std::size_t(row) * columns;
  Welford all;
  for (int c = lane; c < columns; c += 32) {
    const float2 x = as_floats(in[c]);
    all.add(x.x);
    if (sizeof(T) > sizeof(__half)) all.add(x.y);
  }
  for (int delta = 16; delta > 0; delta /= 2) {
    const Welford other{__shfl_down_sync(0xffffffff, all.count, delta),
                        __shfl_down_sync(0xffffffff, all.mean, delta),
                        __shfl_down_sync(0xffffffff, all.m2, delta)};
    if (lane + delta < 32) all.add(other);
  }
  const float mean = __shfl_sync(0xffffffff, all.mean, 0);
  const float variance = __shfl_sync(0xffffffff, all.m2, 0) / __shfl_sync(0xffffffff, all.count, 0);
  const float root = sqrtf(variance + epsilon);
  for (int c = lane; c < columns; c += 32) {
    const float2 x = as_floats(in[c]), w = as_floats(weight[c]), b = as_floats(bias[c]);
    set(out[c], make_float2((x.x - mean) / root * w.x + b.x, (x.y - mean) / root * w.y + b.y));
  }
}

const __half2* pairs(const __half* p) { return reinterpret_cast<const __half2*>(p); }
__half2* pairs(__half* p) { return reinterpret_cast<__half2*>(p); }

void rms_norm(const __half* in, const __half* weight, __half* out, int rows, int columns, std::size_t pitch,
              float epsilon, cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  const unsigned blocks = warpgrade::div_up(rows, kWarps);
  if (columns % 2 == 0 && pitch % 2 == 0)
    rms_norm_kernel<<<blocks, 32 * kWarps, 0, stream>>>(pairs(in), pairs(weight), pairs(out), rows,
                                                        columns / 2, pitch / 2, epsilon);
  else
    rms_norm_kernel<<<blocks, 32 * kWarps, 0, stream>>>(in, weight, out, rows, columns, pitch, epsilon);
  WARPGRADE_CHECK_LAUNCH();
}

void layer_norm(const __half* in, const __half* weight, const __half* bias, __half* out, int rows,
                int columns, std::size_t pitch, float epsilon, cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  const unsigned blocks = warpgrade::div_up(rows, kWarps);
  if (columns % 2 == 0 && pitch % 2 == 0)
    layer_norm_kernel<<<blocks, 32 * kWarps, 0, stream>>>(pairs(in), pairs(weight), pairs(bias), pairs(out),
                                                          rows, columns / 2, pitch / 2, epsilon);
  else
    layer_norm_kernel<<<blocks, 32 * kWarps, 0, stream>>>(in, weight, bias, out, rows, columns, pitch,
                                                          epsilon);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace norms
