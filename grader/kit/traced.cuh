// Steps and work, measured. A traced value is a sum that knows how it came about: it carries the number of
// levels in the tree of applications behind it, and each application is counted. So the depth of a result
// (the steps that had to come one after the other) and the work (all applications) are those of the
// submission's own algorithm, whichever threads did them and however long they took.
//
// The identity is free: combining with it adds neither a level nor an application, since nothing is combined.
// So filling up to a power of two costs nothing, nor do idle lanes or a loop that starts from the identity.
//
// Only the simulator counts: on a GPU a counter would change what is measured.
#pragma once

#include <cstdint>

#include <warpgrade/ops.cuh>

namespace warpgrade::kit {

/// levels: 0 is the identity, 1 an element of the input, more are results. T() is the identity too.
struct Traced {
  std::uint32_t sum, levels;
  static constexpr WARPGRADE_HD Traced element(std::uint32_t value) { return {value, 1}; }
};

void count_application();  ///< runner/applications.cpp; not instrumented, so it is no access of the kernel

/// Associative as far as the sum goes, which is what the judge compares.
struct CombineTraced {
  static constexpr WARPGRADE_HD Traced identity() { return {0, 0}; }
  WARPGRADE_HD Traced operator()(Traced a, Traced b) const {
    if (a.levels == 0) return b;
    if (b.levels == 0) return a;
#ifdef __WGSIM__
    count_application();
#endif
    return {a.sum + b.sum, 1 + (a.levels < b.levels ? b.levels : a.levels)};
  }
};

/// nvcc has no use for it: a submission is not instantiated for Traced there.
#if defined(__CUDACC__) && !defined(__WGSIM__)
inline constexpr bool kCanTrace = false;
#else
inline constexpr bool kCanTrace = true;
#endif

}  // namespace warpgrade::kit
