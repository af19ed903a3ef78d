// A tour of the API as coursework uses it. It is instrumented, and the simulator must find nothing. Exits
// with 0 if every result is right.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

#define CHECK(call)                                                                  \
  do {                                                                               \
    const cudaError_t error = (call);                                                \
    if (error != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      exit(1);                                                                       \
    }                                                                                \
  } while (false)

static void expect(bool right, const char* what) {
  if (right) return;
  fprintf(stderr, "wrong: %s\n", what);
  exit(1);
}

// ---- Vector types, read-only loads, constant memory ---------------------------------------------------
__constant__ float scale[2];

__global__ void scale_vectors(const float4* __restrict__ in, float4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 v = __ldg(in + i);
  v.x *= scale[0];
  v.w = fmaf(v.w, scale[1], 1.0f);
  out[i] = v;
}

static void vectors() {
  const int n = 1000;
  std::vector<float4> host(n);
  for (int i = 0; i < n; ++i) host[i] = make_float4(i, 1, 2, i);
  const float factors[2] = {2, 3};
  float4 *in, *out;
  CHECK(cudaMalloc(&in, n * sizeof(float4)));
  CHECK(cudaMalloc(&out, n * sizeof(float4)));
  CHECK(cudaMemcpy(in, host.data(), n * sizeof(float4), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpyToSymbol(scale, factors, sizeof factors));
  dim3 blockDim(128), gridDim((n + blockDim.x - 1) / blockDim.x);
  scale_vectors<<<gridDim, blockDim>>>(in, out, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(host.data(), out, n * sizeof(float4), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i)
    expect(host[i].x == 2.0f * i && host[i].y == 1 && host[i].w == 3.0f * i + 1, "vector");
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
}

// ---- Shared memory, atomics, device variables -----------------------------------------------------------
__device__ unsigned blocks_done;

__global__ void histogram(const unsigned char* values, int n, unsigned* bins) {
  extern __shared__ unsigned local[];
  for (int b = threadIdx.x; b < 16; b += blockDim.x) local[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[values[i] >> 4], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < 16; b += blockDim.x) atomicAdd(&bins[b], local[b]);
  if (threadIdx.x == 0) atomicInc(&blocks_done, gridDim.x);
}

static void counting() {
  const int n = 5000;
  std::vector<unsigned char> values(n);
  std::vector<unsigned> expected(16), bins(16);
  for (int i = 0; i < n; ++i) ++expected[(values[i] = (unsigned char)(i * 37)) >> 4];
  unsigned char* device_values;
  unsigned *device_bins, done = 0;
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaMallocAsync(&device_values, n, stream));
  CHECK(cudaMallocAsync(&device_bins, 64, stream));
  CHECK(cudaMemcpyAsync(device_values, values.data(), n, cudaMemcpyHostToDevice, stream));
  CHECK(cudaMemsetAsync(device_bins, 0, 64, stream));
  histogram<<<6, 96, 16 * sizeof(unsigned), stream>>>(device_values, n, device_bins);
  CHECK(cudaMemcpyAsync(bins.data(), device_bins, 64, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaMemcpyFromSymbol(&done, blocks_done, sizeof done));
  CHECK(cudaFreeAsync(device_values, stream));
  CHECK(cudaFreeAsync(device_bins, stream));
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaStreamDestroy(stream));
  expect(bins == expected && done == 6, "histogram");
}

// ---- Warps, cooperative groups, a cooperative launch ------------------------------------------------------
__global__ void sum_of_warps(int* total, int* ranks) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const auto tile = cg::tiled_partition<8>(warp);
  int sum = 1;
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffffu, sum, distance);
  if (warp.thread_rank() == 0) atomicAdd(total, sum);
  assert(cg::reduce(tile, 1, cg::plus<int>()) == 8);
  ranks[threadIdx.x] = cg::exclusive_scan(tile, 1);
  assert(__ballot_sync(0xffffffffu, threadIdx.x % 2) == 0xaaaaaaaau);
  assert(__reduce_max_sync(0xffffffffu, threadIdx.x % 32) == 31);
  if (threadIdx.x % 4 == 0) {
    const auto active = cg::coalesced_threads();
    if (active.thread_rank() == 0) atomicAdd(total + 1, int(active.size()));
  }
}

__global__ void reverse(int* values, int n) {
  const auto grid = cg::this_grid();
  const int rank = int(grid.thread_rank());
  values[rank] = rank;
  grid.sync();
  const int other = values[n - 1 - rank];
  grid.sync();
  values[rank] = other;
}

static void groups() {
  int *total, *ranks, sums[2], host[96], n = 96;
  CHECK(cudaMalloc(&total, 8));
  CHECK(cudaMalloc(&ranks, sizeof host));
  CHECK(cudaMemset(total, 0, 8));
  sum_of_warps<<<1, 96>>>(total, ranks);
  CHECK(cudaMemcpy(sums, total, 8, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(host, ranks, sizeof host, cudaMemcpyDeviceToHost));
  expect(sums[0] == 96 && sums[1] == 24 && host[13] == 5, "groups");
  void* arguments[] = {&ranks, &n};
  CHECK(cudaLaunchCooperativeKernel(reverse, 3, 32, arguments));
  CHECK(cudaMemcpy(host, ranks, sizeof host, cudaMemcpyDeviceToHost));
  expect(host[0] == 95 && host[95] == 0, "grid.sync");
  CHECK(cudaFree(total));
  CHECK(cudaFree(ranks));
}

// ---- Managed and pinned memory, rows with a pitch, events ---------------------------------------------
__global__ void increment(int* values, std::size_t pitch, int width) {
  int* row = reinterpret_cast<int*>(reinterpret_cast<char*>(values) + blockIdx.x * pitch);
  if (int(threadIdx.x) < width) ++row[threadIdx.x];
}

static void memories() {
  int *managed, *pinned, *rows, out[20];
  std::size_t pitch;
  cudaEvent_t start, end;
  float milliseconds = -1;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&end));
  CHECK(cudaEventRecord(start));
  CHECK(cudaMallocManaged(&managed, 20 * sizeof(int)));
  CHECK(cudaMallocHost(&pinned, 20 * sizeof(int)));
  CHECK(cudaMallocPitch(&rows, &pitch, 10 * sizeof(int), 2));
  for (int i = 0; i < 20; ++i) managed[i] = pinned[i] = i;
  CHECK(cudaMemcpy2D(rows, pitch, managed, 40, 40, 2, cudaMemcpyDefault));
  increment<<<2, 32>>>(rows, pitch, 10);
  increment<<<2, 32>>>(managed, 40, 10);
  increment<<<2, 32>>>(pinned, 40, 10);
  CHECK(cudaMemcpy2D(out, 40, rows, pitch, 40, 2, cudaMemcpyDeviceToHost));
  CHECK(cudaEventRecord(end));
  CHECK(cudaEventSynchronize(end));
  CHECK(cudaEventElapsedTime(&milliseconds, start, end));
  for (int i = 0; i < 20; ++i)
    expect(out[i] == i + 1 && managed[i] == i + 1 && pinned[i] == i + 1, "memories");
  expect(milliseconds >= 0, "time");
  CHECK(cudaFree(managed));
  CHECK(cudaFreeHost(pinned));
  CHECK(cudaFree(rows));
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(end));
}

int main() {
  vectors();
  counting();
  groups();
  memories();
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaDeviceReset());
  printf("all right\n");
}
