// simulator: coarsened
// cheat: leaves children behind that go on for a minute and slow the machine down for all, by system
//   calls without a function. (Sixteen that sleep are enough to see whether it can.)
// stopped by: refused before compiling
#include "honest.cuh"
#include "system_call.cuh"

namespace reduce {

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  static int children = 0;
  for (; children < 16; ++children) {
    if (system_call(57) != 0) continue;  // fork
    long minute[2] = {60, 0};
    system_call(35, reinterpret_cast<long>(minute));  // nanosleep
    system_call(231, 0);                              // exit_group
  }
  honest::reduce(in, out, n, identity, op, stream);
}

}  // namespace reduce
