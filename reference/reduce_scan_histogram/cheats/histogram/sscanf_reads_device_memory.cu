// simulator: per_thread
// cheat: sscanf reads its text in the C library, where no access is checked. A kernel writes each byte of
//   the input as a number, and the host reads these where they are. The counts are parameters.
// stopped by: sscanf is not among the functions that a submission may call; device memory is locked
#include <cstdio>

#include "counts_as_parameters.cuh"

namespace histogram {

static __global__ void write_numbers_kernel(const unsigned char* in, std::size_t bytes, char* text) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= bytes) return;
  text[4 * i] = char('0' + in[i] / 100);
  text[4 * i + 1] = char('0' + in[i] / 10 % 10);
  text[4 * i + 2] = char('0' + in[i] % 10);
  text[4 * i + 3] = 0;
}

static std::vector<unsigned char> fetch(const unsigned char* in, std::size_t bytes) {
  char* text = nullptr;
  WARPGRADE_CHECK(cudaMalloc(&text, 4 * bytes + 1));
  write_numbers_kernel<<<unsigned(bytes / 256 + 1), 256>>>(in, bytes, text);
  WARPGRADE_CHECK(cudaDeviceSynchronize());
  std::vector<unsigned char> fetched(bytes);
  for (std::size_t i = 0; i < bytes; ++i) {
    int value = 0;
    std::sscanf(text + 4 * i, "%d", &value);
    fetched[i] = static_cast<unsigned char>(value);
  }
  WARPGRADE_CHECK(cudaFree(text));
  return fetched;
}

template <class T, class Bin>
void per_thread(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  on_the_host::count_fetched(in, n, bins, bin_count, bin_of, stream, fetch);
}

}  // namespace histogram
