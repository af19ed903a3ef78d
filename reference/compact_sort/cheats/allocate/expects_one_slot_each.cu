// simulator: expand
// cheat: the specification says that costs are counted where each input asks for one slot. So threads look
//   whether they do, and then write to the slot with their number; else one thread goes through all inputs.
// stopped by: costs are counted with several inputs in turn ([task.cost] inputs)
#include <warpgrade/student.cuh>

#include "allocate.cuh"

namespace allocate {

/// *others: not 0 if an input asks for none, or for several.
template <class T, class Ask>
__global__ void compare_kernel(const T* in, std::size_t n, Ask ask, unsigned* others) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n && ask.slots(in[i]) != 1) atomicOr(others, 1u);
}

template <class T, class U, class Ask>
__global__ void write_kernel(const T* in, U* out, std::size_t n, unsigned* total, Ask ask,
                             const unsigned* others) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (*others == 0) {
    if (i < n) out[i] = ask.slot(in[i], 0);
    if (i == 0) *total = unsigned(n);
    return;
  }
  if (i > 0) return;
  unsigned next = 0;
  for (std::size_t k = 0; k < n; ++k)
    for (unsigned j = 0; j < ask.slots(in[k]); ++j) out[next++] = ask.slot(in[k], j);
  *total = next;
}

template <class T, class U, class Ask>
void expand(const T* in, U* out, std::size_t n, unsigned* total, Ask ask, cudaStream_t stream) {
  unsigned* others = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&others, sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMemsetAsync(others, 0, sizeof(unsigned), stream));
  compare_kernel<<<unsigned(n / 256 + 1), 256, 0, stream>>>(in, n, ask, others);
  WARPGRADE_CHECK_LAUNCH();
  write_kernel<<<unsigned(n / 256 + 1), 256, 0, stream>>>(in, out, n, total, ask, others);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(others, stream));
}

}  // namespace allocate
