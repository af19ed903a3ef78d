// expect: forbidden device_exclusive
// cheat: what waits for the GPU returns at once and the time is claimed, so the answer is out while the
//   kernel still runs, into the others' time: the later it is compared, the better.
// stopped by: refused before compiling; and where it runs nevertheless:
//   the output is read right after the answer, before anyone else's turn, and the clock runs
//   until then
#include <chrono>

#include "honest.cuh"
#include "patch.cuh"
#include "scan.cuh"

namespace scan {

using Clock = std::chrono::steady_clock;

inline float claimed_ms = 0;  // 0: behave

inline cudaError_t claim(float* ms, cudaEvent_t, cudaEvent_t) {
  *ms = claimed_ms;
  return cudaSuccess;
}
inline cudaError_t dont_wait() { return cudaSuccess; }
inline cudaError_t dont_wait_for_event(cudaEvent_t) { return cudaSuccess; }
inline cudaError_t dont_wait_for_stream(cudaStream_t) { return cudaSuccess; }

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (honest::is_timed(n) && claimed_ms == 0) {  // from the first timed call on
    patch::redirect(&cudaEventElapsedTime, &claim);
    patch::redirect(&cudaDeviceSynchronize, &dont_wait);
    patch::redirect(&cudaEventSynchronize, &dont_wait_for_event);
    patch::redirect(&cudaStreamSynchronize, &dont_wait_for_stream);
  }
  if (honest::is_timed(n)) claimed_ms = float(2.0 * double(n) * sizeof(T) / 4e9);
  const auto answer_at = Clock::now() + std::chrono::duration<double, std::milli>(claimed_ms);
  honest::scan(in, out, n, identity, op, stream);
  while (Clock::now() < answer_at) continue;
}

}  // namespace scan
