// expect: no_gain device_exclusive
// cheat: leaves a kernel behind on another stream, without waiting for it, that reads memory for some
//   milliseconds: beside the reference it makes the reference slow, and the ratio to it good.
// honest: fast.cu
// stopped by: the GPU is waited for within the bracket: the kernel counts as its own time
#include "fast.cuh"
#include "scan.cuh"

namespace scan {

__global__ void busy_kernel(const int* memory, std::size_t count, long long cycles, int* sink) {
  const long long end = clock64() + cycles;
  int sum = 0;
  for (std::size_t i = threadIdx.x; clock64() < end; i = (i + 4096) % count) sum += memory[i];
  if (sum == 1) *sink = sum;
}

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  fast::scan(in, out, n, identity, op, stream);
  if (!honest::is_timed(n)) return;
  static cudaStream_t another = nullptr;
  static int* sink = nullptr;
  if (!another) {
    WARPGRADE_CHECK(cudaStreamCreateWithFlags(&another, cudaStreamNonBlocking));
    WARPGRADE_CHECK(cudaMalloc(&sink, sizeof(int)));
  }
  busy_kernel<<<528, 512, 0, another>>>(reinterpret_cast<const int*>(in), n, 10'000'000, sink);
}

}  // namespace scan
