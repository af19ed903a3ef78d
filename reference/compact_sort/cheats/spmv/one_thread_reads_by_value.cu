// simulator: segmented
// cheat: one thread multiplies. It reads eight elements at a time as a struct, which a function takes by
//   value: they are copied at the call, where nothing is counted. A vector instruction that the
//   instrumentation passes by writes.
// stopped by: that header is not for submissions
#include <emmintrin.h>

#include <warpgrade/student.cuh>

#include "spmv.cuh"

namespace spmv {

struct Part {
  unsigned words[8];
};

__attribute__((noinline)) __device__ unsigned word_of(Part part, unsigned k) { return part.words[k]; }

__device__ inline unsigned load_unseen(const void* array, unsigned i) {
  return word_of(static_cast<const Part*>(array)[i / 8], i % 8);
}

static __global__ void multiply_kernel(Csr a, const float* x, float* y) {
  for (int row = 0; row < a.rows; ++row) {
    float sum = 0;
    const unsigned begin = load_unseen(a.row_offsets, row), end = load_unseen(a.row_offsets, row + 1);
    for (unsigned e = begin; e < end; ++e)
      sum += __uint_as_float(load_unseen(a.values, e)) *
             __uint_as_float(load_unseen(x, load_unseen(a.columns, e)));
    _mm_stream_si32(reinterpret_cast<int*>(y + row), __float_as_int(sum));
  }
}

inline void segmented(Csr a, const float* x, float* y, cudaStream_t stream) {
  multiply_kernel<<<1, 1, 0, stream>>>(a, x, y);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace spmv
