// expect: forbidden coarsened
// cheat: Sleeps in its first calls, so that the grader thinks that few repetitions are enough, and is
//   wrong after.
// stopped by: refused before compiling; and where it runs nevertheless: the fewest repetitions are run in
//   any case, every output is compared
#include <chrono>
#include <thread>

#include "honest.cuh"
#include "reduce.cuh"

namespace reduce {

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  static int calls = 0;
  if (!honest::is_timed(n)) return honest::reduce(in, out, n, identity, op, stream);
  const bool is_warm_up = ++calls <= 4;
  if (is_warm_up) std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  honest::reduce(in, out, is_warm_up ? n : n / 64, identity, op, stream);
}

}  // namespace reduce
