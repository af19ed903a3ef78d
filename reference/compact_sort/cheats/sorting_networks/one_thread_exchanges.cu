// simulator: bitonic
// cheat: each block loads and stores together, and one thread goes through the network by itself, in an
//   array of its own, where no access is counted: steps and work are those of the network.
// stopped by: the steps of one thread are counted (serial_steps)
#include <warpgrade/student.cuh>

#include "sorting_networks.cuh"

namespace sorting_networks {

template <class T, class Exchange>
__global__ void sort_kernel(const T* in, T* out, int n, Exchange exchange) {
  extern __shared__ unsigned char bytes[];
  T* shared = reinterpret_cast<T*>(bytes);
  const std::size_t first = std::size_t(blockIdx.x) * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) shared[i] = in[first + i];
  __syncthreads();
  if (threadIdx.x == 0) {
    T row[2048];
    for (int i = 0; i < n; ++i) row[i] = shared[i];
    for (int size = 2; size < 2 * n; size *= 2)
      for (int stride = size; stride > 1; stride /= 2)
        for (int begin = 0; begin < n; begin += stride)
          for (int i = 0; i < stride / 2; ++i) {
            const int low = begin + i, high = stride == size ? begin + size - 1 - i : low + stride / 2;
            if (high < n) exchange(row[low], row[high]);
          }
    for (int i = 0; i < n; ++i) shared[i] = row[i];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[first + i] = shared[i];
}

template <class T, class Exchange>
void bitonic(const T* in, T* out, int rows, int n, T /*highest*/, Exchange exchange, cudaStream_t stream) {
  if (n == 0 || rows == 0) return;
  sort_kernel<<<rows, 256, n * sizeof(T), stream>>>(in, out, n, exchange);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace sorting_networks
