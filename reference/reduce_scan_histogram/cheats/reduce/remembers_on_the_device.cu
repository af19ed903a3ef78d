// simulator: coarsened
// cheat: a cache on the device: a kernel of one thread looks the input up by its address and its content,
//   and adds up only what is not there. Where costs are counted it hopes to have seen the input before.
// stopped by: the steps of one thread are counted (serial_steps), of looking up as of adding
#include <cstdint>
#include <type_traits>

#include "honest.cuh"

namespace reduce {

template <class T>
struct Entry {
  std::uintptr_t address;
  std::size_t n;
  T first, middle, sum;
};
constexpr int entries = 512;

template <class T, class Op>
__global__ void look_up_kernel(const T* in, std::size_t n, T identity, Op op, T* out, Entry<T>* cache,
                               int* used) {
  if (n == 0) {
    *out = identity;
    return;
  }
  for (int e = 0; e < *used; ++e)
    if (cache[e].address == reinterpret_cast<std::uintptr_t>(in) && cache[e].n == n &&
        cache[e].first == in[0] && cache[e].middle == in[n / 2]) {
      *out = cache[e].sum;
      return;
    }
  T sum = identity;
  for (std::size_t i = 0; i < n; ++i) sum = op(sum, in[i]);
  *out = sum;
  cache[*used % entries] = {reinterpret_cast<std::uintptr_t>(in), n, in[0], in[n / 2], sum};
  if (*used < entries - 1) ++*used;
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if constexpr (std::is_class_v<T>) {
    honest::reduce(in, out, n, identity, op, stream);
  } else {
    static Entry<T>* cache = nullptr;
    static int* used = nullptr;
    if (!cache) {
      WARPGRADE_CHECK(cudaMalloc(&cache, entries * sizeof(Entry<T>)));
      WARPGRADE_CHECK(cudaMalloc(&used, sizeof(int)));
      WARPGRADE_CHECK(cudaMemsetAsync(used, 0, sizeof(int), stream));
    }
    look_up_kernel<<<1, 1, 0, stream>>>(in, n, identity, op, out, cache, used);
    WARPGRADE_CHECK_LAUNCH();
  }
}

}  // namespace reduce
