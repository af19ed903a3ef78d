// Local variables that have to stay in memory while steps and traffic are counted, since accesses to what a
// compiler has taken apart are not seen. The address of such a variable is given to an empty instruction.
//
//   float4 v = in[i];      float4 v = in[i]; asm volatile("" : : "r"(&v));
//   int a[1000];           int a[1000]; ::wgsim::keep_if_large(a);
//
// Variables of vector types, in device code: a GPU loads one in one piece, and some compilers load its
// members one by one. And what is too large for the registers of a thread, in all code of the submission: a
// thread that works through an array of its own takes its time.
#pragma once

#include "passes.hpp"

namespace wgsim::rewriter {

/// Does this in the whole text.
void keep_in_memory(Translation& t, const Context& context);

}  // namespace wgsim::rewriter
