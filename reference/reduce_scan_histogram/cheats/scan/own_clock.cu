// expect: no_gain device_exclusive
// cheat: defines clock_gettime itself. The program's own comes before libc's, so that every clock of its
//   process runs at a tenth of the speed.
// stopped by: the judge's clock is that of another process
#include <ctime>

#include "honest.cuh"
#include "scan.cuh"

extern "C" long syscall(long, ...);  // <unistd.h> is not allowed

extern "C" int clock_gettime(clockid_t clock, timespec* now) noexcept {
  constexpr long number = 228;  // of clock_gettime on x86-64
  const int result = int(syscall(number, clock, now));
  const long long ns = (now->tv_sec * 1'000'000'000LL + now->tv_nsec) / 10;
  now->tv_sec = ns / 1'000'000'000;
  now->tv_nsec = ns % 1'000'000'000;
  return result;
}

namespace scan {

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  honest::scan(in, out, n, identity, op, stream);
}

}  // namespace scan
