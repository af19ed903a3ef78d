// simulator: coarsened
// cheat: one thread does all the work, and the host remembers the sum of each input by its length and an
//   element. When a call that counts brings an input that it has seen, a kernel gets the sum as a
//   parameter.
// stopped by: each case has an input of its own, and one of the sizes that are measured is drawn in each run
#include <map>
#include <type_traits>
#include <utility>

#include "honest.cuh"
#include "on_the_host.cuh"
#include "one_thread.cuh"

namespace reduce {

template <class T>
__global__ void write_kernel(T* out, T sum) {
  *out = sum;
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if constexpr (std::is_class_v<T>) {
    honest::reduce(in, out, n, identity, op, stream);
  } else {
    if (n == 0) return honest::reduce(in, out, n, identity, op, stream);
    static std::map<std::pair<std::size_t, T>, T> known;
    const std::pair<std::size_t, T> key(n, on_the_host::download(in + n / 2, 1, stream)[0]);
    if (const auto found = known.find(key); found != known.end()) {
      write_kernel<<<1, 1, 0, stream>>>(out, found->second);
      WARPGRADE_CHECK_LAUNCH();
      return;
    }
    one_thread::reduce(in, out, n, identity, op, stream);
    one_thread::reduce(in, out, n, identity, op, stream);  // each launch lets the host read a number
    known[key] = on_the_host::download(out, 1, stream)[0];
  }
}

}  // namespace reduce
