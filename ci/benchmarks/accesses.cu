// Nanoseconds per memory access of a few kernels on 1 M elements. Prints `name accesses nanoseconds`. The
// accesses are those of the threads, as written here: a compound assignment is two, an atomic is one.
#include "stopwatch.cuh"

constexpr int kThreads = 256;

__global__ void saxpy(const float* x, float* y, float a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = a * x[i] + y[i];
}
constexpr double kSaxpyAccesses = 3;

__global__ void block_reduce(const float* in, float* out) {
  __shared__ float s[kThreads];
  s[threadIdx.x] = in[blockIdx.x * kThreads + threadIdx.x];
  for (int d = kThreads / 2; d > 0; d /= 2) {
    __syncthreads();
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
constexpr double kReduceAccesses = 2 + 3.0 * (kThreads - 1) / kThreads + 2.0 / kThreads;

__global__ void block_scan(const float* in, float* out) {
  __shared__ float s[kThreads];
  const int t = threadIdx.x, i = blockIdx.x * kThreads + t;
  s[t] = in[i];
  __syncthreads();
  for (int d = 1; d < kThreads; d *= 2) {
    const float left = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += left;
    __syncthreads();
  }
  out[i] = s[t];
}
constexpr double kScanAccesses = 4 + 8 * 3 - double(kThreads - 1) / kThreads;  // d threads don't look left

__global__ void histogram(const unsigned char* in, unsigned* bins) {
  __shared__ unsigned mine[256];
  if (threadIdx.x < 256) mine[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&mine[in[blockIdx.x * kThreads + threadIdx.x]], 1u);
  __syncthreads();
  if (threadIdx.x < 256) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}
constexpr double kHistogramAccesses = 2 + 3 * 256.0 / kThreads;

int main() {
  const int n = 1 << 20, blocks = n / kThreads;
  float *x, *y;
  unsigned* bins;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMalloc(&bins, 256 * sizeof(unsigned));
  cudaMemset(x, 0, n * sizeof(float));
  cudaMemset(y, 0, n * sizeof(float));
  cudaMemset(bins, 0, 256 * sizeof(unsigned));
  const auto report = [](const char* name, double accesses, double ns) {
    printf("%s %.0f %.0f\n", name, accesses, ns);
  };
  report("saxpy", n * kSaxpyAccesses, shortest_ns([=] { saxpy<<<blocks, kThreads>>>(x, y, 2); }));
  report("block_reduce", n * kReduceAccesses, shortest_ns([=] { block_reduce<<<blocks, kThreads>>>(x, y); }));
  report("block_scan", n * kScanAccesses, shortest_ns([=] { block_scan<<<blocks, kThreads>>>(x, y); }));
  const auto* bytes = reinterpret_cast<const unsigned char*>(x);
  report("histogram", n * kHistogramAccesses,
         shortest_ns([=] { histogram<<<blocks, kThreads>>>(bytes, bins); }));
}
