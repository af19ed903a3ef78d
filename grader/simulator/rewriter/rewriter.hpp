// From CUDA C++ to C++ that calls the simulator. It works token by token, and no line ever moves.
//
// The input is the output of the host compiler's preprocessor for a .cu file, so macros that hide `<<<>>>`,
// and headers that -I finds, are rewritten too. The output is plain C++:
//
//   kernels            The body becomes wgsim_body_k. k itself becomes a stub, as with nvcc: it has the same
//                      parameters, and passes them to a launch. So overloads, deduced and explicit template
//                      arguments, default arguments, conversions and pointers to kernels all mean what they
//                      mean in CUDA, and the compiler reports wrong calls in its own words.
//   k<<<g, b>>>(a)     wgsim_configure(g, b), k(a)
//   __shared__ T a[n]  a reference into the shared memory of the block (shared_variables.cpp)
//   own[i]             of a local array: a check of the index (local_arrays.cpp)
//   __device__ T x     a variable in a section of its own, where the simulator finds it
//                      (device_variables.cpp)
//
// The functions that the output calls are in wgsim/launch.h. What CUDA has and the simulator has not is
// refused here, with its place (refusals.cpp), and so is what nvcc refuses (host_functions.cpp,
// host_constants.cpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "translation.hpp"

namespace wgsim::rewriter {

struct Rewritten {
  std::string text;
  std::vector<Diagnostic> errors, warnings = {};
};

enum class Purpose {
  run,
  count,  ///< loops, branches and calls of device code tell the simulator where a thread is (loops.cpp)
};

/// marks_constexpr: the marks for counting are set in constexpr functions, too. Before C++20 no such function
/// can hold them.
Rewritten rewrite(std::string_view preprocessed, Purpose purpose = Purpose::run, bool marks_constexpr = true);

}  // namespace wgsim::rewriter
