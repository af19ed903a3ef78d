// simulator: blelloch
// cheat: one thread scans. Where sums have `levels` it writes small ones, as a tree would have them.
// stopped by: the elements that are counted are sealed
#include "host_scan.cuh"

namespace scan {

template <class T, class Op>
void blelloch(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  const auto combine = [op](T a, T b) {
    T sum = op(a, b);
    if constexpr (requires { sum.levels; }) sum.levels = 2;
    return sum;
  };
  one_thread::scan(in, out, std::size_t(n), identity, false, combine, stream);
}

}  // namespace scan
