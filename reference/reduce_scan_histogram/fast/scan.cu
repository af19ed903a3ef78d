// Scan, fast: one pass over memory with decoupled look-back (scan_look_back.cuh). Runs on every card.
// tasks: device_inclusive device_exclusive
//
// What is left to choose is the size of a tile. A small array needs many blocks, so that each multiprocessor
// has one. A large one needs large tiles: each has to wait once for those before it, however large it is.
#include "scan.cuh"
#include "scan_look_back.cuh"

namespace scan {

struct Tuning {
  using Small = Shape<512, 4>;   // 32 KB
  using Large = Shape<768, 13>;  // 156 KB, nearly all registers of a multiprocessor
  static constexpr std::size_t small_bytes = std::size_t(8) << 20;
};

template <bool Inclusive, class T, class Op>
void device_scan(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n * sizeof(T) <= Tuning::small_bytes)
    look_back_scan<Tuning::Small, Inclusive>(in, out, n, identity, op, stream);
  else
    look_back_scan<Tuning::Large, Inclusive>(in, out, n, identity, op, stream);
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
