// Right in another style: everything is filled up with `highest`, rows of bitonic always to 2048 elements,
// the others and the array over many blocks to a power of two. Blocks have 1024 threads, those behind the end
// read the last element again. Half of the runs are sorted downwards.
#include <algorithm>
#include <bit>

#include <warpgrade/student.cuh>

#include "sorting_networks.cuh"

namespace sorting_networks {

constexpr int kThreads = 1024, kRow = 2 * kThreads;

/// Fills all `size` places of the row.
template <class T>
__device__ void load_filled_up(const T* in, T* row, int n, int size, T highest) {
  for (int i = threadIdx.x; i < size; i += kThreads) {
    const T element = in[std::size_t(blockIdx.x) * n + std::min(i, n - 1)];
    row[i] = i < n ? element : highest;
  }
}

template <class T>
__device__ void store_row(const T* row, T* out, int n) {
  for (int i = threadIdx.x; i < n; i += kThreads) out[std::size_t(blockIdx.x) * n + i] = row[i];
}

template <class T, class Exchange>
__global__ void brick_kernel(const T* in, T* out, int n, int size, T highest, Exchange exchange) {
  __shared__ T row[kRow];
  load_filled_up(in, row, n, size, highest);
  for (int step = 0; step < size; ++step) {
    __syncthreads();
    const int low = 2 * threadIdx.x + step % 2;
    if (low + 1 < size) exchange(row[low], row[low + 1]);
  }
  __syncthreads();
  store_row(row, out, n);
}

template <class T, class Exchange>
void brick(const T* in, T* out, int rows, int n, T highest, Exchange exchange, cudaStream_t stream) {
  if (n == 0 || rows == 0) return;
  brick_kernel<<<rows, kThreads, 0, stream>>>(in, out, n, int(std::bit_ceil(unsigned(n))), highest, exchange);
  WARPGRADE_CHECK_LAUNCH();
}

/// Exchanges pair number t of a step; `place` is where the element stands in the whole array.
template <class T, class Exchange>
__device__ void bitonic_exchange(T* elements, std::size_t begin, int t, int stride, std::size_t run,
                                 Exchange exchange) {
  const int low = 2 * t - (t & (stride - 1)), high = low + stride;
  if (((begin + low) & run) == 0)
    exchange(elements[low], elements[high]);
  else
    exchange(elements[high], elements[low]);
}

template <class T, class Exchange>
__global__ void bitonic_kernel(const T* in, T* out, int n, T highest, Exchange exchange) {
  __shared__ T row[kRow];
  load_filled_up(in, row, n, kRow, highest);
  for (int run = 2; run <= kRow; run *= 2) {
    for (int stride = run / 2; stride > 0; stride /= 2) {
      __syncthreads();
      bitonic_exchange(row, 0, threadIdx.x, stride, run, exchange);
    }
  }
  __syncthreads();
  store_row(row, out, n);
}

template <class T, class Exchange>
void bitonic(const T* in, T* out, int rows, int n, T highest, Exchange exchange, cudaStream_t stream) {
  if (n == 0 || rows == 0) return;
  bitonic_kernel<<<rows, kThreads, 0, stream>>>(in, out, n, highest, exchange);
  WARPGRADE_CHECK_LAUNCH();
}

template <class T, class Exchange>
__global__ void odd_even_merge_kernel(const T* in, T* out, int n, int size, T highest, Exchange exchange) {
  __shared__ T row[kRow];
  load_filled_up(in, row, n, size, highest);
  for (int run = 2; run <= size; run *= 2) {
    for (int stride = run / 2; stride > 0; stride /= 2) {
      __syncthreads();
      const int t = threadIdx.x, first = stride == run / 2 ? 0 : stride;
      const int low = 2 * t - (t & (stride - 1)) + first;
      if (low + stride < size && low / run == (low + stride) / run) exchange(row[low], row[low + stride]);
    }
  }
  __syncthreads();
  store_row(row, out, n);
}

template <class T, class Exchange>
void odd_even_merge(const T* in, T* out, int rows, int n, T highest, Exchange exchange, cudaStream_t stream) {
  if (n == 0 || rows == 0) return;
  odd_even_merge_kernel<<<rows, kThreads, 0, stream>>>(in, out, n, int(std::bit_ceil(unsigned(n))), highest,
                                                       exchange);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== bitonic_device: a copy that is filled up to whole tiles and a power of two =======================

template <class T>
__global__ void fill_up(const T* in, T* all, std::size_t n, std::size_t size, T highest) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < size) all[i] = i < n ? in[i] : highest;
}

/// Of the merges to runs from first_run to last_run the steps that lie in a tile.
template <class T, class Exchange>
__global__ void tiles_kernel(T* all, std::size_t first_run, std::size_t last_run, Exchange exchange) {
  __shared__ T tile[kRow];
  const int size = 2 * blockDim.x;
  const std::size_t begin = std::size_t(blockIdx.x) * size;
  for (int i = threadIdx.x; i < size; i += blockDim.x) tile[i] = all[begin + i];
  for (std::size_t run = first_run; run <= last_run; run *= 2) {
    for (int stride = int(min(run, std::size_t(size))) / 2; stride > 0; stride /= 2) {
      __syncthreads();
      bitonic_exchange(tile, begin, threadIdx.x, stride, run, exchange);
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < size; i += blockDim.x) all[begin + i] = tile[i];
}

template <class T, class Exchange>
__global__ void step_kernel(T* all, std::size_t stride, std::size_t run, Exchange exchange) {
  const std::size_t t = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::size_t low = 2 * t - (t & (stride - 1)), high = low + stride;
  if ((low & run) == 0)
    exchange(all[low], all[high]);
  else
    exchange(all[high], all[low]);
}

template <class T, class Exchange>
void bitonic_device(const T* in, T* out, std::size_t n, int block_threads, T highest, Exchange exchange,
                    cudaStream_t stream) {
  if (n == 0) return;
  const std::size_t tile = 2 * block_threads, size = std::max(std::bit_ceil(n), tile);
  const unsigned blocks = unsigned(size / tile);
  T* all = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&all, size * sizeof(T), stream));
  fill_up<<<2 * blocks, block_threads, 0, stream>>>(in, all, n, size, highest);
  WARPGRADE_CHECK_LAUNCH();
  tiles_kernel<<<blocks, block_threads, 0, stream>>>(all, 2, tile, exchange);
  WARPGRADE_CHECK_LAUNCH();
  for (std::size_t run = 2 * tile; run <= size; run *= 2) {
    for (std::size_t stride = run / 2; stride >= tile; stride /= 2) {
      step_kernel<<<blocks, block_threads, 0, stream>>>(all, stride, run, exchange);
      WARPGRADE_CHECK_LAUNCH();
    }
    tiles_kernel<<<blocks, block_threads, 0, stream>>>(all, run, run, exchange);
    WARPGRADE_CHECK_LAUNCH();
  }
  WARPGRADE_CHECK(cudaMemcpyAsync(out, all, n * sizeof(T), cudaMemcpyDeviceToDevice, stream));
  WARPGRADE_CHECK(cudaFreeAsync(all, stream));
}

}  // namespace sorting_networks
