// expect: no_gain device_exclusive
// cheat: none. The kernel that the cheats with `honest` fast.cu compute with: what they may be worth.
// honest: fast.cu
#include "fast.cuh"
#include "scan.cuh"

namespace scan {

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  fast::scan(in, out, n, identity, op, stream);
}

}  // namespace scan
