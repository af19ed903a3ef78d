// simulator: run_lengths
// cheat: one thread finds all runs, out of constant memory, one element after the other; its block only
//   writes out what it has found.
// stopped by: the steps of one thread are counted (serial_steps)
#include <warpgrade/student.cuh>

#include "histogram_by_sort.cuh"

namespace histogram_by_sort {

constexpr std::size_t kPieceBytes = 16'384;
__constant__ uint4 piece[kPieceBytes / 16];

struct OpenRun {
  unsigned value, length, runs;
};

template <class T>
__global__ void one_runs(T* values, std::uint32_t* counts, std::uint32_t* runs, OpenRun* open, unsigned m,
                         bool first, bool last) {
  __shared__ T found[2048];
  __shared__ std::uint32_t lengths[2048];
  __shared__ unsigned begin, made;
  if (threadIdx.x == 0) {
    const T* in = reinterpret_cast<const T*>(piece);
    unsigned k = 0, length = first ? 0 : open->length;
    T value = first ? in[0] : T(open->value);
    begin = first ? 0 : open->runs;
    for (unsigned i = 0; i < m; ++i) {
      const T x = in[i];
      if (x != value) {
        found[k] = value, lengths[k] = length;
        ++k;
        value = x, length = 0;
      }
      ++length;
    }
    if (last) {
      found[k] = value, lengths[k] = length;
      ++k;
    }
    made = k;
    open->value = unsigned(value), open->length = length, open->runs = begin + k;
    if (last) *runs = begin + k;
  }
  __syncthreads();
  for (unsigned k = threadIdx.x; k < made; k += blockDim.x)
    values[begin + k] = found[k], counts[begin + k] = lengths[k];
}

template <class T>
void run_lengths(const T* in, std::size_t n, T* values, std::uint32_t* counts, std::uint32_t* runs,
                 cudaStream_t stream) {
  if (n == 0) WARPGRADE_CHECK(cudaMemsetAsync(runs, 0, 4, stream));
  OpenRun* open = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&open, sizeof *open, stream));
  constexpr std::size_t most = 2000;
  for (std::size_t b = 0; b < n; b += most) {
    const std::size_t m = n - b < most ? n - b : most;
    WARPGRADE_CHECK(
        cudaMemcpyToSymbolAsync(piece, in + b, m * sizeof(T), 0, cudaMemcpyDeviceToDevice, stream));
    one_runs<<<1, 256, 0, stream>>>(values, counts, runs, open, unsigned(m), b == 0, b + m == n);
    WARPGRADE_CHECK_LAUNCH();
  }
  WARPGRADE_CHECK(cudaFreeAsync(open, stream));
}

}  // namespace histogram_by_sort
