// simulator: device_exclusive
// cheat: one thread scans everything. It loads and stores 16 bytes at a time, which is one step, and adds
//   in registers, which is none: half a step for each element. (The given operator has a branch; one that
//   behaves like addition is replaced.) The traced operator's steps are those of a chain of runs.
// stopped by: the steps of one thread are counted, wide accesses by their words (serial_steps)
#include <type_traits>
#include <utility>

#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

constexpr int run_length = 64;
using Four = unsigned __int128;  // elements, in registers

/// Replaces four elements by the sums before them.
__device__ inline Four scan_four(Four four, unsigned& before) {
  Four sums = before;
  before += unsigned(four);
  sums |= Four(before) << 32;
  before += unsigned(four >> 32);
  sums |= Four(before) << 64;
  before += unsigned(four >> 64);
  sums |= Four(before) << 96;
  before += unsigned(four >> 96);
  return sums;
}

template <std::size_t... k>
__device__ void scan_run(const Four* in, Four* out, unsigned& before, std::index_sequence<k...>) {
  ((out[k] = scan_four(in[k], before)), ...);
}

__global__ void four_at_a_time_kernel(const int* in, int* out, std::size_t n) {
  unsigned before = 0;
  std::size_t i = 0;
  for (; i + run_length <= n; i += run_length)  // one branch for so many elements
    scan_run(reinterpret_cast<const Four*>(in + i), reinterpret_cast<Four*>(out + i), before,
             std::make_index_sequence<run_length / 4>());
  for (; i < n; ++i) {
    const int element = in[i];
    out[i] = int(before);
    before += unsigned(element);
  }
}

/// Runs are scanned by themselves and take in the carry afterwards: n/64 steps deep.
template <class T, class Op>
__global__ void run_by_run_kernel(const T* in, T* out, std::size_t n, T identity, Op op) {
  T carry = identity;
  for (std::size_t begin = 0; begin < n; begin += run_length) {
    T before = identity;
    for (std::size_t i = begin; i < n && i < begin + run_length; ++i) {
      const T element = in[i];
      out[i] = i == begin ? carry : op(carry, before);
      before = i == begin ? element : op(before, element);
    }
    carry = begin == 0 ? before : op(carry, before);
  }
}

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  if constexpr (std::is_same_v<T, int>)
    if (op(5, 3) == 8 && op(-1, 3) == 2) {
      four_at_a_time_kernel<<<1, 1, 0, stream>>>(in, out, n);
      WARPGRADE_CHECK_LAUNCH();
      return;
    }
  run_by_run_kernel<<<1, 1, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace scan
