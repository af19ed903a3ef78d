// What NVIDIA's library does with this exercise, to compare with: CUB's scan by key. It begins anew wherever
// a key is not equal to the one before it. The flags are its keys, and two are "equal" where the right one
// begins no segment, so nobody has to make keys from the flags first.
// tasks: device_inclusive device_exclusive
#include <cub/device/device_scan.cuh>

#include "kit/cub_call.cuh"
#include "segmented_scan.cuh"

namespace segmented_scan {

using namespace warpgrade::cub_call;

struct GoesOn {
  __host__ __device__ bool operator()(std::uint8_t, std::uint8_t head) const { return head == 0; }
};

template <class T, class Op>
void device_inclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T, Op op,
                      cudaStream_t stream) {
  with_narrow_size(n, [&](auto count) {
    with_scratch(stream, [&](void* scratch, std::size_t& bytes) {
      return cub::DeviceScan::InclusiveScanByKey(scratch, bytes, heads, in, out, native(op), count, GoesOn(),
                                                 stream);
    });
  });
}

template <class T, class Op>
void device_exclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  with_narrow_size(n, [&](auto count) {
    with_scratch(stream, [&](void* scratch, std::size_t& bytes) {
      return cub::DeviceScan::ExclusiveScanByKey(scratch, bytes, heads, in, out, native(op), identity, count,
                                                 GoesOn(), stream);
    });
  });
}

}  // namespace segmented_scan
