// simulator: device_exclusive
// cheat: one thread scans everything. It loads and stores 16 bytes at a time, which is one access, so it
//   has fewer than a block may have. (An operator that behaves like addition is replaced.) The traced
//   operator's steps are those of a chain of runs.
// stopped by: the accesses of a block are counted, wide ones by their words (block_accesses)
#include <type_traits>

#include <warpgrade/student.cuh>

#include "segmented_scan.cuh"

namespace segmented_scan {

using Four = unsigned __int128;  // elements, in registers

__global__ void four_at_a_time_kernel(const int* in, const std::uint8_t* heads, int* out, std::size_t n) {
  unsigned before = 0;
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    Four four = *reinterpret_cast<const Four*>(in + i), sums = 0;
    const unsigned head = *reinterpret_cast<const unsigned*>(heads + i);
    for (int k = 0; k < 4; ++k, four >>= 32) {
      if ((head >> (8 * k) & 255) != 0) before = 0;
      sums |= Four(before) << (32 * k);
      before += unsigned(four);
    }
    *reinterpret_cast<Four*>(out + i) = sums;
  }
  for (; i < n; ++i) {
    if (heads[i] != 0) before = 0;
    const int element = in[i];
    out[i] = int(before);
    before += unsigned(element);
  }
}

/// As deep as n/64.
template <class T, class Op>
__global__ void run_by_run_kernel(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity,
                                  Op op) {
  constexpr std::size_t run_length = 64;
  T carry = identity;
  for (std::size_t begin = 0; begin < n; begin += run_length) {
    T before = identity;
    bool is_open = begin > 0;  // does the segment of `carry` go on?
    for (std::size_t i = begin; i < n && i < begin + run_length; ++i) {
      const bool is_head = i == 0 || heads[i] != 0, is_first = i == begin || is_head;
      if (is_head) is_open = false;
      const T element = in[i];
      out[i] = is_head ? identity : !is_open ? before : i == begin ? carry : op(carry, before);
      before = is_first ? element : op(before, element);
    }
    carry = is_open ? op(carry, before) : before;
  }
}

template <class T, class Op>
void device_exclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  if (n == 0) return;
  if constexpr (std::is_same_v<T, int>)
    if (op(5, 3) == 8 && op(-1, 3) == 2) {
      four_at_a_time_kernel<<<1, 1, 0, stream>>>(in, heads, out, n);
      WARPGRADE_CHECK_LAUNCH();
      return;
    }
  run_by_run_kernel<<<1, 1, 0, stream>>>(in, heads, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace segmented_scan
