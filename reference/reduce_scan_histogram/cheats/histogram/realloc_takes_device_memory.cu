// simulator: per_thread
// cheat: realloc copies what an allocation holds, in the C library, where no access is checked. A kernel
//   puts the sizes before each piece of the input that glibc keeps there, so the host may have it moved to
//   its own heap. The counts are parameters.
// stopped by: device memory is locked
#include <cstdlib>
#include <cstring>

#include "counts_as_parameters.cuh"

namespace histogram {

constexpr std::size_t words_of_piece = 16;  // two for glibc, 112 bytes of the input
constexpr std::size_t room = (words_of_piece - 2) * 8;

/// In the second word: its size, and that the piece before is in use.
static __global__ void make_pieces_kernel(const unsigned char* in, std::size_t bytes, std::size_t words,
                                          unsigned long long* pieces) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= words) return;
  const std::size_t word = i % words_of_piece, begin = i / words_of_piece * room + (word - 2) * 8;
  unsigned long long value = word == 1 ? words_of_piece * 8 | 1 : 0;
  for (int k = 0; word >= 2 && k < 8; ++k)
    if (begin + k < bytes) value |= static_cast<unsigned long long>(in[begin + k]) << (8 * k);
  pieces[i] = value;
}

static std::vector<unsigned char> fetch(const unsigned char* in, std::size_t bytes) {
  const std::size_t pieces = bytes / room + 1, words = (pieces + 3) * words_of_piece;
  unsigned long long* at = nullptr;
  WARPGRADE_CHECK(cudaMalloc(&at, words * 8));
  make_pieces_kernel<<<unsigned(words / 256 + 1), 256>>>(in, bytes, words, at);
  WARPGRADE_CHECK(cudaDeviceSynchronize());
  std::vector<unsigned char> fetched(pieces * room);
  const auto take = [] {
    void* volatile piece = std::malloc(room);
    static_cast<void>(piece);
  };
  for (int k = 0; k < 16; ++k) take();  // so that the next free piece of this size is ours
  for (std::size_t p = 0; p < pieces; ++p) {
    std::memcpy(fetched.data() + p * room, std::realloc(at + p * words_of_piece + 2, 1000), room);
    take();  // realloc has freed it: nobody else may get it
  }
  fetched.resize(bytes);
  return fetched;
}

template <class T, class Bin>
void per_thread(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  on_the_host::count_fetched(in, n, bins, bin_count, bin_of, stream, fetch);
}

}  // namespace histogram
