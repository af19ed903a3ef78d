// What NVIDIA's library does with this exercise, to compare with: CUB's DeviceScan.
// tasks: device_inclusive device_exclusive
#include <cub/device/device_scan.cuh>

#include "kit/cub_call.cuh"
#include "scan.cuh"

namespace scan {

using namespace warpgrade::cub_call;

template <class T, class Op>
void device_inclusive(const T* in, T* out, std::size_t n, T, Op op, cudaStream_t stream) {
  with_narrow_size(n, [&](auto count) {
    with_scratch(stream, [&](void* scratch, std::size_t& bytes) {
      return cub::DeviceScan::InclusiveScan(scratch, bytes, in, out, native(op), count, stream);
    });
  });
}

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  with_narrow_size(n, [&](auto count) {
    with_scratch(stream, [&](void* scratch, std::size_t& bytes) {
      return cub::DeviceScan::ExclusiveScan(scratch, bytes, in, out, native(op), identity, count, stream);
    });
  });
}

}  // namespace scan
