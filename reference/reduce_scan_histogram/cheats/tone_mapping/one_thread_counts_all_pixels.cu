// simulator: distribution
// cheat: one thread counts all pixels, out of constant memory, in shared memory, and scans all bins; the
//   others of its block only bring the counts there and back.
// stopped by: the steps of one thread are counted (serial_steps)
#include <warpgrade/student.cuh>

#include "tone_mapping.cuh"

namespace tone_mapping {

constexpr std::size_t kPiece = 16'384;
__constant__ float piece[kPiece];

__global__ void one_counts(const float* range, unsigned* histogram, unsigned* cdf, int bins, int m,
                           bool first) {
  __shared__ unsigned counts[1024];
  const int t = threadIdx.x;
  if (t < bins) counts[t] = first ? 0 : histogram[t];
  __syncthreads();
  if (t == 0) {
    const float low = range[0], high = range[1];
    for (int i = 0; i < m; ++i) ++counts[bin_of(piece[i], low, high, bins)];
  }
  __syncthreads();
  if (t < bins) histogram[t] = counts[t];
  __syncthreads();
  if (t == 0) {
    unsigned sum = 0;
    for (int b = 0; b < bins; ++b) {
      const unsigned c = counts[b];
      counts[b] = sum;
      sum += c;
    }
  }
  __syncthreads();
  if (t < bins) cdf[t] = counts[t];
}

void distribution(const float* log_luminance, const float* range, unsigned* histogram, unsigned* cdf,
                  std::size_t rows, std::size_t cols, int bins, cudaStream_t stream) {
  const std::size_t n = rows * cols;
  for (std::size_t begin = 0; begin < n; begin += kPiece) {
    const std::size_t m = n - begin < kPiece ? n - begin : kPiece;
    WARPGRADE_CHECK(cudaMemcpyToSymbolAsync(piece, log_luminance + begin, m * sizeof(float), 0,
                                            cudaMemcpyDeviceToDevice, stream));
    one_counts<<<1, 1024, 0, stream>>>(range, histogram, cdf, bins, int(m), begin == 0);
    WARPGRADE_CHECK_LAUNCH();
  }
}

}  // namespace tone_mapping
