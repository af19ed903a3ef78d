// simulator: write
// cheat: one thread squares everything. Inputs come to constant memory by copies within the device, so that
//   their reads are no accesses to global memory; stores of 16 bytes make a quarter of the requests.
// stopped by: the steps of one thread are counted (serial_steps)
#include <warpgrade/student.cuh>

#include "map.cuh"

namespace map {

constexpr int kPiece = 8192;  // elements that constant memory holds at a time
__constant__ float piece_a[kPiece];
__constant__ float piece_b[kPiece];

__global__ void all_by_one_kernel(float* out, int m) {
  int i = 0;
  for (; i + 4 <= m; i += 4) {
    float4 v;
    v.x = piece_a[i] * piece_a[i];
    v.y = piece_a[i + 1] * piece_a[i + 1];
    v.z = piece_a[i + 2] * piece_a[i + 2];
    v.w = piece_a[i + 3] * piece_a[i + 3];
    *reinterpret_cast<float4*>(out + i) = v;
  }
  for (; i < m; ++i) out[i] = piece_a[i] * piece_a[i];
}

void square(const float* in, float* out, int n, cudaStream_t stream) {
  for (int begin = 0; begin < n; begin += kPiece) {
    const int m = n - begin < kPiece ? n - begin : kPiece;
    WARPGRADE_CHECK(
        cudaMemcpyToSymbolAsync(piece_a, in + begin, m * sizeof(float), 0, cudaMemcpyDeviceToDevice, stream));
    all_by_one_kernel<<<1, 1, 0, stream>>>(out + begin, m);
    WARPGRADE_CHECK_LAUNCH();
  }
}

}  // namespace map
