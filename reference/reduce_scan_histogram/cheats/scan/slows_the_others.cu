// expect: forbidden device_exclusive
// cheat: a host thread keeps the GPU busy with a kernel of its own whenever no call of this process is
//   running, that is while the others are timed: the reference gets slow, and the ratio to it good.
// honest: fast.cu
// stopped by: refused before compiling; and where it runs nevertheless:
//   a contestant is stopped when it is not its turn; threads are counted
#include <atomic>
#include <chrono>
#include <thread>

#include "fast.cuh"
#include "scan.cuh"

namespace scan {

inline std::atomic<long long> last_call_ns = 0;
inline std::atomic<bool> in_call = false;

inline long long now_ns() {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

__global__ void copy_kernel(int4* memory, std::size_t count) {
  const std::size_t step = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x; i < count; i += step)
    memory[i] = memory[(i + count / 2) % count];
}

inline void disturb() {
  constexpr std::size_t count = std::size_t(1) << 24;  // 256 MB: some 0.1 ms
  int4* memory = nullptr;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMalloc(&memory, count * sizeof(int4));
  while (true) {
    // The runner still measures for a moment after the call; after a second without calls the comparison is
    // over.
    const long long quiet_for = now_ns() - last_call_ns;
    if (in_call || quiet_for < 200'000 || quiet_for > 1'000'000'000) continue;
    copy_kernel<<<1024, 256, 0, stream>>>(memory, count);
    cudaStreamSynchronize(stream);
  }
}

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (!honest::is_timed(n)) return honest::scan(in, out, n, identity, op, stream);
  static std::thread disturber(disturb);
  in_call = true;
  fast::scan(in, out, n, identity, op, stream);
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  last_call_ns = now_ns();
  in_call = false;
}

}  // namespace scan
