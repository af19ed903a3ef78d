// The loops of device code: where counting by warp would tell the simulator of iterations. Not part of
// rewrite() as long as nothing counts.
//
// Both places take text that is complete in itself, so a loop's end need not be found:
//   if (::wgsim::LoopScope scope; false) {} else for (…) if (scope.next(); false) {} else body
#pragma once

#include <cstddef>
#include <vector>

#include "passes.hpp"

namespace wgsim::rewriter {

struct Loop {
  std::size_t keyword = none;   ///< for, while or do: what goes before it runs once
  std::size_t head_end = none;  ///< the ')' or the `do`: what goes behind it runs in each iteration
};

std::vector<Loop> loops_in(const Translation& t, const DeviceCode& code);

}  // namespace wgsim::rewriter
