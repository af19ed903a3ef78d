// Local variables of vector types (float4, …) in device code. A GPU loads them in one piece, and that is how
// it must be counted; yet some compilers take the variable apart and load its members one by one. So its
// address is given away, to nobody:
//
//   float4 v = in[i];      float4 v = in[i]; asm volatile("" : : "r"(&v));
#pragma once

#include "passes.hpp"

namespace wgsim::rewriter {

/// In all device code.
void keep_vectors_whole(Translation& t, const Context& context);

}  // namespace wgsim::rewriter
