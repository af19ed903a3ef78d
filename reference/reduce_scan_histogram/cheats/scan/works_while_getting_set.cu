// expect: forbidden device_exclusive
// cheat: sees the runner's messages, as it defines what reads them. Told to get set, while no clock seems
//   to run yet, it does all of the work, and the call only copies the result.
// stopped by: refused before it is linked; and where it runs nevertheless:
//   the clock runs over the whole turn, from before the input exists
#include <array>
#include <cstring>

#include "honest.cuh"
#include "scan.cuh"

extern "C" long syscall(long, ...);  // <unistd.h> and <sys/socket.h> are not allowed

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

inline void work_ahead() {
  honest::scan(work.in, work.scanned, work.n, 0, warpgrade::Sum<int>(), nullptr);
  work.of = sample(work.in, work.n);  // waits for the scan, too
}

}  // namespace scan

/// Comes before libc's, for the runner too.
extern "C" ssize_t recv(int descriptor, void* bytes, std::size_t count, int flags) {
  constexpr long number = 45;  // of recvfrom on x86-64
  const ssize_t got = syscall(number, descriptor, bytes, count, flags, nullptr, nullptr);
  if (descriptor != 3 || got <= 0) return got;
  if (memmem(bytes, got, "leave", 5)) scan::work.in = nullptr;
  if (scan::work.in && memmem(bytes, got, "get_set", 7)) scan::work_ahead();
  return got;
}

namespace scan {

inline void watch(const int* in, std::size_t n) {
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
