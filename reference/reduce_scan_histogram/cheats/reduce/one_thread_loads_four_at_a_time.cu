// simulator: coarsened
// cheat: one thread adds up everything. It loads 16 bytes at a time, which is one step, and adds in
//   registers, which is none: a quarter of a step for each element. (The given operator has a branch; one
//   that behaves like addition is replaced.) The traced operator's steps are those of a chain of runs.
// stopped by: the steps of one thread are counted, wide accesses by their words (serial_steps)
#include <type_traits>
#include <utility>

#include <warpgrade/student.cuh>

#include "reduce.cuh"

namespace reduce {

constexpr int run_length = 64;
using Four = unsigned __int128;  // elements, in registers

__device__ inline unsigned sum_of(Four four) {
  return unsigned(four) + unsigned(four >> 32) + unsigned(four >> 64) + unsigned(four >> 96);
}

template <std::size_t... k>
__device__ unsigned sum_of_run(const Four* in, std::index_sequence<k...>) {
  return (sum_of(in[k]) + ...);
}

__global__ void four_at_a_time_kernel(const int* in, int* out, std::size_t n) {
  unsigned sum = 0;
  std::size_t i = 0;
  for (; i + run_length <= n; i += run_length)  // one branch for so many elements
    sum += sum_of_run(reinterpret_cast<const Four*>(in + i), std::make_index_sequence<run_length / 4>());
  for (; i < n; ++i) sum += unsigned(in[i]);
  *out = int(sum);
}

/// As deep as n/64.
template <class T, class Op>
__global__ void run_by_run_kernel(const T* in, T* out, std::size_t n, T identity, Op op) {
  T sum = identity;
  for (std::size_t begin = 0; begin < n; begin += run_length) {
    T run = in[begin];
    for (std::size_t i = begin + 1; i < n && i < begin + run_length; ++i) run = op(run, in[i]);
    sum = begin == 0 ? run : op(sum, run);
  }
  *out = sum;
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if constexpr (std::is_same_v<T, int>)
    if (op(5, 3) == 8 && op(-1, 3) == 2) {
      four_at_a_time_kernel<<<1, 1, 0, stream>>>(in, out, n);
      WARPGRADE_CHECK_LAUNCH();
      return;
    }
  run_by_run_kernel<<<1, 1, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace reduce
