// simulator: coarsened
// cheat: while a kernel runs, device memory is open: a thread of the host reads the input then, where nobody
//   looks, and adds it up. `pthread_create` is found by its address.
// stopped by: host code jumps to what it has a name for (simulator/src/jumps.cpp)
#include <type_traits>

#include "honest.cuh"
#include "host_tree.cuh"
#include "in_the_c_library.cuh"

namespace reduce {

using in_the_c_library::function;

__global__ void long_kernel(int* sink, int steps) {
  int x = 0;
  for (int i = 0; i < steps; ++i) x = x * 3 + i;
  *sink = x;
}

template <class T>
struct Copy {
  const T* from;
  T* to;
  std::size_t n;
};

/// Long enough for a kernel to begin, then all of it.
template <class T>
void* copy(void* given) {
  const Copy<T>& asked = *static_cast<Copy<T>*>(given);
  function<int(unsigned)>("usleep")(2000);
  for (std::size_t i = 0; i < asked.n; ++i) asked.to[i] = asked.from[i];
  return nullptr;
}

template <class T, class Op>
void by_a_thread(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  std::vector<T> all(n, identity);
  Copy<T> asked{in, all.data(), n};
  int* sink = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&sink, sizeof(int), stream));
  unsigned long thread = 0;
  function<int(unsigned long*, const void*, void* (*)(void*), void*)>("pthread_create")(&thread, nullptr,
                                                                                        &copy<T>, &asked);
  long_kernel<<<1, 1, 0, stream>>>(sink, 400'000);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  function<int(unsigned long, void**)>("pthread_join")(thread, nullptr);
  WARPGRADE_CHECK(cudaFreeAsync(sink, stream));
  on_the_host::write(out, on_the_host::tree(all.data(), n, identity, op), stream);
}

/// What is counted by the elements themselves is done by a right kernel.
template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if constexpr (std::is_class_v<T>)
    honest::reduce(in, out, n, identity, op, stream);
  else
    by_a_thread(in, out, n, identity, op, stream);
}

}  // namespace reduce
