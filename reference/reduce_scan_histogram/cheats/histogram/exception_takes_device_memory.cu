// simulator: per_thread
// cheat: std::runtime_error copies its text in the C++ library, where no access is checked: what() is on
//   the host. A kernel spreads the input over characters that are not zero. The counts are parameters.
// stopped by: device memory is locked while host code runs
#include <stdexcept>

#include "counts_as_parameters.cuh"

namespace histogram {

static __global__ void spread_kernel(const unsigned char* in, std::size_t bytes, char* text) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < bytes) text[2 * i] = char('A' + in[i] / 16), text[2 * i + 1] = char('A' + in[i] % 16);
  if (i == bytes) text[2 * i] = 0;
}

static std::vector<unsigned char> fetch(const unsigned char* in, std::size_t bytes) {
  char* text = nullptr;
  WARPGRADE_CHECK(cudaMalloc(&text, 2 * bytes + 1));
  spread_kernel<<<unsigned(bytes / 256 + 1), 256>>>(in, bytes, text);
  WARPGRADE_CHECK(cudaDeviceSynchronize());
  const std::runtime_error error(text);
  std::vector<unsigned char> fetched(bytes);
  for (std::size_t i = 0; i < bytes; ++i)
    fetched[i] = static_cast<unsigned char>((error.what()[2 * i] - 'A') * 16 + error.what()[2 * i + 1] - 'A');
  WARPGRADE_CHECK(cudaFree(text));
  return fetched;
}

template <class T, class Bin>
void per_thread(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  on_the_host::count_fetched(in, n, bins, bin_count, bin_of, stream, fetch);
}

}  // namespace histogram
