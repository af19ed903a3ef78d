#include <warpgrade/student.cuh>

#include "allocate.cuh"

namespace allocate {

constexpr unsigned kThreads = 1024;

template <class T, class U, class Ask>
struct Expansion {
  const T* in;
  U* out;
  Ask ask;
  __device__ unsigned slots(std::size_t i) const { return ask.slots(in[i]); }
  __device__ void write(std::size_t i, unsigned first) const {
    const T x = in[i];
    const unsigned m = ask.slots(x);
    for (unsigned j = 0; j < m; ++j) out[first + j] = ask.slot(x, j);
  }
};

/// One block goes through all inputs, round by round.
template <class Producer>
__global__ void allocate_kernel(Producer producer, std::size_t n, unsigned* total) {
  __shared__ unsigned sums[kThreads];
  const unsigned t = threadIdx.x;
  unsigned carry = 0;
  for (std::size_t first = 0; first < n; first += kThreads) {
    const std::size_t i = first + t;
    const unsigned wanted = i < n ? producer.slots(i) : 0;
    sums[t] = wanted;
    __syncthreads();
    for (unsigned d = 1; d < kThreads; d *= 2) {
      const unsigned left = t >= d ? sums[t - d] : 0;
      __syncthreads();
      sums[t] += left;
      __syncthreads();
    }
    if (wanted > 0) producer.write(i, carry + sums[t] - wanted);
    carry += sums[kThreads - 1];
    __syncthreads();
  }
  if (t == 0) *total = carry;
}

template <class Producer>
void allocate_and_write(Producer producer, std::size_t n, unsigned* total, cudaStream_t stream) {
  allocate_kernel<<<1, kThreads, 0, stream>>>(producer, n, total);
  WARPGRADE_CHECK_LAUNCH();
}

template <class T, class U, class Ask>
void expand(const T* in, U* out, std::size_t n, unsigned* total, Ask ask, cudaStream_t stream) {
  allocate_and_write(Expansion<T, U, Ask>{in, out, ask}, n, total, stream);
}

}  // namespace allocate
