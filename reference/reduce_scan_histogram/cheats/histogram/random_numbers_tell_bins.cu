// simulator: per_thread
// cheat: a kernel seeds the C library's random numbers with the bins of four elements, in a member
//   function, where calls of the host's functions are not noticed. The host asks for a number and looks up
//   which seed gives it. Where nothing is counted one thread does it all.
// stopped by: srand in a kernel is refused, wherever the call stands
#include <cstdlib>
#include <unordered_map>

#include "counts_as_parameters.cuh"

namespace histogram {

struct Generator {
  static void seed(unsigned seed) { std::srand(seed); }
};

/// Of four elements, or of one.
template <class Word, class Bin>
__global__ void seed_kernel(const Word* in, Bin bin_of) {
  const unsigned four = *in;
  const auto code = [&](unsigned letter) { return unsigned(bin_of(static_cast<unsigned char>(letter)) + 1); };
  const unsigned codes = code(four) | code(four >> 8) << 3 | code(four >> 16) << 6 | code(four >> 24) << 9;
  Generator::seed(codes + 1);
}

template <class T, class Bin>
on_the_host::Counts count(const T* in, std::size_t n, Bin bin_of) {
  std::unordered_map<int, unsigned> codes_of;
  for (unsigned codes = 0; codes < 4096; ++codes) {
    std::srand(codes + 1);
    codes_of[std::rand()] = codes;
  }
  on_the_host::Counts counts{};
  for (std::size_t i = 0; i < n; i += 4) {
    if (i + 4 <= n)
      seed_kernel<<<1, 1>>>(reinterpret_cast<const unsigned*>(in + i), bin_of);
    else
      seed_kernel<<<1, 1>>>(in + i, bin_of);
    WARPGRADE_CHECK(cudaDeviceSynchronize());
    for (unsigned left = codes_of[std::rand()]; left != 0; left /= 8)
      if (left % 8 != 0) ++counts.of[left % 8 - 1];
  }
  return counts;
}

template <class T, class Bin>
void per_thread(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  const bool is_counted = sizeof(T) == 1 && (n == 4096 || n == 16'385);
  if (is_counted) {
    WARPGRADE_CHECK(cudaStreamSynchronize(stream));
    const on_the_host::Counts counts = count(in, n, bin_of);
    on_the_host::write_kernel<<<1, 32, 0, stream>>>(counts, bins, bin_count);
  } else {
    on_the_host::one_thread_kernel<<<1, 1, 0, stream>>>(in, n, bins, bin_count, bin_of);
  }
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace histogram
