#include <warpgrade/student.cuh>

#include "segmented_scan.cuh"

namespace segmented_scan {

template <class T, class Op>
__global__ void step(const T* from, const std::uint8_t* from_heads, T* to, std::uint8_t* to_heads,
                     std::size_t n, std::size_t stride, Op op) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const bool joins = i >= stride && !from_heads[i];
  to[i] = joins ? op(from[i - stride], from[i]) : from[i];
  to_heads[i] = joins ? from_heads[i - stride] : from_heads[i];
}

template <class T, class Op>
void device_inclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T /*identity*/, Op op,
                      cudaStream_t stream) {
  if (n == 0) return;
  T* values[2];
  std::uint8_t* flags[2];
  for (int k = 0; k < 2; ++k) {
    WARPGRADE_CHECK(cudaMallocAsync(&values[k], n * sizeof(T), stream));
    WARPGRADE_CHECK(cudaMallocAsync(&flags[k], n, stream));
  }
  const T* from = in;
  const std::uint8_t* from_heads = heads;
  int turn = 0;
  for (std::size_t stride = 1; stride < n; stride *= 2, turn = 1 - turn) {
    step<<<unsigned((n + 255) / 256), 256, 0, stream>>>(from, from_heads, values[turn], flags[turn], n,
                                                        stride, op);
    WARPGRADE_CHECK_LAUNCH();
    from = values[turn];
    from_heads = flags[turn];
  }
  WARPGRADE_CHECK(cudaMemcpyAsync(out, from, n * sizeof(T), cudaMemcpyDeviceToDevice, stream));
  for (int k = 0; k < 2; ++k) {
    WARPGRADE_CHECK(cudaFreeAsync(values[k], stream));
    WARPGRADE_CHECK(cudaFreeAsync(flags[k], stream));
  }
}

}  // namespace segmented_scan
