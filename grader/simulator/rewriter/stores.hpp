// Assignments to memory in device code that is compiled for counting: `a[i] = b[j]` becomes
//
//   a[i] = ::wgsim::stored(b[j])
//
// so that g++ and clang make the same loads after it (wgsim/counting.h says why).
#pragma once

#include "passes.hpp"

namespace wgsim::rewriter {

void mark_stores(Translation& t, const Context& context);

}  // namespace wgsim::rewriter
