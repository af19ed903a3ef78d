// Right in another style: as textbooks write it, with partners by XOR, half of the runs sorted downwards, and
// rows filled up with `highest` to a power of two. Odd-even merge is Knuth's Algorithm M, which takes any n.
#include <bit>

#include <warpgrade/student.cuh>

#include "sorting_networks.cuh"

namespace sorting_networks {

constexpr int kThreads = 256;

template <class T>
__device__ void load(const T* in, T* s, int n, int size, T highest) {
  for (int i = threadIdx.x; i < size; i += blockDim.x)
    s[i] = i < n ? in[std::size_t(blockIdx.x) * n + i] : highest;
  __syncthreads();
}

template <class T>
__device__ void store(const T* s, T* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[std::size_t(blockIdx.x) * n + i] = s[i];
}

template <class T, class Exchange>
__global__ void brick_kernel(const T* in, T* out, int n, T highest, Exchange exchange) {
  __shared__ T s[2048];
  load(in, s, n, n, highest);
  for (int round = 0; round < (n + 1) / 2; ++round) {  // an even and an odd step each
    for (int i = 2 * threadIdx.x; i + 1 < n; i += 2 * blockDim.x) exchange(s[i], s[i + 1]);
    __syncthreads();
    for (int i = 2 * threadIdx.x + 1; i + 1 < n; i += 2 * blockDim.x) exchange(s[i], s[i + 1]);
    __syncthreads();
  }
  store(s, out, n);
}

template <class T, class Exchange>
void brick(const T* in, T* out, int rows, int n, T highest, Exchange exchange, cudaStream_t stream) {
  if (n == 0) return;
  brick_kernel<<<rows, kThreads, 0, stream>>>(in, out, n, highest, exchange);
  WARPGRADE_CHECK_LAUNCH();
}

/// Element i with its partner at distance j, in a merge of k elements: upwards where bit k of i is 0.
template <class T, class Exchange>
__device__ void exchange_with_partner(T* s, std::size_t i, std::size_t global_i, std::size_t j, std::size_t k,
                                      Exchange exchange) {
  const std::size_t partner = i ^ j;
  if (partner <= i) return;
  if ((global_i & k) == 0)
    exchange(s[i], s[partner]);
  else
    exchange(s[partner], s[i]);
}

template <class T, class Exchange>
__global__ void bitonic_kernel(const T* in, T* out, int n, int size, T highest, Exchange exchange) {
  __shared__ T s[2048];
  load(in, s, n, size, highest);
  for (int k = 2; k <= size; k *= 2) {
    for (int j = k / 2; j > 0; j /= 2) {
      for (int i = threadIdx.x; i < size; i += blockDim.x) exchange_with_partner(s, i, i, j, k, exchange);
      __syncthreads();
    }
  }
  store(s, out, n);
}

template <class T, class Exchange>
void bitonic(const T* in, T* out, int rows, int n, T highest, Exchange exchange, cudaStream_t stream) {
  if (n == 0) return;
  bitonic_kernel<<<rows, kThreads, 0, stream>>>(in, out, n, int(std::bit_ceil(unsigned(n))), highest,
                                                exchange);
  WARPGRADE_CHECK_LAUNCH();
}

template <class T, class Exchange>
__global__ void merge_exchange_kernel(const T* in, T* out, int n, int half, T highest, Exchange exchange) {
  __shared__ T s[2048];
  load(in, s, n, n, highest);
  for (int p = half; p > 0; p /= 2) {
    int q = half, r = 0, d = p;
    while (true) {
      for (int i = threadIdx.x; i < n - d; i += blockDim.x)
        if ((i & p) == r) exchange(s[i], s[i + d]);
      __syncthreads();
      if (q == p) break;
      d = q - p;
      q /= 2;
      r = p;
    }
  }
  store(s, out, n);
}

template <class T, class Exchange>
void odd_even_merge(const T* in, T* out, int rows, int n, T highest, Exchange exchange, cudaStream_t stream) {
  if (n == 0) return;
  const int half = int(std::bit_ceil(unsigned(n))) / 2;
  merge_exchange_kernel<<<rows, kThreads, 0, stream>>>(in, out, n, half, highest, exchange);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== One array over many blocks, in a scratch copy that is filled up =====================================

template <class T>
__global__ void copy_kernel(const T* in, T* out, std::size_t n, std::size_t size, T highest) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < size) out[i] = i < n ? in[i] : highest;
}

template <class T, class Exchange>
__global__ void tile_kernel(T* data, std::size_t first_k, std::size_t last_k, Exchange exchange) {
  __shared__ T s[2048];
  const int tile = 2 * blockDim.x;
  const std::size_t begin = std::size_t(blockIdx.x) * tile;
  for (int i = threadIdx.x; i < tile; i += blockDim.x) s[i] = data[begin + i];
  __syncthreads();
  for (std::size_t k = first_k; k <= last_k; k *= 2) {
    for (std::size_t j = min(k, std::size_t(tile)) / 2; j > 0; j /= 2) {
      for (int i = threadIdx.x; i < tile; i += blockDim.x)
        exchange_with_partner(s, i, begin + i, j, k, exchange);
      __syncthreads();
    }
  }
  for (int i = threadIdx.x; i < tile; i += blockDim.x) data[begin + i] = s[i];
}

template <class T, class Exchange>
__global__ void step_kernel(T* data, std::size_t j, std::size_t k, Exchange exchange) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  exchange_with_partner(data, i, i, j, k, exchange);
}

template <class T, class Exchange>
void bitonic_device(const T* in, T* out, std::size_t n, int block_threads, T highest, Exchange exchange,
                    cudaStream_t stream) {
  if (n == 0) return;
  const std::size_t tile = 2 * block_threads, size = std::max(std::bit_ceil(n), tile);
  const unsigned threads = block_threads, tiles = size / tile;
  T* data = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&data, size * sizeof(T), stream));
  copy_kernel<<<2 * tiles, threads, 0, stream>>>(in, data, n, size, highest);
  WARPGRADE_CHECK_LAUNCH();
  tile_kernel<<<tiles, threads, 0, stream>>>(data, 2, tile, exchange);
  WARPGRADE_CHECK_LAUNCH();
  for (std::size_t k = 2 * tile; k <= size; k *= 2) {
    for (std::size_t j = k / 2; j >= tile; j /= 2) {
      step_kernel<<<2 * tiles, threads, 0, stream>>>(data, j, k, exchange);
      WARPGRADE_CHECK_LAUNCH();
    }
    tile_kernel<<<tiles, threads, 0, stream>>>(data, k, k, exchange);
    WARPGRADE_CHECK_LAUNCH();
  }
  copy_kernel<<<2 * tiles, threads, 0, stream>>>(data, out, n, n, highest);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(data, stream));
}

}  // namespace sorting_networks
