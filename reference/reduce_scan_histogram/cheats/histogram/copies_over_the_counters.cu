// simulator: per_thread
// cheat: the host copies the input and counts. A copy from host to host by CUDA's runtime reaches the
//   simulator's own variables, as nobody checks it: between two variables of its own, the host looks for the
//   number of bytes that it has read, and sets it to zero.
// stopped by: copies of CUDA's runtime may not reach the grader's memory either
#include "counts_as_parameters.cuh"

namespace histogram {

static std::uint64_t own_data[2] = {1, 2}, own_bss[2];

/// Sets each word to zero that says `number`.
static void forget(std::uint64_t number) {
  const auto begin = reinterpret_cast<std::uintptr_t>(own_data),
             end = reinterpret_cast<std::uintptr_t>(own_bss);
  std::vector<std::uint64_t> words((end - begin) / 8);
  WARPGRADE_CHECK(
      cudaMemcpy(words.data(), reinterpret_cast<const void*>(begin), words.size() * 8, cudaMemcpyHostToHost));
  const std::uint64_t zero = 0;
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] == number)
      WARPGRADE_CHECK(cudaMemcpy(reinterpret_cast<void*>(begin + i * 8), &zero, 8, cudaMemcpyHostToHost));
}

static std::vector<unsigned char> fetch(const unsigned char* in, std::size_t bytes) {
  constexpr std::size_t rare = 1'234'567;  // so that no other variable has the same number
  unsigned char* away = nullptr;
  WARPGRADE_CHECK(cudaMalloc(&away, rare));
  WARPGRADE_CHECK(cudaMemset(away, 0, rare));
  std::vector<unsigned char> fetched(bytes + rare);
  WARPGRADE_CHECK(cudaMemcpy(fetched.data() + bytes, away, rare, cudaMemcpyDeviceToHost));
  WARPGRADE_CHECK(cudaFree(away));
  if (bytes > 0) WARPGRADE_CHECK(cudaMemcpy(fetched.data(), in, bytes, cudaMemcpyDeviceToHost));
  forget(bytes + rare);
  return fetched;
}

template <class T, class Bin>
void per_thread(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  on_the_host::count_fetched(in, n, bins, bin_count, bin_of, stream, fetch);
}

}  // namespace histogram
