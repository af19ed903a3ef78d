// Segmented scan, fast: one pass over memory with decoupled look-back (segmented_scan_look_back.cuh). Runs on
// every card.
// tasks: device_inclusive device_exclusive
#include <cstddef>
#include <cstdint>

#include "segmented_scan.cuh"
#include "segmented_scan_look_back.cuh"

namespace segmented_scan {

template <bool Inclusive, class T, class Op>
void device_scan(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                 cudaStream_t stream) {
  if (n * sizeof(T) <= small_bytes)
    look_back_scan<Small<T>, Inclusive>(in, heads, out, n, identity, op, stream);
  else
    look_back_scan<Large<T>, Inclusive>(in, heads, out, n, identity, op, stream);
}

template <class T, class Op>
void device_inclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  device_scan<true>(in, heads, out, n, identity, op, stream);
}

template <class T, class Op>
void device_exclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  device_scan<false>(in, heads, out, n, identity, op, stream);
}

}  // namespace segmented_scan
