// simulator: hillis_steele
// cheat: n is small, so the whole answer of the host fits the parameters of a few kernels, 256 elements
//   each.
// stopped by: what the host reads is counted (host_bytes)
#include <algorithm>

#include "on_the_host.cuh"
#include "scan.cuh"

namespace scan {

template <class T>
struct Part {
  T elements[256];
};

template <class T>
__global__ void write_kernel(T* out, Part<T> part, int count) {
  if (int(threadIdx.x) < count) out[threadIdx.x] = part.elements[threadIdx.x];
}

template <class T, class Op>
void hillis_steele(const T* in, T* out, int n, T /*identity*/, Op op, cudaStream_t stream) {
  std::vector<T> all = on_the_host::download(in, std::size_t(n), stream);
  for (int stride = 1; stride < n; stride *= 2)  // the very algorithm, from right to left
    for (int i = n - 1; i >= stride; --i) all[i] = op(all[i - stride], all[i]);
  for (int begin = 0; begin < n; begin += 256) {
    Part<T> part{};
    const int count = std::min(n - begin, 256);
    std::copy_n(all.begin() + begin, count, part.elements);
    write_kernel<<<1, 256, 0, stream>>>(out + begin, part, count);
    WARPGRADE_CHECK_LAUNCH();
  }
}

}  // namespace scan
