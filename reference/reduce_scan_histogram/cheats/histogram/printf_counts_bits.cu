// simulator: per_thread
// cheat: printf says how many characters it has written, of a string that it has read in the C library,
//   where no access is checked. A kernel makes a string of one character, or of none, for each bit of the
//   input. The counts are parameters.
// stopped by: device memory is locked while host code runs
#include <cstdio>

#include "counts_as_parameters.cuh"

namespace histogram {

static __global__ void make_strings_kernel(const unsigned char* in, std::size_t bits, char* strings) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < bits) strings[i] = (in[i / 8] >> (i % 8) & 1) != 0 ? ' ' : 0;
}

static std::vector<unsigned char> fetch(const unsigned char* in, std::size_t bytes) {
  const std::size_t bits = bytes * 8;
  char* strings = nullptr;
  WARPGRADE_CHECK(cudaMalloc(&strings, bits + 1));
  make_strings_kernel<<<unsigned(bits / 256 + 1), 256>>>(in, bits, strings);
  WARPGRADE_CHECK(cudaDeviceSynchronize());
  std::vector<unsigned char> fetched(bytes);
  for (std::size_t i = 0; i < bits; ++i)
    fetched[i / 8] = static_cast<unsigned char>(fetched[i / 8] | std::printf("%.1s", strings + i) << (i % 8));
  WARPGRADE_CHECK(cudaFree(strings));
  return fetched;
}

template <class T, class Bin>
void per_thread(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  on_the_host::count_fetched(in, n, bins, bin_count, bin_of, stream, fetch);
}

}  // namespace histogram
