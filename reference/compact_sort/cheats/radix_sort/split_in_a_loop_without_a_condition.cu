// simulator: split
// cheat: one thread finds the place of each key, in a loop whose end is a declaration: no iteration and no
//   branch of it was a step.
// stopped by: an iteration without a marked condition is a step, too (serial_steps)
#include <warpgrade/student.cuh>

#include "radix_sort.cuh"

namespace radix_sort {

constexpr int kKeys = 1024, kWarps = kKeys / 32;

static __global__ void split_kernel(const std::uint32_t* in, std::uint32_t* out, int n, int bit) {
  __shared__ unsigned zeros_of[kWarps];
  __shared__ unsigned places[kKeys / 2];  // two of them in a word
  const int t = threadIdx.x;
  const std::uint32_t key = t < n ? in[t] : 0;
  const unsigned votes = __ballot_sync(~0u, t < n && (key >> bit & 1) == 0);
  if (t % 32 == 0) zeros_of[t / 32] = votes;
  __syncthreads();
  if (t == 0) {
    unsigned is_zero[kWarps];
    int zeros = 0, zero = 0, one = 0, k = 0;
    for (int w = 0; w < kWarps; ++w) zeros += __popc(is_zero[w] = zeros_of[w]);
    while (bool more = k < n) {
      const unsigned first = is_zero[k / 32] >> k % 32 & 1 ? zero++ : zeros + one++;
      const unsigned second = is_zero[k / 32] >> (k + 1) % 32 & 1 ? zero++ : zeros + one++;
      places[k / 2] = first | second << 16;
      k += 2;
    }
  }
  __syncthreads();
  if (t < n) out[places[t / 2] >> t % 2 * 16 & 0xffff] = key;
}

inline void split(const std::uint32_t* in, std::uint32_t* out, int n, int bit, cudaStream_t stream) {
  if (n == 0) return;
  split_kernel<<<1, kKeys, 0, stream>>>(in, out, n, bit);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace radix_sort
