// simulator: block_inclusive
// cheat: the host scans pairs of flag and value with doubling strides, as the task would in a block; a
//   kernel copies the result.
// stopped by: what the host reads is counted (host_bytes)
#include "on_the_host.cuh"
#include "segmented_scan.cuh"

namespace segmented_scan {

template <class T, class Op>
void block_inclusive(const T* in, const std::uint8_t* heads, T* out, int n, T /*identity*/, Op op,
                     cudaStream_t stream) {
  std::vector<T> sums = on_the_host::download(in, std::size_t(n), stream);
  std::vector<std::uint8_t> flags = on_the_host::download(heads, std::size_t(n), stream);
  for (int stride = 1; stride < n; stride *= 2)
    for (int i = n - 1; i >= stride; --i) {
      if (!flags[i]) sums[i] = op(sums[i - stride], sums[i]);
      flags[i] |= flags[i - stride];
    }
  on_the_host::upload(sums, out, stream);
}

}  // namespace segmented_scan
