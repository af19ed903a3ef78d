// simulator: odd_even_merge
// cheat: the other network, which has more comparators. Where elements have `levels` they are exchanged
//   by hand, without the function that counts.
// stopped by: the elements that are counted are sealed
#include <warpgrade/student.cuh>

#include "sorting_networks.cuh"

namespace sorting_networks {

template <class T, class Exchange>
__device__ void exchange_uncounted(T& low, T& high, Exchange exchange) {
  if constexpr (requires { low.levels; }) {
    const T a = low, b = high;
    low = T{a.sum < b.sum ? a.sum : b.sum, 2};
    high = T{a.sum < b.sum ? b.sum : a.sum, 2};
  } else {
    exchange(low, high);
  }
}

template <class T, class Exchange>
__global__ void bitonic_kernel(const T* in, T* out, int n, Exchange exchange) {
  extern __shared__ unsigned char bytes[];
  T* row = reinterpret_cast<T*>(bytes);
  const std::size_t begin = std::size_t(blockIdx.x) * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) row[i] = in[begin + i];
  for (int size = 2; size < 2 * n; size *= 2)
    for (int stride = size; stride > 1; stride /= 2) {
      __syncthreads();
      for (int pair = threadIdx.x; pair < n; pair += blockDim.x) {
        const int start = pair / (stride / 2) * stride, i = pair % (stride / 2);
        const int low = start + i, high = stride == size ? start + size - 1 - i : low + stride / 2;
        if (high < n) exchange_uncounted(row[low], row[high], exchange);
      }
    }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[begin + i] = row[i];
}

template <class T, class Exchange>
void odd_even_merge(const T* in, T* out, int rows, int n, T /*highest*/, Exchange exchange,
                    cudaStream_t stream) {
  if (n == 0 || rows == 0) return;
  bitonic_kernel<<<rows, 256, n * sizeof(T), stream>>>(in, out, n, exchange);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace sorting_networks
