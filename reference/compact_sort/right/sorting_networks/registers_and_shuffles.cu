// Right in another style: elements in registers. Lanes of a warp exchange by shuffles, and both partners do
// it, each keeping one of the results. Over many blocks the blocks walk over the tiles with a stride.
#include <bit>

#include <warpgrade/student.cuh>

#include "sorting_networks.cuh"

namespace sorting_networks {

inline int whole_warps(int threads) { return (threads + 31) / 32 * 32; }

// ==== brick: thread t holds the elements 2t and 2t + 1
// ======================================================

template <class T, class Exchange>
__global__ void brick_kernel(const T* in, T* out, int n, T highest, Exchange exchange) {
  __shared__ T evens[1025];
  const int t = threadIdx.x, even = 2 * t, odd = even + 1;
  const T* row = in + std::size_t(blockIdx.x) * n;
  T a = even < n ? row[even] : highest, b = odd < n ? row[odd] : highest;
  if (t == 0) evens[blockDim.x] = highest;  // the neighbour of the last thread
  for (int step = 0; step < n; ++step) {
    if (step % 2 == 0) {
      exchange(a, b);
      continue;
    }
    evens[t] = a;
    __syncthreads();
    T next = evens[t + 1];
    exchange(b, next);
    __syncthreads();
    evens[t + 1] = next;
    __syncthreads();
    if (t > 0) a = evens[t];
  }
  T* result = out + std::size_t(blockIdx.x) * n;
  if (even < n) result[even] = a;
  if (odd < n) result[odd] = b;
}

template <class T, class Exchange>
void brick(const T* in, T* out, int rows, int n, T highest, Exchange exchange, cudaStream_t stream) {
  if (n == 0) return;
  brick_kernel<<<rows, (n + 1) / 2, 0, stream>>>(in, out, n, highest, exchange);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== bitonic: strides below 32 by shuffles, the others in shared memory
// ====================================

/// One exchange with the lane at distance `stride`; `up`: the lower lane keeps the lower element.
template <class T, class Exchange>
__device__ T exchange_lanes(T mine, int stride, bool up, Exchange exchange) {
  T other = warpgrade::shfl_xor(mine, stride);
  const bool is_low = (threadIdx.x & stride) == 0;
  if (is_low == up) {
    exchange(mine, other);
    return mine;
  }
  exchange(other, mine);
  return mine;
}

template <class T, class Exchange>
__global__ void bitonic_kernel(const T* in, T* out, int n, int size, T highest, Exchange exchange) {
  __shared__ T s[2048];
  const std::size_t row = std::size_t(blockIdx.x) * n;
  for (int i = threadIdx.x; i < size; i += blockDim.x) s[i] = i < n ? in[row + i] : highest;
  for (int run = 2; run <= size; run *= 2) {
    for (int stride = run / 2; stride >= 32; stride /= 2) {
      __syncthreads();
      for (int t = threadIdx.x; t < size / 2; t += blockDim.x) {
        const int low = 2 * t - t % stride;
        if ((low & run) == 0)
          exchange(s[low], s[low + stride]);
        else
          exchange(s[low + stride], s[low]);
      }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < size; i += blockDim.x) {  // size and blockDim.x are multiples of 32
      T mine = s[i];
      for (int stride = min(run / 2, 16); stride > 0; stride /= 2)
        mine = exchange_lanes(mine, stride, (i & run) == 0, exchange);
      s[i] = mine;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[row + i] = s[i];
}

template <class T, class Exchange>
void bitonic(const T* in, T* out, int rows, int n, T highest, Exchange exchange, cudaStream_t stream) {
  if (n == 0) return;
  const int size = int(std::bit_ceil(unsigned(max(n, 32))));
  bitonic_kernel<<<rows, min(size, 512), 0, stream>>>(in, out, n, size, highest, exchange);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== odd_even_merge: thread by thread, as many as there are elements, 1024 at most
// =========================

template <class T, class Exchange>
__global__ void odd_even_kernel(const T* in, T* out, int n, Exchange exchange) {
  extern __shared__ __align__(16) unsigned char bytes[];
  T* s = reinterpret_cast<T*>(bytes);
  const std::size_t row = std::size_t(blockIdx.x) * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = in[row + i];
  for (int p = 1; p < n; p *= 2) {
    for (int k = p; k > 0; k /= 2) {
      __syncthreads();
      for (int i = threadIdx.x; i + k < n; i += blockDim.x) {
        const bool begins_a_pair = i >= k % p && (i - k % p) / k % 2 == 0;
        if (begins_a_pair && i / (2 * p) == (i + k) / (2 * p)) exchange(s[i], s[i + k]);
      }
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[row + i] = s[i];
}

template <class T, class Exchange>
void odd_even_merge(const T* in, T* out, int rows, int n, T, Exchange exchange, cudaStream_t stream) {
  if (n == 0) return;
  odd_even_kernel<<<rows, min(whole_warps(n), 1024), n * sizeof(T), stream>>>(in, out, n, exchange);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== bitonic_device: 60 blocks, each with every 60th tile
// ==================================================

template <class T, class Exchange>
__global__ void tiles_kernel(const T* in, T* out, std::size_t n, std::size_t first_run, std::size_t last_run,
                             Exchange exchange) {
  extern __shared__ __align__(16) unsigned char bytes[];
  T* s = reinterpret_cast<T*>(bytes);
  const std::size_t tile = 2 * blockDim.x;
  for (std::size_t begin = blockIdx.x * tile; begin < n; begin += gridDim.x * tile) {
    for (std::size_t i = threadIdx.x; i < tile && begin + i < n; i += blockDim.x) s[i] = in[begin + i];
    for (std::size_t run = first_run; run <= last_run; run *= 2) {
      for (std::size_t stride = min(run, tile) / 2; stride > 0; stride /= 2) {
        __syncthreads();
        const std::size_t t = threadIdx.x, low = 2 * t - t % stride;
        const std::size_t high = 2 * stride == run ? low ^ (run - 1) : low + stride;
        if (begin + high < n) exchange(s[low], s[high]);
      }
    }
    __syncthreads();
    for (std::size_t i = threadIdx.x; i < tile && begin + i < n; i += blockDim.x) out[begin + i] = s[i];
    __syncthreads();
  }
}

template <class T, class Exchange>
__global__ void step_kernel(T* data, std::size_t n, std::size_t pairs, std::size_t stride, std::size_t run,
                            Exchange exchange) {
  const std::size_t threads = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t t = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; t < pairs; t += threads) {
    const std::size_t low = 2 * t - t % stride, high = 2 * stride == run ? low ^ (run - 1) : low + stride;
    if (high < n) exchange(data[low], data[high]);
  }
}

template <class T, class Exchange>
void bitonic_device(const T* in, T* out, std::size_t n, int block_threads, T, Exchange exchange,
                    cudaStream_t stream) {
  if (n == 0) return;
  const std::size_t tile = 2 * block_threads, pairs = std::bit_ceil(n) / 2;
  const int blocks = 60;
  tiles_kernel<<<blocks, block_threads, tile * sizeof(T), stream>>>(in, out, n, 2, tile, exchange);
  WARPGRADE_CHECK_LAUNCH();
  for (std::size_t run = 2 * tile; run <= 2 * pairs; run *= 2) {
    for (std::size_t stride = run / 2; stride >= tile; stride /= 2) {
      step_kernel<<<blocks, block_threads, 0, stream>>>(out, n, pairs, stride, run, exchange);
      WARPGRADE_CHECK_LAUNCH();
    }
    tiles_kernel<<<blocks, block_threads, tile * sizeof(T), stream>>>(out, out, n, run, run, exchange);
    WARPGRADE_CHECK_LAUNCH();
  }
}

}  // namespace sorting_networks
