// Right in the style of a first course: 32 passes of one bit, each of which splits the elements into those
// with a 0 and those with a 1 by a scan of predicates (Blelloch's split). Its core, your_sort, has the shape
// that the task has in a well-known course.
#include <utility>

#include <warpgrade/student.cuh>

#include "red_eye.cuh"

namespace red_eye {

constexpr int kThreads = 256;

inline unsigned blocks_for(std::size_t n) { return unsigned((n + kThreads - 1) / kThreads); }

/// zeros_before[i]: elements with a 0 before i within its block. block_zeros[b]: elements with a 0 in block
/// b.
static __global__ void scan_predicates(const unsigned* d_vals, unsigned* zeros_before, unsigned* block_zeros,
                                       unsigned bit, std::size_t numElems) {
  __shared__ unsigned warp_zeros[kThreads / 32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  const bool is_zero = i < numElems && ((d_vals[i] >> bit) & 1u) == 0;
  const unsigned zeros = __ballot_sync(0xffffffffu, is_zero);
  if (lane == 0) warp_zeros[warp] = __popc(zeros);
  __syncthreads();
  unsigned before = __popc(zeros & ((1u << lane) - 1));
  for (int w = 0; w < warp; ++w) before += warp_zeros[w];
  if (i < numElems) zeros_before[i] = before;
  if (threadIdx.x == kThreads - 1) block_zeros[blockIdx.x] = before + (is_zero ? 1 : 0);
}

/// In place: block_zeros[b] becomes the zeros in all blocks before b; block_zeros[blocks] all of them.
static __global__ void scan_blocks(unsigned* block_zeros, int blocks) {
  if (threadIdx.x > 0) return;
  unsigned sum = 0;
  for (int b = 0; b <= blocks; ++b) {
    const unsigned zeros = b < blocks ? block_zeros[b] : 0;
    block_zeros[b] = sum;
    sum += zeros;
  }
}

static __global__ void split(const unsigned* d_vals, const unsigned* d_pos, unsigned* d_out_vals,
                             unsigned* d_out_pos, const unsigned* zeros_before, const unsigned* block_zeros,
                             unsigned bit, std::size_t numElems) {
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  if (i >= numElems) return;
  const std::size_t zeros = block_zeros[blockIdx.x] + zeros_before[i];
  const std::size_t place = ((d_vals[i] >> bit) & 1u) == 0 ? zeros : block_zeros[gridDim.x] + (i - zeros);
  d_out_vals[place] = d_vals[i];
  d_out_pos[place] = d_pos[i];
}

/// The core: what a student of that course hands in, with const inputs and a stream.
static void your_sort(const unsigned* const d_inputVals, const unsigned* const d_inputPos,
                      unsigned* const d_outputVals, unsigned* const d_outputPos, const std::size_t numElems,
                      cudaStream_t stream) {
  if (numElems == 0) return;
  const unsigned blocks = blocks_for(numElems);
  unsigned *vals[2], *pos[2], *zeros_before, *block_zeros;
  for (int i = 0; i < 2; ++i) {
    WARPGRADE_CHECK(cudaMallocAsync(&vals[i], numElems * sizeof(unsigned), stream));
    WARPGRADE_CHECK(cudaMallocAsync(&pos[i], numElems * sizeof(unsigned), stream));
  }
  WARPGRADE_CHECK(cudaMallocAsync(&zeros_before, numElems * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&block_zeros, (blocks + 1) * sizeof(unsigned), stream));
  const auto copy = [&](unsigned* to, const unsigned* from) {
    WARPGRADE_CHECK(cudaMemcpyAsync(to, from, numElems * sizeof(unsigned), cudaMemcpyDeviceToDevice, stream));
  };
  copy(vals[0], d_inputVals);
  copy(pos[0], d_inputPos);
  for (unsigned bit = 0; bit < 8 * sizeof(unsigned); ++bit) {
    scan_predicates<<<blocks, kThreads, 0, stream>>>(vals[0], zeros_before, block_zeros, bit, numElems);
    WARPGRADE_CHECK_LAUNCH();
    scan_blocks<<<1, 1, 0, stream>>>(block_zeros, int(blocks));
    WARPGRADE_CHECK_LAUNCH();
    split<<<blocks, kThreads, 0, stream>>>(vals[0], pos[0], vals[1], pos[1], zeros_before, block_zeros, bit,
                                           numElems);
    WARPGRADE_CHECK_LAUNCH();
    std::swap(vals[0], vals[1]);
    std::swap(pos[0], pos[1]);
  }
  copy(d_outputVals, vals[0]);
  copy(d_outputPos, pos[0]);
  for (unsigned* scratch : {vals[0], vals[1], pos[0], pos[1], zeros_before, block_zeros})
    WARPGRADE_CHECK(cudaFreeAsync(scratch, stream));
}

void sort_by_score(const unsigned* keys, const unsigned* positions, unsigned* sorted_keys,
                   unsigned* sorted_positions, std::size_t n, cudaStream_t stream) {
  your_sort(keys, positions, sorted_keys, sorted_positions, n, stream);
}

// ==== remove_red =========================================================================================

static __global__ void make_keys(const float* scores, std::size_t n, unsigned* keys, unsigned* positions) {
  const std::size_t i = blockIdx.x * std::size_t(kThreads) + threadIdx.x;
  if (i >= n) return;
  keys[i] = key_of(scores[i]);
  positions[i] = unsigned(i);
}

/// Two dimensions, as pictures are taught first.
static __global__ void remove_redness(const Rgba* picture, Rgba* out, int rows, int cols,
                                      const unsigned* best, int count) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows || col >= cols) return;
  const std::size_t i = std::size_t(row) * cols + col;
  out[i] = picture[i];
  for (int b = 0; b < count; ++b)
    if (is_near(i, best[b], cols)) out[i] = without_red(picture[i]);
}

void remove_red(const float* scores, const Rgba* picture, unsigned* best, Rgba* out, std::size_t rows,
                std::size_t cols, int count, cudaStream_t stream) {
  const std::size_t n = rows * cols;
  unsigned* scratch = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&scratch, 4 * n * sizeof(unsigned), stream));
  make_keys<<<blocks_for(n), kThreads, 0, stream>>>(scores, n, scratch, scratch + n);
  WARPGRADE_CHECK_LAUNCH();
  your_sort(scratch, scratch + n, scratch + 2 * n, scratch + 3 * n, n, stream);
  WARPGRADE_CHECK(cudaMemcpyAsync(best, scratch + 4 * n - count, count * sizeof(unsigned),
                                  cudaMemcpyDeviceToDevice, stream));
  const dim3 block(16, 16), grid(unsigned((cols + 15) / 16), unsigned((rows + 15) / 16));
  remove_redness<<<grid, block, 0, stream>>>(picture, out, int(rows), int(cols), best, count);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(scratch, stream));
}

}  // namespace red_eye
