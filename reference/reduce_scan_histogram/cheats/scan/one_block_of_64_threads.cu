// simulator: device_inclusive
// cheat: one block of 64 threads scans any n, each thread a section, one element after the other.
// stopped by: the accesses of one block are counted (block_accesses)
#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

struct Unseen {
  template <class T, class Op>
  static T tree(const T* in, std::size_t first, std::size_t last, Op op) {
    if (last - first == 1) {
      const T x = in[first];
      return x;
    }
    const std::size_t half = first + (last - first) / 2;
    const T a = tree(in, first, half, op), b = tree(in, half, last, op);
    const T c = op(a, b);
    return c;
  }
};

template <int threads, class T, class Op>
__global__ void one_block_scan(const T* in, T* out, std::size_t n, T identity, Op op) {
  __shared__ T sums[threads];
  const std::size_t part = (n + threads - 1) / threads, t = threadIdx.x;
  const std::size_t first = t * part < n ? t * part : n, last = first + part < n ? first + part : n;
  sums[t] = first < last ? Unseen::tree(in, first, last, op) : identity;
  __syncthreads();
  T before = identity;
  for (int k = 0; k < t; ++k) before = op(before, sums[k]);
  for (std::size_t i = first; i < last; ++i) {
    const T x = in[i];
    before = op(before, x);
    out[i] = before;
  }
}

template <class T, class Op>
void device_inclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  one_block_scan<64><<<1, 64, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace scan
