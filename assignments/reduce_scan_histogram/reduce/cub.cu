// What NVIDIA's library does with this exercise, to compare with: CUB's DeviceReduce.
// tasks: coarsened
#include <cub/device/device_reduce.cuh>

#include "kit/cub_call.cuh"
#include "reduce.cuh"

namespace reduce {

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  using namespace warpgrade::cub_call;
  with_narrow_size(n, [&](auto count) {
    with_scratch(stream, [&](void* scratch, std::size_t& bytes) {
      return cub::DeviceReduce::Reduce(scratch, bytes, in, out, count, native(op), identity, stream);
    });
  });
}

}  // namespace reduce
