// simulator: device_inclusive
// cheat: Steps are counted with sum_i32, depth and work with sealed elements. int: every thread waits for
//   its left neighbour, one after the other (waiting is free). All others: one thread for the whole array,
//   in pieces of √n. Nothing is parallel.
// stopped by: steps of one thread are counted with the elements of the proofs, too
#include <type_traits>

#include <warpgrade/student.cuh>

#include "scan.cuh"
namespace scan {
using Word = unsigned long long;
template <bool inclusive, class Op>
__global__ void chain(const int* in, int* out, unsigned n, int identity, Op op, Word* state,
                      unsigned* ticket) {
  __shared__ unsigned block;
  if (threadIdx.x == 0) block = atomicAdd(ticket, 1u);
  __syncthreads();
  const unsigned i = block * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int x = in[i];
  int before = identity;
  if (i > 0) {
    Word w;
    while ((w = atomicAdd(&state[i - 1], Word(0))) >> 32 == 0) {
    }
    before = int(unsigned(w));
  }
  const int sum = op(before, x);
  atomicExch(&state[i], Word(1) << 32 | unsigned(sum));
  out[i] = inclusive ? sum : before;
}
template <bool inclusive, class T, class Op>
__global__ void one_thread(const T* in, T* out, unsigned n, T identity, Op op) {
  unsigned piece = 1;
  while (piece * piece < n) ++piece;
  T carry = identity;
  for (unsigned begin = 0; begin < n; begin += piece) {
    T sum = identity;
    for (unsigned i = begin; i < begin + piece && i < n; ++i) {
      const T x = in[i];
      if (!inclusive) out[i] = op(carry, sum);
      sum = op(sum, x);
      if (inclusive) out[i] = op(carry, sum);
    }
    carry = op(carry, sum);
  }
}
template <bool inclusive, class T, class Op>
void all(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n == 0) return;
  if constexpr (std::is_same_v<T, int>) {
    Word* state = nullptr;
    cudaMallocAsync(&state, (n + 1) * 8, stream);
    cudaMemsetAsync(state, 0, (n + 1) * 8, stream);
    chain<inclusive><<<(n + 255) / 256, 256, 0, stream>>>(in, out, unsigned(n), identity, op, state,
                                                          (unsigned*)(state + n));
    cudaFreeAsync(state, stream);
  } else {
    one_thread<inclusive><<<1, 1, 0, stream>>>(in, out, unsigned(n), identity, op);
  }
}
template <class T, class Op>
void device_inclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t s) {
  all<true>(in, out, n, identity, op, s);
}
template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t s) {
  all<false>(in, out, n, identity, op, s);
}
}  // namespace scan
