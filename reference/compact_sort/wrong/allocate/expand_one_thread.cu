// expect: too_much_work expand
// Right, but one thread does it all.
#include <warpgrade/student.cuh>

#include "allocate.cuh"

namespace allocate {

template <class T, class U, class Ask>
__global__ void one_thread_kernel(const T* in, U* out, std::size_t n, unsigned* total, Ask ask) {
  unsigned first = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const unsigned slots = ask.slots(in[i]);
    for (unsigned j = 0; j < slots; ++j) out[first + j] = ask.slot(in[i], j);
    first += slots;
  }
  *total = first;
}

template <class T, class U, class Ask>
void expand(const T* in, U* out, std::size_t n, unsigned* total, Ask ask, cudaStream_t stream) {
  one_thread_kernel<<<1, 1, 0, stream>>>(in, out, n, total, ask);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace allocate
