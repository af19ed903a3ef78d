// simulator: flags_scan_scatter
// cheat: four warps of one block each count and place everything, one element after the other: what a lane
//   has loaded comes to all by a shuffle. Shuffles were no steps.
// stopped by: each operation of a warp is a step of its threads (serial_steps)
#include <utility>

#include <warpgrade/student.cuh>

#include "compact.cuh"

namespace compact {

constexpr int kParts = 4, kLanes = 32;
constexpr unsigned kAll = ~0u;

template <int... lane>
using Lanes = std::integer_sequence<int, lane...>;

/// kept[p]: how many elements of part p are kept.
template <class T, class Keep, int... lane>
__global__ void count_kernel(const T* in, std::size_t n, std::size_t part, unsigned* kept, Keep keep,
                             Lanes<lane...>) {
  const std::size_t begin = min(n, blockIdx.x * part), end = min(n, begin + part);
  unsigned total = 0;
  for (std::size_t base = begin; base < end; base += kLanes) {
    const std::size_t i = base + threadIdx.x;
    const unsigned flag = i < end && keep(in[i]) ? 1 : 0;
    ((total += __shfl_sync(kAll, flag, lane)), ...);
  }
  if (threadIdx.x == 0) kept[blockIdx.x] = total;
}

template <class T, class Keep, int... lane>
__global__ void place_kernel(const T* in, T* out, std::size_t n, std::size_t part, const unsigned* kept,
                             unsigned* count, Keep keep, Lanes<lane...>) {
  const std::size_t begin = min(n, blockIdx.x * part), end = min(n, begin + part);
  unsigned total = 0;
  for (unsigned p = 0; p < blockIdx.x; ++p) total += kept[p];
  for (std::size_t base = begin; base < end; base += kLanes) {
    const std::size_t i = base + threadIdx.x;
    const unsigned flag = i < end && keep(in[i]) ? 1 : 0;
    unsigned place = 0;
    ((place = lane == threadIdx.x ? total : place, total += __shfl_sync(kAll, flag, lane)), ...);
    if (flag == 1) out[place] = in[i];
  }
  if (threadIdx.x == 0 && blockIdx.x == kParts - 1) *count = total;
}

template <class T, class Keep>
void flags_scan_scatter(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  constexpr auto kAllLanes = std::make_integer_sequence<int, kLanes>();
  const std::size_t part = (n + kParts - 1) / kParts;
  unsigned* kept = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&kept, kParts * sizeof(unsigned), stream));
  count_kernel<<<kParts, kLanes, 0, stream>>>(in, n, part, kept, keep, kAllLanes);
  place_kernel<<<kParts, kLanes, 0, stream>>>(in, out, n, part, kept, count, keep, kAllLanes);
  WARPGRADE_CHECK(cudaFreeAsync(kept, stream));
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace compact
