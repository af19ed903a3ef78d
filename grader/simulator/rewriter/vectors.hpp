// Local variables of vector types (float4, …) in device code. A GPU loads such a variable in one piece, and
// so it must be counted. But some compilers take the variable apart and load its members one by one. To
// prevent that, its address is given to an empty instruction:
//
//   float4 v = in[i];      float4 v = in[i]; asm volatile("" : : "r"(&v));
#pragma once

#include "passes.hpp"

namespace wgsim::rewriter {

/// Does this in all device code.
void keep_vectors_whole(Translation& t, const Context& context);

}  // namespace wgsim::rewriter
