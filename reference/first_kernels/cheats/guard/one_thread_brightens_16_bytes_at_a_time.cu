// simulator: repair
// cheat: one thread brightens all bytes, 16 of them in an access, which counts as 4: the only block has half
//   an access for each element.
// stopped by: the steps of one thread are counted (serial_steps); block_accesses leaves no room for n/2
#include <warpgrade/student.cuh>

#include "guard.cuh"

namespace guard {

__global__ void wide_kernel(const unsigned char* in, unsigned char* out, int n, int amount) {
  int i = 0;
  for (; i + 16 <= n; i += 16) {
    uint4 v = *reinterpret_cast<const uint4*>(in + i);
    unsigned words[4] = {v.x, v.y, v.z, v.w};
    for (unsigned& word : words) {
      unsigned made = 0;
      for (int k = 0; k < 4; ++k) {
        const unsigned sum = (word >> (8 * k) & 255u) + unsigned(amount);
        made |= (sum > 255u ? 255u : sum) << (8 * k);
      }
      word = made;
    }
    *reinterpret_cast<uint4*>(out + i) = make_uint4(words[0], words[1], words[2], words[3]);
  }
  for (; i < n; ++i) {
    const int sum = in[i] + amount;
    out[i] = sum > 255 ? 255 : sum;
  }
}

void brighten(const unsigned char* in, unsigned char* out, int n, int amount, cudaStream_t stream) {
  if (n == 0) return;
  wide_kernel<<<1, 1, 0, stream>>>(in, out, n, amount);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace guard
