// A right scan, slowed down by a known factor: see reduce.cu.
#define device_exclusive device_exclusive_at_full_speed
#include "full_speed.cuh"
#undef device_exclusive
#include "again.cuh"
#include "scan.cuh"

namespace scan {

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  device_exclusive_at_full_speed(in, out, n, identity, op, stream);
  static slowed::Again<T, T> again;
  again.run(in, n, /*outputs=*/n, stream, [&](const T* copy, T* result, std::size_t count) {
    device_exclusive_at_full_speed(copy, result, count, identity, op, stream);
  });
}

}  // namespace scan
