// Right in the style of a first course, with the most traffic: 32 passes of one bit, each with a scan of
// predicates that each block of 1024 threads does in global memory, by doubling strides. One thread adds up
// the blocks.
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

/// zeros[i] becomes the zeros up to element i in its block; `other` is the second array that doubling needs.
static __global__ void scan_in_block(unsigned* zeros, unsigned* other, unsigned* block_zeros, std::size_t n) {
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  unsigned *from = zeros, *to = other;
  for (unsigned stride = 1; stride < kThreads; stride *= 2) {  // ten steps: the last one writes `zeros`
    if (i < n) to[i] = threadIdx.x >= stride ? from[i - stride] + from[i] : from[i];
    __syncthreads();
    unsigned* const old = from;
    from = to, to = old;
  }
  if (i < n && (threadIdx.x == kThreads - 1 || i == n - 1)) block_zeros[blockIdx.x] = from[i];
}

/// block_zeros[b] becomes the zeros in the blocks before b; behind the last one stand all.
static __global__ void scan_blocks(unsigned* block_zeros, unsigned blocks) {
  unsigned sum = 0;
  for (unsigned b = 0; b <= blocks; ++b) {
    const unsigned zeros = b < blocks ? block_zeros[b] : 0;
    block_zeros[b] = sum;
    sum += zeros;
  }
}

static __global__ void split(const unsigned* keys, const unsigned* positions, unsigned* out_keys,
                             unsigned* out_positions, const unsigned* zeros, const unsigned* block_zeros,
                             unsigned bit, std::size_t n) {
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  if (i >= n) return;
  const bool is_zero = (keys[i] >> bit & 1u) == 0;
  const std::size_t upto = block_zeros[blockIdx.x] + zeros[i];
  const std::size_t place = is_zero ? upto - 1 : block_zeros[gridDim.x] + (i - upto);
  out_keys[place] = keys[i];
  out_positions[place] = positions[i];
}

void sort_by_score(const unsigned* keys, const unsigned* positions, unsigned* sorted_keys,
                   unsigned* sorted_positions, std::size_t n, cudaStream_t stream) {
  if (n == 0) return;
  const unsigned blocks = blocks_for(n);
  unsigned *scratch = nullptr, *block_zeros = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&scratch, 4 * n * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&block_zeros, (blocks + 1) * sizeof(unsigned), stream));
  unsigned *const zeros = scratch, *const other = scratch + n;
  std::pair<const unsigned*, const unsigned*> from{keys, positions};
  for (unsigned bit = 0; bit < 32; ++bit) {
    unsigned* const out_keys = bit % 2 == 1 ? sorted_keys : scratch + 2 * n;
    unsigned* const out_positions = bit % 2 == 1 ? sorted_positions : scratch + 3 * n;
    find_zeros<<<blocks, kThreads, 0, stream>>>(from.first, zeros, bit, n);
    WARPGRADE_CHECK_LAUNCH();
    scan_in_block<<<blocks, kThreads, 0, stream>>>(zeros, other, block_zeros, n);
    WARPGRADE_CHECK_LAUNCH();
    scan_blocks<<<1, 1, 0, stream>>>(block_zeros, blocks);
    WARPGRADE_CHECK_LAUNCH();
    split<<<blocks, kThreads, 0, stream>>>(from.first, from.second, out_keys, out_positions, zeros,
                                           block_zeros, bit, n);
    WARPGRADE_CHECK_LAUNCH();
    from = {out_keys, out_positions};
  }
  WARPGRADE_CHECK(cudaFreeAsync(scratch, stream));
  WARPGRADE_CHECK(cudaFreeAsync(block_zeros, stream));
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
