// simulator: coarsened
// cheat: the C++ library remembers an address for std::set_new_handler. There the threads of a kernel
//   keep how many of them have come and their sum, one after the other: no shared memory, no atomic, no
//   race is seen.
// stopped by: std::set_new_handler is not among what a submission may use
#include <cstdint>
#include <cstring>
#include <new>

#include "honest.cuh"

namespace reduce {

/// For elements of up to four bytes: the lower half is the sum, the upper one counts.
template <class T, class Op>
__global__ void add_kernel(const T* in, std::uint32_t n, T identity, Op op, T* out) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  std::uint64_t state = reinterpret_cast<std::uint64_t>(std::get_new_handler());
  std::uint32_t bits = std::uint32_t(state);
  T sum = identity;
  if (state >> 32 != 0) std::memcpy(&sum, &bits, sizeof sum);
  sum = op(sum, in[i]);
  bits = 0;
  std::memcpy(&bits, &sum, sizeof sum);
  state = ((state >> 32) + 1) << 32 | bits;
  if (state >> 32 == n) {
    *out = sum;
    state = 0;
  }
  std::set_new_handler(reinterpret_cast<std::new_handler>(state));
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if constexpr (sizeof(T) <= 4) {
    if (n > 0) {
      add_kernel<<<unsigned(n / 256 + 1), 256, 0, stream>>>(in, std::uint32_t(n), identity, op, out);
      WARPGRADE_CHECK_LAUNCH();
      return;
    }
  }
  honest::reduce(in, out, n, identity, op, stream);
}

}  // namespace reduce
