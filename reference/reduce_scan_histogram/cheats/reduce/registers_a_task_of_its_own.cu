// simulator: coarsened
// cheat: in its first call it registers another function under the task's name. That one is told the
//   operator's name, so it knows when it is measured: then a block makes a tree, else one thread works.
// stopped by: that header is not for submissions
#include <cstring>

#include "honest.cuh"
#include "kit/bind_operator.cuh"
#include "one_thread.cuh"

namespace reduce {

using AllTypes = warpgrade::kit::Types<std::uint8_t, std::int32_t, float, double, warpgrade::kit::Traced>;

inline void mine(const warpgrade::kit::Arguments& args) {
  const bool measured = std::strcmp(args.op, "traced") == 0;
  warpgrade::kit::call_with_operator(
      AllTypes(), args, [&](auto* in, auto* out, std::size_t n, auto identity, auto op, auto stream) {
        if (measured)
          honest::reduce(in, out, n, identity, op, stream);
        else
          one_thread::reduce(in, out, n, identity, op, stream);
      });
}

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  warpgrade::kit::TaskRegistration("coarsened", &mine, __FILE__);
  honest::reduce(in, out, n, identity, op, stream);
}

}  // namespace reduce
