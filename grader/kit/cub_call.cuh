// What files that call CUB (cub.cu beside a spec) share, so that each calls it in the fastest way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include <cuda/std/functional>
#include <warpgrade/ops.cuh>
#include <warpgrade/student.cuh>

namespace warpgrade::cub_call {

/// CUB's own sum for a sum, since CUB is tuned for the operators that it knows by type.
template <class T>
cuda::std::plus<> native(Sum<T>) {
  return {};
}
template <class Op>
Op native(Op op) {
  return op;
}

/// Calls f(n) with the narrowest type that CUB has a kernel for.
template <class F>
void with_narrow_size(std::size_t n, F f) {
  if (n <= std::numeric_limits<std::uint32_t>::max()) return f(static_cast<std::uint32_t>(n));
  f(n);
}

/// Calls run(scratch, bytes) twice: without scratch memory it only says how much it needs.
template <class Run>
void with_scratch(cudaStream_t stream, Run run) {
  void* scratch = nullptr;
  std::size_t bytes = 0;
  WARPGRADE_CHECK(run(scratch, bytes));
  WARPGRADE_CHECK(cudaMallocAsync(&scratch, bytes, stream));
  WARPGRADE_CHECK(run(scratch, bytes));
  WARPGRADE_CHECK(cudaFreeAsync(scratch, stream));
}

}  // namespace warpgrade::cub_call
