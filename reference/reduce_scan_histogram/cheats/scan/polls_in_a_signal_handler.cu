// expect: forbidden device_exclusive
// cheat: no thread gives it away: a timer's signal interrupts the runner while it waits for its next
//   call. The handler looks whether the input has changed, and if so scans it at once.
// stopped by: refused before compiling; and where it runs nevertheless:
//   a contestant is stopped when it is not its turn; the clock runs over the whole turn
#include <array>
#include <csignal>
#include <map>

#include "honest.cuh"
#include "scan.cuh"

extern "C" {  // <sys/time.h> is not allowed
struct TimerSettings {
  long every_s, every_us, first_s, first_us;
};
int setitimer(int, const TimerSettings*, TimerSettings*) noexcept;
}

namespace scan {

using Sample = std::array<int, 8>;

struct Answer {
  int* scanned = nullptr;
  std::size_t n = 0;
  Sample sample{};
  bool is_known = false;
};

inline std::map<const int*, Answer> answers;
inline cudaStream_t own_stream = nullptr;
inline volatile std::sig_atomic_t in_call = 0;

/// Some elements from all over the array: they change when the input does.
inline Sample sample(const int* in, std::size_t n) {
  Sample taken;
  for (std::size_t i = 0; i < taken.size(); ++i)
    cudaMemcpyAsync(&taken[i], in + (n - 1) / (taken.size() - 1) * i, sizeof(int), cudaMemcpyDeviceToHost,
                    own_stream);
  cudaStreamSynchronize(own_stream);
  return taken;
}

inline void on_timer(int) {
  if (in_call) return;
  for (auto& [in, answer] : answers) {
    const Sample now = sample(in, answer.n);
    if (answer.is_known && now == answer.sample) continue;
    honest::scan(in, answer.scanned, answer.n, 0, warpgrade::Sum<int>(), own_stream);
    cudaStreamSynchronize(own_stream);
    answer.sample = now;
    answer.is_known = true;
  }
}

inline void start_timer() {
  cudaStreamCreateWithFlags(&own_stream, cudaStreamNonBlocking);
  std::signal(SIGALRM, on_timer);
  const TimerSettings often{0, 500, 0, 500};
  setitimer(0, &often, nullptr);  // of real time
}

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if constexpr (std::is_same_v<T, int>) {
    if (honest::is_timed(n)) {
      in_call = 1;
      if (!own_stream) start_timer();
      Answer& answer = answers[in];
      answer.n = n;
      if (!answer.scanned) WARPGRADE_CHECK(cudaMalloc(&answer.scanned, n * sizeof(int)));
      if (answer.is_known && sample(in, n) == answer.sample)
        WARPGRADE_CHECK(
            cudaMemcpyAsync(out, answer.scanned, n * sizeof(int), cudaMemcpyDeviceToDevice, stream));
      else
        honest::scan(in, out, n, identity, op, stream);
      WARPGRADE_CHECK(cudaStreamSynchronize(stream));
      in_call = 0;
      return;
    }
  }
  honest::scan(in, out, n, identity, op, stream);
}

}  // namespace scan
