// Right by another algorithm: merge sort. Each round merges pairs of runs, and each element finds its place
// by binary search in the other run. The pupils are marked with atomics, then one map goes over the picture.
#include <utility>

#include <warpgrade/student.cuh>

#include "red_eye.cuh"

namespace red_eye {

constexpr int kThreads = 192;

inline unsigned blocks_for(std::size_t n) { return unsigned((n + kThreads - 1) / kThreads); }

__device__ inline std::size_t index() { return blockIdx.x * std::size_t(kThreads) + threadIdx.x; }

/// How many of run[0 .. length) come before `key`. Of equal ones those of the left run come first.
__device__ inline std::size_t rank_in(const unsigned* run, std::size_t length, unsigned key, bool is_left) {
  std::size_t low = 0;
  while (length > 0) {
    const std::size_t half = length / 2;
    const bool before = is_left ? run[low + half] <= key : run[low + half] < key;
    low = before ? low + half + 1 : low;
    length = before ? length - half - 1 : half;
  }
  return low;
}

static __global__ void merge_kernel(const unsigned* keys, const unsigned* positions, unsigned* out_keys,
                                    unsigned* out_positions, std::size_t n, std::size_t run) {
  const std::size_t i = index();
  if (i >= n) return;
  const std::size_t pair = i / (2 * run) * (2 * run), middle = min(pair + run, n),
                    end = min(pair + 2 * run, n);
  const bool in_left = i < middle;
  const std::size_t place =
      in_left ? i + rank_in(keys + middle, end - middle, keys[i], /*is_left=*/false)
              : pair + (i - middle) + rank_in(keys + pair, middle - pair, keys[i], /*is_left=*/true);
  out_keys[place] = keys[i];
  out_positions[place] = positions[i];
}

void sort_by_score(const unsigned* keys, const unsigned* positions, unsigned* sorted_keys,
                   unsigned* sorted_positions, std::size_t n, cudaStream_t stream) {
  const std::size_t bytes = n * sizeof(unsigned);
  if (n == 0) return;
  unsigned* other = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&other, 2 * bytes, stream));
  WARPGRADE_CHECK(cudaMemcpyAsync(sorted_keys, keys, bytes, cudaMemcpyDeviceToDevice, stream));
  WARPGRADE_CHECK(cudaMemcpyAsync(sorted_positions, positions, bytes, cudaMemcpyDeviceToDevice, stream));
  std::pair<unsigned*, unsigned*> from{sorted_keys, sorted_positions}, to{other, other + n};
  for (std::size_t run = 1; run < n; run *= 2) {
    merge_kernel<<<blocks_for(n), kThreads, 0, stream>>>(from.first, from.second, to.first, to.second, n,
                                                         run);
    WARPGRADE_CHECK_LAUNCH();
    std::swap(from, to);
  }
  if (from.first == other) {
    WARPGRADE_CHECK(cudaMemcpyAsync(sorted_keys, other, bytes, cudaMemcpyDeviceToDevice, stream));
    WARPGRADE_CHECK(cudaMemcpyAsync(sorted_positions, other + n, bytes, cudaMemcpyDeviceToDevice, stream));
  }
  WARPGRADE_CHECK(cudaFreeAsync(other, stream));
}

// ==== remove_red =========================================================================================

static __global__ void key_kernel(const float* scores, std::size_t n, unsigned* keys, unsigned* positions) {
  if (const std::size_t i = index(); i < n) {
    keys[i] = key_of(scores[i]);
    positions[i] = unsigned(i);
  }
}

/// A block for each of the best, a thread for each pixel of its pupil.
static __global__ void mark_kernel(const unsigned* best, std::size_t rows, std::size_t cols,
                                   unsigned* marks) {
  constexpr int kWidth = 2 * Pupil::half_width + 1, kHeight = 2 * Pupil::half_height + 1;
  if (threadIdx.x >= kWidth * kHeight) return;
  const long row = long(best[blockIdx.x] / cols) + long(threadIdx.x) / kWidth - Pupil::half_height;
  const long col = long(best[blockIdx.x] % cols) + long(threadIdx.x) % kWidth - Pupil::half_width;
  if (row < 0 || row >= long(rows) || col < 0 || col >= long(cols)) return;
  const std::size_t i = row * cols + col;
  atomicOr(&marks[i / 32], 1u << (i % 32));
}

static __global__ void map_kernel(const Rgba* picture, Rgba* out, std::size_t n, const unsigned* marks) {
  if (const std::size_t i = index(); i < n)
    out[i] = (marks[i / 32] >> (i % 32) & 1u) != 0 ? without_red(picture[i]) : picture[i];
}

void remove_red(const float* scores, const Rgba* picture, unsigned* best, Rgba* out, std::size_t rows,
                std::size_t cols, int count, cudaStream_t stream) {
  const std::size_t n = rows * cols, mark_bytes = (n + 31) / 32 * sizeof(unsigned);
  unsigned *scratch = nullptr, *marks = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&scratch, 4 * n * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&marks, mark_bytes, stream));
  WARPGRADE_CHECK(cudaMemsetAsync(marks, 0, mark_bytes, stream));
  key_kernel<<<blocks_for(n), kThreads, 0, stream>>>(scores, n, scratch, scratch + n);
  WARPGRADE_CHECK_LAUNCH();
  sort_by_score(scratch, scratch + n, scratch + 2 * n, scratch + 3 * n, n, stream);
  WARPGRADE_CHECK(cudaMemcpyAsync(best, scratch + 4 * n - count, count * sizeof(unsigned),
                                  cudaMemcpyDeviceToDevice, stream));
  mark_kernel<<<count, 128, 0, stream>>>(best, rows, cols, marks);
  WARPGRADE_CHECK_LAUNCH();
  map_kernel<<<blocks_for(n), kThreads, 0, stream>>>(picture, out, n, marks);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(marks, stream));
  WARPGRADE_CHECK(cudaFreeAsync(scratch, stream));
}

}  // namespace red_eye
