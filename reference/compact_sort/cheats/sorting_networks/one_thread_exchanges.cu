// simulator: bitonic_device
// cheat: the block loads and stores together, and one thread goes through the network by itself, in shared
// memory:
//   steps and work are those of the network.
// stopped by:
#include <warpgrade/student.cuh>

#include "sorting_networks.cuh"

namespace sorting_networks {

template <class T, class Exchange>
__global__ void sort_kernel(const T* in, T* out, int n, Exchange exchange, bool fits) {
  extern __shared__ unsigned char room[];
  T* row = fits ? reinterpret_cast<T*>(room) : out;
  for (int i = threadIdx.x; i < n; i += blockDim.x) row[i] = in[i];
  __syncthreads();
  if (threadIdx.x == 0)
    for (int size = 2; size < 2 * n; size *= 2)
      for (int stride = size; stride > 1; stride /= 2)
        for (int begin = 0; begin < n; begin += stride)
          for (int i = 0; i < stride / 2; ++i) {
            const int low = begin + i, high = stride == size ? begin + size - 1 - i : low + stride / 2;
            if (high < n) exchange(row[low], row[high]);
          }
  __syncthreads();
  if (fits)
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = row[i];
}

template <class T, class Exchange>
void bitonic_device(const T* in, T* out, std::size_t n, int /*block_threads*/, T /*highest*/,
                    Exchange exchange, cudaStream_t stream) {
  const std::size_t bytes = n * sizeof(T);
  const bool fits = bytes <= 48 * 1024;
  sort_kernel<<<1, 1024, fits ? bytes : 0, stream>>>(in, out, int(n), exchange, fits);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace sorting_networks
