// simulator: shared_memory
// cheat: the tree has no barriers, which is right in the order of this simulator and a race everywhere.
//   It takes the findings itself, and switches the checks off.
// stopped by: refused before compiling: that header is not for submissions
#include <wgsim/simulator.hpp>

#include "host_tree.cuh"

namespace reduce {

template <class T, class Op>
void shared_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  wgsim::Options options = wgsim::options();
  options.check = false;
  options.count = false;
  wgsim::set_options(options);
  on_the_host::reduce(in, out, n, identity, op, stream);
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  wgsim::take_findings();
}

}  // namespace reduce
