// Right in the style of a first course, with the most traffic: 32 passes of one bit, each with a scan of all
// predicates in global memory by doubling strides, a launch for each of them.
#include <utility>

#include <warpgrade/student.cuh>

#include "red_eye.cuh"

namespace red_eye {

constexpr int kThreads = 1024;

inline unsigned blocks_for(std::size_t n) { return unsigned((n + kThreads - 1) / kThreads); }

static __global__ void find_zeros(const unsigned* keys, unsigned* is_zero, unsigned bit, std::size_t n) {
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  if (i < n) is_zero[i] = (keys[i] >> bit & 1u) == 0 ? 1 : 0;
}

static __global__ void add_left(const unsigned* from, unsigned* to, std::size_t stride, std::size_t n) {
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  if (i < n) to[i] = i >= stride ? from[i - stride] + from[i] : from[i];
}

/// zeros[i]: zeros up to element i.
static __global__ void split(const unsigned* keys, const unsigned* positions, unsigned* out_keys,
                             unsigned* out_positions, const unsigned* zeros, unsigned bit, std::size_t n) {
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  if (i >= n) return;
  const bool is_zero = (keys[i] >> bit & 1u) == 0;
  const std::size_t place = is_zero ? zeros[i] - 1 : zeros[n - 1] + (i - zeros[i]);
  out_keys[place] = keys[i];
  out_positions[place] = positions[i];
}

void sort_by_score(const unsigned* keys, const unsigned* positions, unsigned* sorted_keys,
                   unsigned* sorted_positions, std::size_t n, cudaStream_t stream) {
  if (n == 0) return;
  const unsigned blocks = blocks_for(n);
  unsigned* scratch = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&scratch, 4 * n * sizeof(unsigned), stream));
  std::pair<const unsigned*, const unsigned*> from{keys, positions};
  for (unsigned bit = 0; bit < 32; ++bit) {
    unsigned *zeros = scratch, *other = scratch + n;
    find_zeros<<<blocks, kThreads, 0, stream>>>(from.first, zeros, bit, n);
    WARPGRADE_CHECK_LAUNCH();
    for (std::size_t stride = 1; stride < n; stride *= 2) {
      add_left<<<blocks, kThreads, 0, stream>>>(zeros, other, stride, n);
      WARPGRADE_CHECK_LAUNCH();
      std::swap(zeros, other);
    }
    unsigned* const out_keys = bit % 2 == 1 ? sorted_keys : scratch + 2 * n;
    unsigned* const out_positions = bit % 2 == 1 ? sorted_positions : scratch + 3 * n;
    split<<<blocks, kThreads, 0, stream>>>(from.first, from.second, out_keys, out_positions, zeros, bit, n);
    WARPGRADE_CHECK_LAUNCH();
    from = {out_keys, out_positions};
  }
  WARPGRADE_CHECK(cudaFreeAsync(scratch, stream));
}

// ==== remove_red =========================================================================================

static __global__ void make_keys(const float* scores, std::size_t n, unsigned* keys, unsigned* positions) {
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  if (i >= n) return;
  keys[i] = key_of(scores[i]);
  positions[i] = unsigned(i);
}

static __global__ void remove_redness(const Rgba* picture, Rgba* out, std::size_t n, std::size_t cols,
                                      const unsigned* best, int count) {
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  if (i >= n) return;
  Rgba pixel = picture[i];
  for (int b = 0; b < count; ++b)
    if (is_near(i, best[b], cols)) pixel = without_red(picture[i]);
  out[i] = pixel;
}

void remove_red(const float* scores, const Rgba* picture, unsigned* best, Rgba* out, std::size_t rows,
                std::size_t cols, int count, cudaStream_t stream) {
  const std::size_t n = rows * cols;
  unsigned* scratch = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&scratch, 4 * n * sizeof(unsigned), stream));
  make_keys<<<blocks_for(n), kThreads, 0, stream>>>(scores, n, scratch, scratch + n);
  WARPGRADE_CHECK_LAUNCH();
  sort_by_score(scratch, scratch + n, scratch + 2 * n, scratch + 3 * n, n, stream);
  WARPGRADE_CHECK(cudaMemcpyAsync(best, scratch + 4 * n - count, count * sizeof(unsigned),
                                  cudaMemcpyDeviceToDevice, stream));
  remove_redness<<<blocks_for(n), kThreads, 0, stream>>>(picture, out, n, cols, best, count);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(scratch, stream));
}

}  // namespace red_eye
