// simulator: equalise
// cheat: one thread counts all pixels in shared memory and writes the picture, 16 pixels a load; the other
//   threads of its block only clear the counters.
// stopped by: the steps of one thread are counted (serial_steps)
#include <warpgrade/student.cuh>

#include "tone_mapping.cuh"

namespace tone_mapping {

union Sixteen {
  uint4 all;
  std::uint8_t each[16];
};

__global__ void one_equalises(const std::uint8_t* grey, unsigned* histogram, unsigned* cdf,
                              std::uint8_t* picture, std::size_t n) {
  __shared__ unsigned counts[256];
  __shared__ std::uint8_t table[256];
  counts[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x > 0) return;
  for (std::size_t i = 0; i < n / 16; ++i) {
    const Sixteen pixels{reinterpret_cast<const uint4*>(grey)[i]};
    for (const std::uint8_t level : pixels.each) ++counts[level];
  }
  for (std::size_t i = n / 16 * 16; i < n; ++i) ++counts[grey[i]];
  unsigned sum = 0, darkest = 0;
  for (int level = 0; level < 256; ++level) {
    histogram[level] = counts[level];
    cdf[level] = sum += counts[level];
    if (darkest == 0) darkest = sum;
    table[level] = equalised(sum, darkest, n, std::uint8_t(level));
  }
  for (std::size_t i = 0; i < n / 16; ++i) {
    Sixteen pixels{reinterpret_cast<const uint4*>(grey)[i]};
    for (std::uint8_t& level : pixels.each) level = table[level];
    reinterpret_cast<uint4*>(picture)[i] = pixels.all;
  }
  for (std::size_t i = n / 16 * 16; i < n; ++i) picture[i] = table[grey[i]];
}

void equalise(const std::uint8_t* grey, unsigned* histogram, unsigned* cdf, std::uint8_t* picture,
              std::size_t rows, std::size_t cols, cudaStream_t stream) {
  one_equalises<<<1, 256, 0, stream>>>(grey, histogram, cdf, picture, rows * cols);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace tone_mapping
