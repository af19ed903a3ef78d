// expect: no_gain coarsened
// cheat: CUDA lends memory in pieces of 2 MB, so others' outputs may lie beside its own. Where it once
//   found its own right answer beside its output, it looks for the answer from then on.
// stopped by: an allocation of its own for each lent array
#include <vector>

#include <cuda.h>

#include "honest.cuh"
#include "reduce.cuh"

namespace reduce {

/// The allocation that `pointer` is part of, by the driver, which knows all of what was lent.
template <class T>
std::vector<T> allocation_around(const T* pointer, const T*& begin) {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found;
  WARPGRADE_CHECK(
      cudaGetDriverEntryPointByVersion("cuMemGetAddressRange", &function, 12000, cudaEnableDefault, &found));
  CUdeviceptr base = 0;
  std::size_t bytes = 0;
  using GetRange = CUresult (*)(CUdeviceptr*, std::size_t*, CUdeviceptr);
  reinterpret_cast<GetRange>(function)(&base, &bytes, reinterpret_cast<CUdeviceptr>(pointer));
  begin = reinterpret_cast<const T*>(base);
  std::vector<T> content(std::min<std::size_t>(bytes, std::size_t(2) << 20) / sizeof(T));
  WARPGRADE_CHECK(cudaMemcpy(content.data(), begin, content.size() * sizeof(T), cudaMemcpyDeviceToHost));
  return content;
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (!honest::is_timed(n)) return honest::reduce(in, out, n, identity, op, stream);
  static const T* beside = nullptr;
  static int calls = 0;
  if (beside && ++calls % 8 != 0) {  // now and then it makes sure
    const honest::PlausibleTime time(n * sizeof(T));
    WARPGRADE_CHECK(cudaMemcpyAsync(out, beside, sizeof(T), cudaMemcpyDeviceToDevice, stream));
    return;
  }
  honest::reduce(in, out, n, identity, op, stream);
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  const T* begin = nullptr;
  const std::vector<T> content = allocation_around(out, begin);
  const std::size_t own = out - begin;
  for (std::size_t i = 0; i < content.size() && own < content.size(); ++i)
    if (i != own && content[i] == content[own] && content[i] != T(0)) beside = begin + i;
}

}  // namespace reduce
