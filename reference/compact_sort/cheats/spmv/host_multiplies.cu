// simulator: segmented
// cheat: the host multiplies, and a kernel copies y.
// stopped by: what the host reads is counted (host_bytes)
#include "on_the_host.cuh"
#include "spmv.cuh"

namespace spmv {

inline void segmented(Csr a, const float* x, float* y, cudaStream_t stream) {
  const std::vector<unsigned> offsets = on_the_host::download(a.row_offsets, std::size_t(a.rows) + 1, stream);
  const std::vector<unsigned> columns = on_the_host::download(a.columns, std::size_t(a.elements), stream);
  const std::vector<float> values = on_the_host::download(a.values, std::size_t(a.elements), stream);
  unsigned most = 0;
  for (unsigned column : columns) most = column >= most ? column + 1 : most;
  const std::vector<float> vector = on_the_host::download(x, most, stream);
  std::vector<float> sums(std::size_t(a.rows));
  for (int row = 0; row < a.rows; ++row)
    for (unsigned e = offsets[row]; e < offsets[row + 1]; ++e) sums[row] += values[e] * vector[columns[e]];
  on_the_host::upload(sums, y, stream);
}

}  // namespace spmv
