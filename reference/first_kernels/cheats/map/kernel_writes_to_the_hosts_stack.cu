// simulator: write
// cheat: as kernel_writes_to_the_hosts_heap, with an array on the host's stack.
// stopped by: the memory of the host is locked while a kernel runs
#include "map.cuh"
#include "unseen.cuh"

namespace map {

void square(const float* in, float* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  if (n > 65'536) return unseen::copy_openly(in, out, n, stream);
  float numbers[65'536];
  unseen::square_on_the_host(in, out, numbers, n, stream);
}

void subtract(const float*, const float*, float*, int, cudaStream_t) {}

}  // namespace map
