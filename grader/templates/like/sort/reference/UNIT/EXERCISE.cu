// EXERCISE: keys in ascending order.
//
// Given:      device pointers to n keys of any type with the operator <; n may be 0.
// To do:      fill the block from TODO to END TODO. Everything else works.
// Story, figures and common mistakes: assignments/UNIT/EXERCISE/README.md
#include <utility>

#include <warpgrade/student.cuh>

#include "EXERCISE.cuh"

namespace EXERCISE {

constexpr unsigned kBlockThreads = 256;

inline unsigned blocks_for(std::size_t n) { return unsigned((n + kBlockThreads - 1) / kBlockThreads); }

// ==== sort: keys in ascending order ====================================================================

/// in has sorted runs of `width` keys, the last one perhaps shorter; out gets sorted runs of 2 * width.
template <class Key>
__global__ void merge_kernel(const Key* in, Key* out, std::size_t n, std::size_t width) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const bool is_left = i / width % 2 == 0;
  const std::size_t left = i / (2 * width) * (2 * width);  // where the two runs begin
  const std::size_t right = min(left + width, n), end = min(right + width, n);
  // TODO: The place of in[i] is left + the keys of its own run before it + the keys of the other run before
  // it. Find these by binary search. The right run may be empty.
  // AUTHOR: the solution; student/UNIT/EXERCISE.cu is the same file without it
  std::size_t low = is_left ? right : left, high = is_left ? end : right;
  const std::size_t own = i - (is_left ? left : right), other = low;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    const bool is_before = is_left ? in[middle] < in[i] : !(in[i] < in[middle]);
    if (is_before)
      low = middle + 1;
    else
      high = middle;
  }
  out[left + own + (low - other)] = in[i];
  // END TODO
}

template <class Key>
void sort(const Key* in, Key* out, std::size_t n, cudaStream_t stream) {
  if (n == 0) return;
  Key *merged = nullptr, *scratch = nullptr;  // of one launch: it is the input of the next
  WARPGRADE_CHECK(cudaMallocAsync(&merged, n * sizeof(Key), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&scratch, n * sizeof(Key), stream));
  for (std::size_t width = 1;; width *= 2) {
    const bool is_last = 2 * width >= n;
    merge_kernel<<<blocks_for(n), kBlockThreads, 0, stream>>>(in, is_last ? out : merged, n, width);
    WARPGRADE_CHECK_LAUNCH();
    if (is_last) break;
    in = merged;
    std::swap(merged, scratch);
  }
  WARPGRADE_CHECK(cudaFreeAsync(merged, stream));
  WARPGRADE_CHECK(cudaFreeAsync(scratch, stream));
}

}  // namespace EXERCISE
