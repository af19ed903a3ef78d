// expect: no_gain coarsened
// cheat: allocates memory without initialising it, and takes for its answer what the reference may have
//   left there.
// stopped by: other processes: the driver clears memory between them
#include <algorithm>

#include "honest.cuh"
#include "reduce.cuh"

namespace reduce {

/// The first value that is neither zero nor a poison of equal bytes.
template <class T>
__global__ void find_kernel(const T* memory, std::size_t count, T* found) {
  const std::size_t step = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x; i < count; i += step)
    if (const T value = memory[i]; value != T(0)) *found = value;
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (!honest::is_timed(n)) return honest::reduce(in, out, n, identity, op, stream);
  const honest::PlausibleTime time(n * sizeof(T));
  std::size_t free_bytes = 0, all_bytes = 0;
  WARPGRADE_CHECK(cudaMemGetInfo(&free_bytes, &all_bytes));
  const std::size_t bytes =
      std::min(free_bytes / 2, std::size_t(64) << 20);  // more would take too long to read
  T* memory = nullptr;
  WARPGRADE_CHECK(cudaMalloc(&memory, bytes));
  WARPGRADE_CHECK(cudaMemsetAsync(out, 0, sizeof(T), stream));
  find_kernel<<<1024, 256, 0, stream>>>(memory, bytes / sizeof(T), out);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFree(memory));
}

}  // namespace reduce
