// simulator: split
// cheat: The host learns each key's bit from the time of a kernel (cudaEventElapsedTime): no byte is read.
//   Then it moves the keys by device-to-device copies, one by one. No kernel writes anything.
// stopped by: copies within the device are counted; events tell launches, not time (api/stream.cpp)
#include <vector>

#include <warpgrade/student.cuh>

#include "radix_sort.cuh"
namespace radix_sort {
__constant__ std::uint32_t all[1024];
__global__ void wait_if(int i, int bit) {
  unsigned rounds = (all[i] >> bit & 1) * 400000u, x = 1;
again:
  x = x * 1664525u + 1013904223u;
  void* way[2] = {&&end, &&again};
  goto* way[rounds-- > 0 && x != 1];
end:;
}
inline float time_of(const std::uint32_t* in, int i, int bit, cudaEvent_t a, cudaEvent_t b,
                     cudaStream_t stream) {
  float ms = 0;
  cudaEventRecord(a, stream);
  wait_if<<<1, 1, 0, stream>>>(i, bit);
  cudaEventRecord(b, stream);
  cudaEventSynchronize(b);
  cudaEventElapsedTime(&ms, a, b);
  return ms;
}
void split(const std::uint32_t* in, std::uint32_t* out, int n, int bit, cudaStream_t stream) {
  cudaEvent_t a, b;
  cudaEventCreate(&a);
  cudaEventCreate(&b);
  std::vector<char> ones(n);
  if (n) cudaMemcpyToSymbolAsync(all, in, n * 4, 0, cudaMemcpyDeviceToDevice, stream);
  int zeros = 0;
  for (int i = 0; i < n; ++i) {
    for (int tries = 0; tries < 4; ++tries)
      if (ones[i] = time_of(in, i, bit, a, b, stream) > 0.3f; !ones[i]) break;
    zeros += !ones[i];
  }
  int zero = 0, one = zeros;
  for (int i = 0; i < n; ++i)
    cudaMemcpyAsync(out + (ones[i] ? one++ : zero++), in + i, 4, cudaMemcpyDeviceToDevice, stream);
  cudaEventDestroy(a);
  cudaEventDestroy(b);
}
}  // namespace radix_sort
