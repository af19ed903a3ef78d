// What NVIDIA's library does with this exercise, to compare with: CUB's DeviceSelect.
// tasks: fused
#include <cub/device/device_select.cuh>

#include "compact.cuh"
#include "kit/cub_call.cuh"

namespace compact {

template <class T, class Keep>
void fused(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  warpgrade::cub_call::with_scratch(stream, [&](void* scratch, std::size_t& bytes) {
    return cub::DeviceSelect::If(scratch, bytes, in, out, count, static_cast<long long>(n), keep, stream);
  });
}

}  // namespace compact
