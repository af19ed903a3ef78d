// simulator: per_thread
// cheat: a kernel makes eight bytes of the input the address of std::cout's buffer, in a member function,
//   where calls of the host's functions are not noticed. The library keeps it, and tells it to the host. The
//   counts are parameters.
// stopped by: std::basic_ios::rdbuf is not among what a submission may use
#include <cstring>
#include <iostream>

#include "counts_as_parameters.cuh"

namespace histogram {

struct Stream {
  static void keep(std::uint64_t value) { std::cout.rdbuf(reinterpret_cast<std::streambuf*>(value)); }
};

static __global__ void keep_kernel(const std::uint64_t* in, std::size_t i) { Stream::keep(in[i]); }

static std::vector<unsigned char> fetch(const unsigned char* in, std::size_t bytes) {
  std::streambuf* const buffer = std::cout.rdbuf();
  std::uint64_t* words = nullptr;
  WARPGRADE_CHECK(cudaMalloc(&words, bytes + 8));
  WARPGRADE_CHECK(cudaMemset(words, 0, bytes + 8));
  if (bytes > 0) WARPGRADE_CHECK(cudaMemcpy(words, in, bytes, cudaMemcpyDeviceToDevice));
  std::vector<unsigned char> fetched(bytes / 8 * 8 + 8);
  for (std::size_t i = 0; i < fetched.size() / 8; ++i) {
    keep_kernel<<<1, 1>>>(words, i);
    WARPGRADE_CHECK(cudaDeviceSynchronize());
    const auto value = reinterpret_cast<std::uint64_t>(std::cout.rdbuf());
    std::memcpy(fetched.data() + i * 8, &value, 8);
  }
  std::cout.rdbuf(buffer);
  WARPGRADE_CHECK(cudaFree(words));
  fetched.resize(bytes);
  return fetched;
}

template <class T, class Bin>
void per_thread(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  on_the_host::count_fetched(in, n, bins, bin_count, bin_of, stream, fetch);
}

}  // namespace histogram
