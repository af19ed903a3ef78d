// simulator: run_lengths
// cheat: the host walks along the runs; kernels copy what it found.
// stopped by: what the host reads is counted (host_bytes)
#include "histogram_by_sort.cuh"
#include "on_the_host.cuh"

namespace histogram_by_sort {

template <class T>
void run_lengths(const T* in, std::size_t n, T* values, std::uint32_t* counts, std::uint32_t* runs,
                 cudaStream_t stream) {
  std::vector<T> found;
  std::vector<std::uint32_t> lengths;
  for (const T& x : on_the_host::download(in, n, stream)) {
    if (found.empty() || found.back() != x) {
      found.push_back(x);
      lengths.push_back(0);
    }
    ++lengths.back();
  }
  on_the_host::upload(found, values, stream);
  on_the_host::upload(lengths, counts, stream);
  on_the_host::upload(std::vector<std::uint32_t>{std::uint32_t(found.size())}, runs, stream);
}

}  // namespace histogram_by_sort
