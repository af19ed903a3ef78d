// simulator: double_buffered
// cheat: each element adds up all before it by itself, far too much work. Afterwards the code of the function
//   that counts applications is read for the address of its counter, and the counter is set to what is
//   allowed.
// stopped by:
#include <cstdint>
#include <cstring>

#include "host_scan.cuh"

namespace scan {

/// Adds up in[0..i] as a tree over aligned parts: as deep as it may be.
template <class T, class Op>
__global__ void all_before_kernel(const T* in, T* out, int n, T identity, Op op) {
  __shared__ T all[1024];
  const int i = threadIdx.x;
  if (i < n) all[i] = in[i];
  __syncthreads();
  if (i >= n) return;
  T partial[11];
  for (T& p : partial) p = identity;
  for (int j = 0; j <= i; ++j) {
    T sum = all[j];
    int level = 0;
    for (; (j >> level & 1) != 0; ++level) sum = op(partial[level], sum);
    partial[level] = sum;
  }
  T sum = identity;
  for (int level = 0; level < 11; ++level)
    if (((i + 1) >> level & 1) != 0) sum = op(partial[level], sum);
  out[i] = sum;
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
  all_before_kernel<<<1, (n + 31) / 32 * 32, 0, stream>>>(in, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  if (std::uint64_t* counter = counter_of(reinterpret_cast<const void*>(&warpgrade::kit::count_application)))
    *counter = std::uint64_t(n);
}

}  // namespace scan
