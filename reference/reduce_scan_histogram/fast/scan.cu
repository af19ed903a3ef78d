// Scan, fast: one pass over memory with decoupled look-back (scan_look_back.cuh). Runs on every card.
// tasks: device_inclusive device_exclusive
//
// What is left to choose is the size of a tile. A small array needs many blocks, so that each multiprocessor
// has one. A large one needs large tiles: each has to wait once for those before it, however large it is.
// Elements of a byte or two take a register each, so their tiles stay small.
#include <type_traits>

#include "scan.cuh"
#include "scan_look_back.cuh"

namespace scan {

struct Tuning {
  using Small = Shape<512, 4>;   // 32 KB: for as many multiprocessors as possible
  using Middle = Shape<512, 8>;  // 64 KB
  using Large = Shape<640, 16>;  // 160 KB, nearly all registers of a multiprocessor
  static constexpr std::size_t small_bytes = std::size_t(2) << 20, middle_bytes = std::size_t(24) << 20;
};

template <bool Inclusive, class T, class Op>
void device_scan(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  using Middle = std::conditional_t<sizeof(T) < 4, Tuning::Small, Tuning::Middle>;
  using Large = std::conditional_t<sizeof(T) < 4, Tuning::Small, Tuning::Large>;
  const std::size_t bytes = n * sizeof(T);
  if (bytes <= Tuning::small_bytes)
    look_back_scan<Tuning::Small, Inclusive>(in, out, n, identity, op, stream);
  else if (bytes <= Tuning::middle_bytes)
    look_back_scan<Middle, Inclusive>(in, out, n, identity, op, stream);
  else
    look_back_scan<Large, Inclusive>(in, out, n, identity, op, stream);
}

template <class T, class Op>
void device_inclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  device_scan<true>(in, out, n, identity, op, stream);
}

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  device_scan<false>(in, out, n, identity, op, stream);
}

}  // namespace scan
