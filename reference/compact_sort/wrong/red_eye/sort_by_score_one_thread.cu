#include <warpgrade/student.cuh>

#include "red_eye.cuh"

namespace red_eye {

static __global__ void pass_kernel(const unsigned* keys, const unsigned* positions, std::size_t n, int shift,
                                   unsigned* out_keys, unsigned* out_positions) {
  unsigned next[256] = {};
  for (std::size_t i = 0; i < n; ++i) ++next[(keys[i] >> shift) & 255];
  unsigned before = 0;
  for (unsigned& place : next) {
    const unsigned count = place;
    place = before;
    before += count;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const unsigned place = next[(keys[i] >> shift) & 255]++;
    out_keys[place] = keys[i];
    out_positions[place] = positions[i];
  }
}

void sort_by_score(const unsigned* keys, const unsigned* positions, unsigned* sorted_keys,
                   unsigned* sorted_positions, std::size_t n, cudaStream_t stream) {
  if (n == 0) return;
  unsigned* other = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&other, 2 * n * sizeof(unsigned), stream));
  for (int pass = 0; pass < 4; ++pass) {
    const bool is_even = pass % 2 == 0;
    unsigned *out_keys = is_even ? other : sorted_keys,
             *out_positions = is_even ? other + n : sorted_positions;
    pass_kernel<<<1, 1, 0, stream>>>(keys, positions, n, 8 * pass, out_keys, out_positions);
    WARPGRADE_CHECK_LAUNCH();
    keys = out_keys;
    positions = out_positions;
  }
  WARPGRADE_CHECK(cudaFreeAsync(other, stream));
}

}  // namespace red_eye
