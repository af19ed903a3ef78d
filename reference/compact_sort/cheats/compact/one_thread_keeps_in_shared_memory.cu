// simulator: fused
// cheat: one thread looks at all elements in constant memory, one after the other, and keeps them in shared
//   memory. The rest of its block only writes out what it has kept.
// stopped by: the steps of one thread are counted (serial_steps)
#include <warpgrade/student.cuh>

#include "compact.cuh"

namespace compact {

constexpr int kPieceBytes = 32'768;
__constant__ uint4 piece[kPieceBytes / 16];

template <class T, class Keep>
__global__ void one_keeps(T* out, unsigned* count, int m, bool first, Keep keep) {
  __shared__ T kept[kPieceBytes / sizeof(T)];
  __shared__ unsigned begin, end;
  if (threadIdx.x == 0) {
    const T* in = reinterpret_cast<const T*>(piece);
    unsigned k = 0;
    for (int i = 0; i < m; ++i) {
      const T x = in[i];
      if (keep(x)) kept[k++] = x;
    }
    begin = first ? 0 : *count;
    end = begin + k;
    *count = end;
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < end - begin; i += blockDim.x) out[begin + i] = kept[i];
}

template <class T, class Keep>
void fused(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  constexpr std::size_t most = kPieceBytes / sizeof(T);
  if (n == 0) WARPGRADE_CHECK(cudaMemsetAsync(count, 0, sizeof(unsigned), stream));
  for (std::size_t begin = 0; begin < n; begin += most) {
    const std::size_t m = n - begin < most ? n - begin : most;
    WARPGRADE_CHECK(
        cudaMemcpyToSymbolAsync(piece, in + begin, m * sizeof(T), 0, cudaMemcpyDeviceToDevice, stream));
    one_keeps<<<1, 256, 0, stream>>>(out + 0, count, int(m), begin == 0, keep);
    WARPGRADE_CHECK_LAUNCH();
  }
}

}  // namespace compact
