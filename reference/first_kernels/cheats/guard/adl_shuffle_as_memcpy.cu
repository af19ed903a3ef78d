// simulator: write
// cheat: Argument-dependent lookup reaches wgsim::shuffle without the word wgsim: with pointers of its own
//   choice it is a memcpy of 256 bytes that nobody counts. One thread does it all.
// stopped by: no function is found by an argument of type Site (wgsim/abi.h)
#include <warpgrade/student.cuh>

#include "guard.cuh"
namespace guard {
template <class S>
__device__ S site_of(cudaError_t (*)(S)) {
  return S{};
}
__global__ void rectify_kernel(const int* in, int* out, int n) {
  if (blockIdx.x + threadIdx.x != 0) return;
  const auto site = site_of(&cudaDeviceSynchronize);
  int room[64];
  int i = 0;
again:
  const int count = n - i < 64 ? n - i : 64;
  shuffle(1u, in + i, room, count * sizeof(int), {}, 0, 32, site);
  int k = 0;
each:
  room[k] = room[k] > 0 ? room[k] : 0;
  if (++k < count) goto each;
  shuffle(1u, room, out + i, count * sizeof(int), {}, 0, 32, site);
  if ((i += 64) < n) goto again;
}
void rectify(const int* in, int* out, int n, cudaStream_t stream) {
  if (n) rectify_kernel<<<1, 1, 0, stream>>>(in, out, n);
}
}  // namespace guard
