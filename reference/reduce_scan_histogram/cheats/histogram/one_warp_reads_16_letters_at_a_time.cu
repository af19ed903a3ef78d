// simulator: privatized
// cheat: one warp counts everything, each lane in an array of its own. Letters come 16 at a time.
// stopped by: the steps of one thread are counted (serial_steps)
#include <warpgrade/student.cuh>

#include "histogram.cuh"

namespace histogram {

struct Unseen {
  template <class T, class Bin>
  static void count(const T* in, std::size_t n, unsigned* own, int bin_count, Bin bin_of, unsigned lane) {
    for (int b = 0; b < bin_count; ++b) own[b] = 0;
    std::size_t i = 0;
    if constexpr (sizeof(T) == 1)
      for (std::size_t wide = lane; (wide + 1) * 16 <= n; wide += 32) {
        const uint4 v = reinterpret_cast<const uint4*>(in)[wide];
        const unsigned words[4] = {v.x, v.y, v.z, v.w};
        for (int k = 0; k < 16; ++k) {
          const int b = bin_of(T(words[k / 4] >> (k % 4 * 8)));
          if (b >= 0 && b < bin_count) ++own[b];
        }
        i = n / 16 * 16;
      }
    if constexpr (sizeof(T) == 1) i = n / 16 * 16;
    for (i += lane; i < n; i += 32) {
      const int b = bin_of(in[i]);
      if (b >= 0 && b < bin_count) ++own[b];
    }
  }
};

template <class T, class Bin>
__global__ void one_warp_kernel(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of) {
  unsigned own[4096];
  Unseen::count(in, n, own, bin_count, bin_of, threadIdx.x);
  for (int b = 0; b < bin_count; ++b) {
    const unsigned sum = __reduce_add_sync(~0u, own[b]);
    if (threadIdx.x == 0) bins[b] = sum;
  }
}

template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  one_warp_kernel<<<1, 32, 0, stream>>>(in, n, bins, bin_count, bin_of);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace histogram
