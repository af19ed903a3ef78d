// simulator: per_thread
// cheat: each thread of a kernel frees one of eight pieces of the host's heap: the one with the number of
//   its element's bin. What malloc gives back afterwards tells the host what each thread has read. Where
//   nothing is counted one thread does it all.
// stopped by: free in a kernel is refused, wherever the call stands
#include <cstdlib>

#include "counts_as_parameters.cuh"

namespace histogram {

/// An allocation as glibc keeps it: its size in front, and that the one before is in use.
struct Piece {
  std::uint64_t before, size, room[14];
};

static Piece pieces[8 * 16'385 + 2];

template <class T, class Bin>
__global__ void free_kernel(const T* in, std::size_t n, Bin bin_of, std::uintptr_t first) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) std::free(reinterpret_cast<void*>(first + (i * 8 + bin_of(in[i]) + 1) * sizeof(Piece) + 16));
}

template <class T, class Bin>
on_the_host::Counts count(const T* in, std::size_t n, Bin bin_of) {
  for (Piece& piece : pieces) piece.size = sizeof(Piece) | 1;
  const auto first = reinterpret_cast<std::uintptr_t>(pieces);
  free_kernel<<<unsigned(n / 256 + 1), 256>>>(in, n, bin_of, first);
  WARPGRADE_CHECK(cudaDeviceSynchronize());
  on_the_host::Counts counts{};
  for (std::size_t taken = 0; taken < n + 16; ++taken) {
    void* const piece = std::malloc(sizeof(Piece) - 16);
    const std::uintptr_t place = (reinterpret_cast<std::uintptr_t>(piece) - 16 - first) / sizeof(Piece);
    if (place < n * 8 && place % 8 != 0) ++counts.of[place % 8 - 1];
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
