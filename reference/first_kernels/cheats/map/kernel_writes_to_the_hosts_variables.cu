// simulator: write
// cheat: as kernel_writes_to_the_hosts_heap, with a global variable of the host.
// stopped by: the memory of the host is locked while a kernel runs
#include "map.cuh"
#include "unseen.cuh"

namespace map {

float numbers[1 << 22];

void square(const float* in, float* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  unseen::square_on_the_host(in, out, numbers, n, stream);
}

void subtract(const float*, const float*, float*, int, cudaStream_t) {}

}  // namespace map
