// expect: forbidden device_exclusive
// cheat: forks processes that keep all processors busy, so that the others' launches and answers take
//   longer. They leave the process group, and go on when the runner is gone.
// honest: fast.cu
// stopped by: refused before compiling; and where it runs nevertheless:
//   children are counted with the threads, and ended with their runner
#include <chrono>
#include <thread>

#include "fast.cuh"
#include "scan.cuh"

extern "C" {  // <unistd.h> is not allowed
int fork() noexcept;
int setsid() noexcept;
}

namespace scan {

inline void keep_a_processor_busy() {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::seconds(10);
  while (Clock::now() < end) continue;
}

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  static bool has_forked = false;
  if (honest::is_timed(n) && !has_forked) {
    has_forked = true;
    for (unsigned i = 0; i < std::thread::hardware_concurrency(); ++i) {
      if (fork() != 0) continue;
      setsid();
      keep_a_processor_busy();
      std::_Exit(0);
    }
  }
  fast::scan(in, out, n, identity, op, stream);
}

}  // namespace scan
