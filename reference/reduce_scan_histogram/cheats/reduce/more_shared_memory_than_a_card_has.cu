// simulator: coarsened
// cheat: one block keeps 300 KB in shared memory, more than any card has: on a simulator it could be free.
// stopped by: cudaFuncSetAttribute refuses more than a card has, and that counts, seen or not
#include "honest.cuh"

namespace reduce {

template <class T, class Op>
__global__ void keep_kernel(const T* in, std::size_t n, T identity, Op op, T* out) {
  extern __shared__ int words[];
  T* const sums = reinterpret_cast<T*>(words);
  T sum = identity;
  for (std::size_t i = threadIdx.x; i < n; i += 256) sum = op(sum, in[i]);
  sums[threadIdx.x] = sum;
  honest::combine_in_shared(sums, 256, op);
  if (threadIdx.x == 0) *out = sums[0];
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  constexpr int bytes = 300 << 10;
  cudaFuncSetAttribute(keep_kernel<T, Op>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  cudaGetLastError();  // a real card has said no
  keep_kernel<<<1, 256, bytes, stream>>>(in, n, identity, op, out);
}

}  // namespace reduce
