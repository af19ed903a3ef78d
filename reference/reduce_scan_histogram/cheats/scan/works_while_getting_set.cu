// expect: no_gain device_exclusive
// cheat: before each call the runner waits for the GPU, while the input is there and no clock runs yet: a
//   patched cudaDeviceSynchronize does all of the work then, and the call only copies the result.
// stopped by: the clock runs over the whole turn, from before the input exists
#include <array>

#include <cuda.h>

#include "honest.cuh"
#include "patch.cuh"
#include "scan.cuh"

namespace scan {

using Sample = std::array<int, 8>;

struct Work {
  const int* in = nullptr;
  std::size_t n = 0;
  int* scanned = nullptr;
  Sample of{};  ///< what `scanned` is the result of
};
inline Work work;

/// Some elements from all over the array: they change when the input does.
inline Sample sample(const int* in, std::size_t n) {
  Sample taken;
  for (std::size_t i = 0; i < taken.size(); ++i)
    cudaMemcpy(&taken[i], in + (n - 1) / (taken.size() - 1) * i, sizeof(int), cudaMemcpyDeviceToHost);
  return taken;
}

inline cudaError_t wait_for_all() {
  static const auto wait = [] {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuCtxSynchronize", &function, 12000, cudaEnableDefault, &found);
    return reinterpret_cast<CUresult (*)()>(function);
  }();
  return wait() == CUDA_SUCCESS ? cudaSuccess : cudaErrorUnknown;
}

inline cudaError_t CUDARTAPI wait_and_work() {
  if (work.in) {
    if (const Sample now = sample(work.in, work.n); now != work.of) {
      honest::scan(work.in, work.scanned, work.n, 0, warpgrade::Sum<int>(), nullptr);
      work.of = now;
    }
  }
  return wait_for_all();
}

inline void watch(const int* in, std::size_t n) {
  if (!work.scanned) patch::redirect(&cudaDeviceSynchronize, &wait_and_work);
  if (work.n != n) {
    cudaFree(work.scanned);
    work = {};
    WARPGRADE_CHECK(cudaMalloc(&work.scanned, n * sizeof(int)));
  }
  work.in = in;
  work.n = n;
}

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if constexpr (std::is_same_v<T, int>) {
    if (honest::is_timed(n)) {
      const bool is_done = in == work.in && n == work.n && sample(in, n) == work.of;
      if (is_done)
        WARPGRADE_CHECK(
            cudaMemcpyAsync(out, work.scanned, n * sizeof(int), cudaMemcpyDeviceToDevice, stream));
      else
        honest::scan(in, out, n, identity, op, stream);
      return watch(in, n);
    }
  }
  honest::scan(in, out, n, identity, op, stream);
}

}  // namespace scan
