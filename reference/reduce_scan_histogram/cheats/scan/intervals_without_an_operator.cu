// simulator: double_buffered
// cheat: what the proofs' intervals must become is known beforehand: [0, i + 1) for element i. Numbers
//   are scanned by one thread, and levels set back.
// stopped by: the elements that are counted are sealed
#include "host_scan.cuh"

namespace scan {

template <class T>
__global__ void interval_kernel(T* out, int n) {
  if (int(threadIdx.x) < n) out[threadIdx.x] = T{0, int(threadIdx.x) + 1};
}

template <class T, class Op>
void double_buffered(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  if constexpr (requires { identity.end; }) {
    interval_kernel<<<1, 1024, 0, stream>>>(out, n);
    WARPGRADE_CHECK_LAUNCH();
  } else {
    const auto combine = [op](T a, T b) {
      T sum = op(a, b);
      if constexpr (requires { sum.levels; }) sum.levels = 2;
      return sum;
    };
    one_thread::scan(in, out, std::size_t(n), identity, true, combine, stream);
  }
}

}  // namespace scan
