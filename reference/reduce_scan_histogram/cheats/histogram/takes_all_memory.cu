// expect: no_gain privatized
// cheat: takes all of the GPU's memory in its first timed call, so that the reference finds none for its
//   scratch, or must wait for it.
// stopped by: without the reference's time there is none for the submission
#include "histogram.cuh"
#include "honest.cuh"

namespace histogram {

inline void take_all_memory() {
  for (std::size_t bytes = std::size_t(1) << 36; bytes >= (std::size_t(1) << 20); bytes /= 2) {
    void* taken = nullptr;
    while (cudaMalloc(&taken, bytes) == cudaSuccess) continue;
  }
  cudaGetLastError();
}

template <class T, class Bin>
void privatized(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  if (honest::is_timed(n)) {
    static const bool taken = (take_all_memory(), true);
    static_cast<void>(taken);
  }
  honest::count(in, n, bins, bin_count, bin_of, stream);
}

}  // namespace histogram
