// simulator: from_the_right
// cheat: the host scans the array, reversed and with the operands exchanged; the only kernel copies the
//   result to its place.
// stopped by: what the host reads is counted (host_bytes)
#include <algorithm>

#include "host_scan.cuh"

namespace scan {

template <class T, class Op>
void from_the_right(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  std::vector<T> values = on_the_host::download(in, n, stream);
  std::ranges::reverse(values);
  values = on_the_host::inclusive(values, identity, [op](T right, T left) { return op(left, right); });
  std::ranges::reverse(values);
  on_the_host::upload(values, out, stream);
}

}  // namespace scan
