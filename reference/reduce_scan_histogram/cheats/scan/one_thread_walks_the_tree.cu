// simulator: device_exclusive
// cheat: one thread does both sweeps of a tree over all elements in global memory: nothing is forged, as
// steps are
//   told by the operator, and not by who does them.
// stopped by:
#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

/// levels: the input, its pairs, their pairs, … one behind the other.
template <class T, class Op>
__global__ void tree_kernel(const T* in, T* out, std::size_t n, T identity, Op op, T* levels) {
  const auto part = [&](std::size_t begin, std::size_t size, std::size_t i) -> T {
    return size == n ? in[i] : levels[begin + i];
  };
  std::size_t begins[34], sizes[34], free = 0;
  int last = 0;
  begins[0] = 0;
  sizes[0] = n;
  while (sizes[last] > 1) {  // up
    const std::size_t half = (sizes[last] + 1) / 2;
    for (std::size_t i = 0; i < half; ++i) {
      const T left = part(begins[last], sizes[last], 2 * i);
      levels[free + i] =
          2 * i + 1 < sizes[last] ? op(left, part(begins[last], sizes[last], 2 * i + 1)) : left;
    }
    ++last;
    begins[last] = free;
    sizes[last] = half;
    free += half;
  }
  if (last == 0) {
    out[0] = identity;
    return;
  }
  levels[begins[last]] = identity;
  while (--last >= 0) {  // down
    const T* before = levels + begins[last + 1];
    T* to = last == 0 ? out : levels + begins[last];
    for (std::size_t i = 0; i < sizes[last]; i += 2) {
      const T first = before[i / 2], left = part(begins[last], sizes[last], i);
      to[i] = first;
      if (i + 1 < sizes[last]) to[i + 1] = op(first, left);
    }
  }
}

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  T* levels = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&levels, (n + 64) * sizeof(T), stream));
  tree_kernel<<<1, 1, 0, stream>>>(in, out, n, identity, op, levels);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(levels, stream));
}

}  // namespace scan
