// simulator: from_the_right
// cheat: one thread scans everything. It scans runs by themselves, from the last to the first, and then puts
//   behind them what they lack, so that its results are not deep.
// stopped by: the steps of one thread are counted (serial_steps)
#include <warpgrade/student.cuh>

#include "scan.cuh"

namespace scan {

constexpr std::size_t run_length = 64;

template <class T, class Op>
__global__ void run_by_run_kernel(const T* in, T* out, std::size_t n, T identity, Op op) {
  T carry = identity;
  for (std::size_t end = n; end > 0;) {
    const std::size_t begin = end > run_length ? end - run_length : 0;
    T behind = identity;
    for (std::size_t i = end; i-- > begin;) {
      behind = op(in[i], behind);
      out[i] = op(behind, carry);
    }
    carry = op(behind, carry);
    end = begin;
  }
}

template <class T, class Op>
void from_the_right(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  run_by_run_kernel<<<1, 1, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace scan
