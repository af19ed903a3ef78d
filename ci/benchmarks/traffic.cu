// Kernels whose memory traffic is compared between the simulator and a GPU (ci/compare_counts.py): each is
// launched once, on 1024 × 1024 words, and writes each access so that compilers have nothing to merge: with
// loops unrolled nvcc makes one 64-bit access of two neighbours at s = 1, which saves conflicts that the
// source has.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

namespace {

constexpr int side = 1024, n = side * side, threads = 256, tile = 32, rows = 8, stride = 8, bins = 64;

__global__ void saxpy(float a, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = a * x[i] + y[i];
}

__global__ void transpose_naive(const float* in, float* out) {
  const int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
  for (int i = 0; i < tile; i += rows) out[x * side + y + i] = in[(y + i) * side + x];
}

template <int width>
__device__ void transpose_by_tiles(const float* in, float* out) {
  __shared__ float block[tile][width];
  const int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
  for (int i = 0; i < tile; i += rows) block[threadIdx.y + i][threadIdx.x] = in[(y + i) * side + x];
  __syncthreads();
  const int to_x = blockIdx.y * tile + threadIdx.x, to_y = blockIdx.x * tile + threadIdx.y;
  for (int i = 0; i < tile; i += rows) out[(to_y + i) * side + to_x] = block[threadIdx.x][threadIdx.y + i];
}
__global__ void transpose_tile(const float* in, float* out) { transpose_by_tiles<tile>(in, out); }
__global__ void transpose_padded(const float* in, float* out) { transpose_by_tiles<tile + 1>(in, out); }

__global__ void copy_strided(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * stride];
}

__global__ void copy_float4(const float4* in, float4* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

/// Interleaved: at each step the active threads are further apart, and so are their words.
__global__ void reduce_blocks(const int* in, int* out) {
  __shared__ int sums[threads];
  const int t = threadIdx.x;
  sums[t] = in[blockIdx.x * threads + t];
#pragma unroll 1
  for (int s = 1; s < threads; s *= 2) {
    __syncthreads();
    const int i = 2 * s * t;
    if (i < threads) {
      const int right = sums[i + s];
      sums[i] += right;
    }
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}

/// Blelloch's two sweeps over 2 × threads words, without padding.
__global__ void scan_blocks(const int* in, int* out) {
  __shared__ int sums[2 * threads];
  const int t = threadIdx.x, first = blockIdx.x * 2 * threads;
  sums[t] = in[first + t];
  sums[t + threads] = in[first + t + threads];
  int s = 1;
#pragma unroll 1
  for (int active = threads; active > 0; active /= 2, s *= 2) {
    __syncthreads();
    if (t < active) {
      const int left = sums[s * (2 * t + 1) - 1];
      sums[s * (2 * t + 2) - 1] += left;
    }
  }
  if (t == 0) sums[2 * threads - 1] = 0;
#pragma unroll 1
  for (int active = 1; active <= threads; active *= 2) {
    s /= 2;
    __syncthreads();
    if (t < active) {
      const int l = s * (2 * t + 1) - 1, r = s * (2 * t + 2) - 1;
      const int left = sums[l], right = sums[r];
      sums[l] = right;
      sums[r] = left + right;
    }
  }
  __syncthreads();
  out[first + t] = sums[t];
  out[first + t + threads] = sums[t + threads];
}

__global__ void histogram_atomics(const int* in, int* counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&counts[in[i] % bins], 1);
}

void require(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "traffic: %s: %s\n", what, cudaGetErrorString(cudaGetLastError()));
  std::exit(1);
}

/// Numbers below `values`; all zero for none.
template <class T>
T* device_array(std::size_t count, unsigned values) {
  std::vector<int> words(count * sizeof(T) / sizeof(int));
  for (std::size_t i = 0; values > 0 && i < words.size(); ++i)
    words[i] = int((i * 2654435761u >> 8) % values);
  void* array = nullptr;
  require(cudaMalloc(&array, count * sizeof(T)) == cudaSuccess, "cudaMalloc");
  require(cudaMemcpy(array, words.data(), count * sizeof(T), cudaMemcpyHostToDevice) == cudaSuccess,
          "cudaMemcpy");
  return static_cast<T*>(array);
}

}  // namespace

int main() {
  const int* in = device_array<int>(n, 1000);
  const float* x = device_array<float>(n * stride, 0);
  int* out = device_array<int>(n, 0);
  float* y = device_array<float>(n, 0);
  const dim3 tiles(side / tile, side / tile), tile_threads(tile, rows);
  saxpy<<<n / threads, threads>>>(2, x, y);
  transpose_naive<<<tiles, tile_threads>>>(x, y);
  transpose_tile<<<tiles, tile_threads>>>(x, y);
  transpose_padded<<<tiles, tile_threads>>>(x, y);
  copy_strided<<<n / threads, threads>>>(x, y);
  copy_float4<<<n / 4 / threads, threads>>>(reinterpret_cast<const float4*>(x), reinterpret_cast<float4*>(y));
  reduce_blocks<<<n / threads, threads>>>(in, out);
  scan_blocks<<<n / (2 * threads), threads>>>(in, out);
  int* counts = device_array<int>(bins, 0);
  histogram_atomics<<<n / threads, threads>>>(in, counts);
  require(cudaDeviceSynchronize() == cudaSuccess, "a kernel");
  std::vector<int> histogram(bins);
  cudaMemcpy(histogram.data(), counts, bins * sizeof(int), cudaMemcpyDeviceToHost);
  long total = 0;
  for (const int count : histogram) total += count;
  require(total == n, "the histogram does not count all elements");
  std::puts("all kernels ran");
}
