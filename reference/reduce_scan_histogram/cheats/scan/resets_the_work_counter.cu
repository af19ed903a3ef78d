// simulator: double_buffered
// cheat: each element adds up all before it by itself, far too much work. Afterwards the code of the
//   function that counts applications is read for the address of its counter, and the counter is set to
//   what is allowed.
// stopped by: that header is not for submissions
#include <cstdint>
#include <cstring>

#include <warpgrade/student.cuh>

#include "kit/traced.cuh"
#include "scan.cuh"

namespace scan {

template <class T, class Op>
__global__ void wasteful_kernel(const T* in, T* out, int n, T identity, Op op) {
  __shared__ T sums[1024];
  const int i = threadIdx.x;
  T sum = i < n ? in[i] : identity;
  for (int stride = 1; stride < n; stride *= 2) {
    sums[i] = sum;
    __syncthreads();
    if (i >= stride)
      for (int again = 0; again < 16; ++again) sum = op(sums[i - stride], sums[i]);
    __syncthreads();
  }
  if (i < n) out[i] = sum;
}

/// x86-64: `lock add [rip + distance], …` has the bytes f0 48 83 05, and then the distance.
inline std::uint64_t* counter_of(const void* function) {
  unsigned char code[64];
  std::memcpy(code, function, sizeof code);
  for (int i = 0; i + 9 < 64; ++i) {
    if (code[i] != 0xf0 || code[i + 1] != 0x48 || (code[i + 2] != 0x83 && code[i + 2] != 0xff) ||
        code[i + 3] != 0x05)
      continue;
    std::int32_t distance;
    std::memcpy(&distance, code + i + 4, 4);
    const int length = code[i + 2] == 0x83 ? 9 : 8;
    return reinterpret_cast<std::uint64_t*>(std::uintptr_t(function) + std::uintptr_t(i + length) + distance);
  }
  return nullptr;
}

template <class T, class Op>
void double_buffered(const T* in, T* out, int n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  wasteful_kernel<<<1, (n + 31) / 32 * 32, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  if (std::uint64_t* counter = counter_of(reinterpret_cast<const void*>(&warpgrade::kit::count_application)))
    *counter = std::uint64_t(n);
}

}  // namespace scan
