// expect: too_much_work device_inclusive
// Right, but a thread for each segment: as many steps as the longest one has elements.
#include <warpgrade/student.cuh>

#include "segmented_scan.cuh"

namespace segmented_scan {

template <class T, class Op>
__global__ void scan_segments(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity,
                              Op op) {
  std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n || (i > 0 && !heads[i])) return;
  T value = identity;
  do {
    out[i] = value = op(value, in[i]);
    ++i;
  } while (i < n && !heads[i]);
}

template <class T, class Op>
void device_inclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  if (n == 0) return;
  scan_segments<<<unsigned((n + 255) / 256), 256, 0, stream>>>(in, heads, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace segmented_scan
