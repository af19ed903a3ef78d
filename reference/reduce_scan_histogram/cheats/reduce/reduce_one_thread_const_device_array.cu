// simulator: shared_memory
// cheat: A __device__ array whose const hides in a typedef: in the section of device variables, yet g++
//   instruments no read of it. cudaMemcpyToSymbol (device to device) fills it, and one thread adds it all
//   up.
// stopped by: a const that hides in the name of a type is an error (rewriter/device_variables.cpp)
#include <type_traits>

#include <warpgrade/student.cuh>

#include "reduce.cuh"
namespace reduce {
#define IF(c, a, b) goto*((c) ? &&a : &&b)
typedef const unsigned long long Quiet;
__device__ Quiet all[17 << 17] = {1};
template <class T, class Op>
__device__ T join_two(bool sum, Op op, T a, T b) {  // the operator's own branches are counted, too
  if constexpr (std::is_integral_v<T>) {
    return sum ? T(a + b) : op(a, b);
  } else {
    return op(a, b);
  }
}
template <class T, class Op>
__global__ void one_thread(T* out, unsigned n, T identity, Op op) {
  T stack[33];
  unsigned long long ready = 0;  // a tree, as a binary counter
  constexpr unsigned kEach = 8 / sizeof(T);
  bool sum = false;
  if constexpr (std::is_integral_v<T>) sum = op(T(2), T(3)) == T(5) && op(T(7), T(12)) == T(19);
  unsigned i = 0;
  int level = 0;
  T x, total = identity;
next:
  IF(i < n, take, done);
take : {
  union {
    unsigned long long word;
    T parts[kEach];
  } u;
  u.word = all[i / kEach];
  x = u.parts[i % kEach];
}
  level = 0;
carry:
  IF(ready >> level & 1, join, put);
join:
  x = join_two(sum, op, stack[level], x);
  ready &= ~(1ull << level);
  ++level;
  goto carry;
put:
  stack[level] = x;
  ready |= 1ull << level;
  ++i;
  goto next;
done:
  level = 0;
up:
  IF(ready >> level & 1, add, skip);
add:
  total = join_two(sum, op, stack[level], total);
skip:
  ++level;
  IF(level < 33, up, end);
end:
  *out = total;
}
template <class T, class Op>
void shared_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (n) cudaMemcpyToSymbolAsync(all, in, n * sizeof(T), 0, cudaMemcpyDeviceToDevice, stream);
  one_thread<<<1, 1, 0, stream>>>(out, unsigned(n), identity, op);
}
}  // namespace reduce
