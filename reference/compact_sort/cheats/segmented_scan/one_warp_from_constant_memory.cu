// simulator: device_inclusive
// cheat: one warp scans all segments of any n: sections of constant memory, one element after the other in
//   each lane. Their ends are combined as trees, to stay below the depth.
// stopped by: the steps of one thread are counted (serial_steps)
#include <warpgrade/student.cuh>

#include "segmented_scan.cuh"

namespace segmented_scan {

constexpr int kPieceBytes = 65'536;
__constant__ uint4 piece[kPieceBytes / 16];

struct Unseen {
  template <class T, class Op>
  static T tree(const T* in, int first, int last, Op op) {
    if (last - first == 1) {
      const T x = in[first];
      return x;
    }
    const int half = first + (last - first) / 2;
    const T a = tree(in, first, half, op), b = tree(in, half, last, op);
    const T c = op(a, b);
    return c;
  }
};

template <class T, class Op>
__global__ void one_warp_scans(const std::uint8_t* heads, T* out, T* carry, int m, bool is_first, T identity,
                               Op op) {
  constexpr int most = kPieceBytes / sizeof(T) / 32 > 512 ? 512 : kPieceBytes / sizeof(T) / 32;
  const T* in = reinterpret_cast<const T*>(piece);
  const int lane = threadIdx.x, part = m == 32 * most ? most : (m + 31) / 32;
  const int first = lane * part < m ? lane * part : m, last = first + part < m ? first + part : m;
  std::uint8_t flags[most];
  if (m == 32 * most) {
    for (int k = 0; k < most / 16; ++k)
      reinterpret_cast<uint4*>(flags)[k] = reinterpret_cast<const uint4*>(heads + first)[k];
  } else {
    for (int i = first; i < last; ++i) flags[i - first] = heads[i];
  }
  int begin = first;
  bool has = false;
  for (int i = first; i < last; ++i)
    if (flags[i - first]) begin = i, has = true;
  T tail = begin < last ? Unseen::tree(in, begin, last, op) : identity;
  T before = is_first ? identity : *carry;
  if (lane == 0 && !has) tail = op(before, tail);
  for (int delta = 1; delta < 32; delta *= 2) {
    const T left = warpgrade::shfl_up(tail, delta);
    const bool left_has = __shfl_up_sync(~0u, int(has), delta);
    if (lane >= delta && !has) tail = op(left, tail), has = left_has;
  }
  const T left = warpgrade::shfl_up(tail, 1);
  T sum = lane == 0 ? before : left;
  for (int i = first; i < last; ++i) {
    const T x = in[i];
    if (flags[i - first]) sum = identity;
    sum = op(sum, x);
    out[i] = sum;
  }
  __syncwarp();
  if (lane == 31) *carry = tail;
}

template <class T, class Op>
void device_inclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  if (n == 0) return;
  T* carry = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&carry, sizeof(T), stream));
  constexpr std::size_t room = kPieceBytes / sizeof(T), most = room > 16'384 ? 16'384 : room;
  for (std::size_t b = 0; b < n; b += most) {
    const std::size_t m = n - b < most ? n - b : most;
    WARPGRADE_CHECK(
        cudaMemcpyToSymbolAsync(piece, in + b, m * sizeof(T), 0, cudaMemcpyDeviceToDevice, stream));
    one_warp_scans<<<1, 32, 0, stream>>>(heads + b, out + b, carry, int(m), b == 0, identity, op);
    WARPGRADE_CHECK_LAUNCH();
  }
  WARPGRADE_CHECK(cudaFreeAsync(carry, stream));
}

}  // namespace segmented_scan
