// expect: forbidden coarsened
// cheat: A host thread launches the kernel a moment after the call has returned and the device was waited
//   for.
// stopped by: refused before compiling; and where it runs nevertheless: the output is read right after the
//   answer
#include <chrono>
#include <thread>

#include "honest.cuh"
#include "reduce.cuh"

namespace reduce {

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (!honest::is_timed(n)) return honest::reduce(in, out, n, identity, op, stream);
  const honest::PlausibleTime time(n * sizeof(T));
  std::thread([=] {
    std::this_thread::sleep_for(std::chrono::nanoseconds(n * sizeof(T) / 4000) +
                                std::chrono::microseconds(50));
    cudaStream_t mine;
    cudaStreamCreateWithFlags(&mine, cudaStreamNonBlocking);
    honest::reduce(in, out, n, identity, op, mine);
  }).detach();
}

}  // namespace reduce
