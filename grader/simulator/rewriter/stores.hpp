// Assignments to memory in device code, when it is compiled for counting: `a[i] = b[j]` becomes
// `a[i] = ::wgsim::stored(b[j])`, so that g++ and clang load the same things afterwards (wgsim/counting.h).
#pragma once

#include "passes.hpp"

namespace wgsim::rewriter {

void mark_stores(Translation& t, const Context& context);

}  // namespace wgsim::rewriter
