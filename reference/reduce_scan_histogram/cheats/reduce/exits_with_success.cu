// simulator: coarsened
// cheat: writes lines that look like a report of success where its output goes, and ends the process
//   with exit code 0, before anything is looked at.
// stopped by: _Exit is not among the functions that a submission may call
#include <cstdio>
#include <cstdlib>

#include "host_tree.cuh"

namespace reduce {

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  on_the_host::reduce(in, out, n, identity, op, stream);
  std::printf(
      "{\"done\":{\"seconds\":0.001,\"outputs_valid\":true,\"must_restart\":true,\"findings\":[]}}\n");
  std::fflush(stdout);
  std::_Exit(0);
}

}  // namespace reduce
