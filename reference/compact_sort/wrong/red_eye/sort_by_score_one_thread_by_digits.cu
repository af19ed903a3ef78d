#include <utility>

#include <warpgrade/student.cuh>

#include "red_eye.cuh"

namespace red_eye {

using Four = unsigned __int128;  // elements, in registers

/// From one pair of arrays to the other, by the digit at `shift`.
__device__ inline void move_by_digit(const unsigned* keys, const unsigned* positions, unsigned* to_keys,
                                     unsigned* to_positions, std::size_t n, unsigned* next, int shift) {
  const auto move = [&](unsigned key, unsigned position) {
    const unsigned place = next[key >> shift & 255]++;
    to_keys[place] = key;
    to_positions[place] = position;
  };
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    Four four = *reinterpret_cast<const Four*>(keys + i),
         with = *reinterpret_cast<const Four*>(positions + i);
    for (int k = 0; k < 4; ++k, four >>= 32, with >>= 32) move(unsigned(four), unsigned(with));
  }
  for (; i < n; ++i) move(keys[i], positions[i]);
}

static __global__ void sort_kernel(const unsigned* keys, const unsigned* positions, unsigned* out_keys,
                                   unsigned* out_positions, unsigned* other_keys, unsigned* other_positions,
                                   std::size_t n) {
  unsigned next[4][256] = {};
  const auto count = [&](unsigned key) {
    for (int digit = 0; digit < 4; ++digit) ++next[digit][key >> (8 * digit) & 255];
  };
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    Four four = *reinterpret_cast<const Four*>(keys + i);
    for (int k = 0; k < 4; ++k, four >>= 32) count(unsigned(four));
  }
  for (; i < n; ++i) count(keys[i]);
  for (auto& counts : next) {
    unsigned before = 0;
    for (unsigned& value : counts) before += std::exchange(value, before);
  }
  move_by_digit(keys, positions, other_keys, other_positions, n, next[0], 0);
  move_by_digit(other_keys, other_positions, out_keys, out_positions, n, next[1], 8);
  move_by_digit(out_keys, out_positions, other_keys, other_positions, n, next[2], 16);
  move_by_digit(other_keys, other_positions, out_keys, out_positions, n, next[3], 24);
}

void sort_by_score(const unsigned* keys, const unsigned* positions, unsigned* sorted_keys,
                   unsigned* sorted_positions, std::size_t n, cudaStream_t stream) {
  if (n == 0) return;
  unsigned *other_keys = nullptr, *other_positions = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&other_keys, n * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&other_positions, n * sizeof(unsigned), stream));
  sort_kernel<<<1, 1, 0, stream>>>(keys, positions, sorted_keys, sorted_positions, other_keys,
                                   other_positions, n);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(other_keys, stream));
  WARPGRADE_CHECK(cudaFreeAsync(other_positions, stream));
}

}  // namespace red_eye
