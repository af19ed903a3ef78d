// expect: forbidden device_exclusive
// cheat: as slows_the_others.cu, but no thread gives it away: a timer's signal interrupts the runner
//   while it waits for its next call, and the handler launches the kernel that slows down whoever is
//   timed at that moment. Who stops its process group does not stop it: it joins the grader's.
// honest: fast.cu
// stopped by: refused before compiling; and where it runs nevertheless:
//   a contestant is stopped when it is not its turn, by its own number too
#include <chrono>
#include <csignal>

#include "fast.cuh"
#include "scan.cuh"

extern "C" {  // <sys/time.h> and <unistd.h> are not allowed
int getpgid(int) noexcept;
int getppid() noexcept;
int setpgid(int, int) noexcept;
struct TimerSettings {
  long every_s, every_us, first_s, first_us;
};
int setitimer(int, const TimerSettings*, TimerSettings*) noexcept;
}

namespace scan {

using Clock = std::chrono::steady_clock;

inline Clock::time_point last_call;
inline volatile std::sig_atomic_t in_call = 0;
inline cudaStream_t own_stream = nullptr;
inline int4* memory = nullptr;
constexpr std::size_t memory_words = std::size_t(1) << 24;  // 256 MB: some 0.1 ms

__global__ void copy_kernel(int4* words, std::size_t count) {
  const std::size_t step = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x; i < count; i += step)
    words[i] = words[(i + count / 2) % count];
}

inline void on_timer(int) {
  // The runner still measures for a moment after the call; after a second without calls the comparison is
  // over.
  const auto quiet_for = Clock::now() - last_call;
  if (in_call || quiet_for < std::chrono::microseconds(200) || quiet_for > std::chrono::seconds(1)) return;
  copy_kernel<<<1024, 256, 0, own_stream>>>(memory, memory_words);
  cudaStreamSynchronize(own_stream);
}

inline void start_timer() {
  setpgid(0, getpgid(getppid()));
  WARPGRADE_CHECK(cudaStreamCreateWithFlags(&own_stream, cudaStreamNonBlocking));
  WARPGRADE_CHECK(cudaMalloc(&memory, memory_words * sizeof(int4)));
  std::signal(SIGALRM, on_timer);
  const TimerSettings often{0, 100, 0, 100};
  setitimer(0, &often, nullptr);  // of real time
}

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (!honest::is_timed(n)) return honest::scan(in, out, n, identity, op, stream);
  in_call = 1;
  if (!own_stream) start_timer();
  fast::scan(in, out, n, identity, op, stream);
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  last_call = Clock::now();
  in_call = 0;
}

}  // namespace scan
