// expect: no_gain device_exclusive
// cheat: neither thread nor handler: the GPU itself waits. When the runner reports a time, a stream is
//   made to wait until the last element of the input changes, and to scan it then: no call is needed for
//   that any more.
// stopped by: the clock runs over the whole turn, from before the input exists
#include <cstring>

#include <cuda.h>

#include "honest.cuh"
#include "scan.cuh"

namespace scan {

template <class Function>
Function driver_function(const char* name) {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found;
  WARPGRADE_CHECK(cudaGetDriverEntryPointByVersion(name, &function, 12000, cudaEnableDefault, &found));
  return reinterpret_cast<Function>(function);
}

struct Prepared {
  const int* in = nullptr;
  std::size_t n = 0;
  int* scanned = nullptr;
  int* mark = nullptr;  ///< the input's last element as it was
  cudaStream_t stream = nullptr;
  cudaEvent_t done = nullptr;
};
inline Prepared prepared;

__global__ void keep_kernel(const int* last, int* mark) { *mark = *last; }

/// Lets the GPU wait for the next input, in the array of the last call.
inline void prepare() {
  using Wait = CUresult (*)(CUstream, CUdeviceptr, cuuint32_t, unsigned);
  static const auto wait = driver_function<Wait>("cuStreamWaitValue32");
  int last = 0;
  cudaMemcpy(&last, prepared.in + prepared.n - 1, sizeof last, cudaMemcpyDeviceToHost);
  // Waits until (value & ~mask) is not all ones … of the bits that are now zero: some bit of a new value is
  // set.
  wait(prepared.stream, reinterpret_cast<CUdeviceptr>(prepared.in + prepared.n - 1), ~cuuint32_t(last),
       CU_STREAM_WAIT_VALUE_AND);
  honest::scan(prepared.in, prepared.scanned, prepared.n, 0, warpgrade::Sum<int>(), prepared.stream);
  keep_kernel<<<1, 1, 0, prepared.stream>>>(prepared.in + prepared.n - 1, prepared.mark);
  cudaEventRecord(prepared.done, prepared.stream);
}

}  // namespace scan

extern "C" long syscall(long, ...);  // <unistd.h> and <sys/socket.h> are not allowed

/// The runner's answer is out: now nobody waits for the device any more.
extern "C" ssize_t write(int descriptor, const void* bytes, std::size_t count) {
  constexpr long number = 1;  // of write on x86-64
  const ssize_t written = syscall(number, descriptor, bytes, count);
  if (descriptor == 3 && scan::prepared.in) scan::prepare();
  return written;
}

/// At the end of the comparison no other process changes the input any more.
extern "C" ssize_t recv(int descriptor, void* bytes, std::size_t count, int flags) {
  constexpr long number = 45;  // of recvfrom on x86-64
  const ssize_t got = syscall(number, descriptor, bytes, count, flags, nullptr, nullptr);
  if (descriptor != 3 || got <= 0 || !scan::prepared.in || !memmem(bytes, got, "leave", 5)) return got;
  cudaMemset(const_cast<int*>(scan::prepared.in + scan::prepared.n - 1), 0xFF, sizeof(int));
  scan::prepared.in = nullptr;
  return got;
}

namespace scan {

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if constexpr (std::is_same_v<T, int>) {
    if (honest::is_timed(n)) {
      const bool is_expected = in == prepared.in && n == prepared.n && prepared.scanned;
      if (is_expected && cudaEventQuery(prepared.done) == cudaSuccess) {
        int now = 0, then = 0;
        WARPGRADE_CHECK(cudaMemcpy(&now, in + n - 1, sizeof now, cudaMemcpyDeviceToHost));
        WARPGRADE_CHECK(cudaMemcpy(&then, prepared.mark, sizeof then, cudaMemcpyDeviceToHost));
        if (now == then) {
          WARPGRADE_CHECK(
              cudaMemcpyAsync(out, prepared.scanned, n * sizeof(int), cudaMemcpyDeviceToDevice, stream));
          return;
        }
      }
      if (prepared.n != n) {
        prepared = {};
        WARPGRADE_CHECK(cudaMalloc(&prepared.scanned, n * sizeof(int)));
        WARPGRADE_CHECK(cudaMalloc(&prepared.mark, sizeof(int)));
        WARPGRADE_CHECK(cudaStreamCreateWithFlags(&prepared.stream, cudaStreamNonBlocking));
        WARPGRADE_CHECK(cudaEventCreateWithFlags(&prepared.done, cudaEventDisableTiming));
        prepared.n = n;
      }
      prepared.in = in;
    }
  }
  honest::scan(in, out, n, identity, op, stream);
}

}  // namespace scan
