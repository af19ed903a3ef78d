// expect: forbidden device_exclusive
// cheat: calls CUB, included from the folder that CUDA 13 keeps it in.
// stopped by: refused before compiling
#include <cccl/cub/cub.cuh>

#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  std::size_t bytes = 0;
  void* scratch = nullptr;
  WARPGRADE_CHECK(cub::DeviceScan::ExclusiveScan(scratch, bytes, in, out, op, identity, n, stream));
  WARPGRADE_CHECK(cudaMallocAsync(&scratch, bytes, stream));
  WARPGRADE_CHECK(cub::DeviceScan::ExclusiveScan(scratch, bytes, in, out, op, identity, n, stream));
  WARPGRADE_CHECK(cudaFreeAsync(scratch, stream));
}

}  // namespace scan
