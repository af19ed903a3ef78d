// Steps and work, measured. A traced value is a sum that knows how it came about: it carries the number of
// levels in the tree of applications behind it, and each application is counted. So the depth of a result
// (the steps that had to come one after the other) and the work (all applications) are those of the
// submission's own algorithm, whichever threads did them and however long they took. (Work and depth as in
// Blelloch, Programming parallel algorithms, 1996.)
//
// The identity is free: combining with it adds neither a level nor an application, since nothing is combined.
// So filling up to a power of two costs nothing, nor do idle lanes or a loop that starts from the identity.
//
// Only the simulator counts: there a submission has these elements sealed (kit/sealed.cuh), and the runner
// counts where it applies the functions below. On a GPU a counter would change what is measured.
#pragma once

#include <cstdint>

#include <warpgrade/ops.cuh>

#include "kit/inlined.cuh"
#include "kit/no_comparison.cuh"

namespace warpgrade::kit {

/// levels: 0 is the identity, 1 an element of the input, more are results. T() is the identity too.
struct Traced {
  std::uint32_t sum, levels;
  static constexpr WARPGRADE_HD Traced element(std::uint32_t value) { return {value, 1}; }
};
WARPGRADE_NO_COMPARISON(Traced, "use the function that the task is given");

/// Associative as far as the sum goes, which is what the judge compares.
struct CombineTraced {
  static constexpr WARPGRADE_HD Traced identity() { return {0, 0}; }
  WARPGRADE_HD Traced operator()(Traced a, Traced b) const {
    if (a.levels == 0) return b;
    if (b.levels == 0) return a;
    return {a.sum + b.sum, 1 + (a.levels < b.levels ? b.levels : a.levels)};
  }
};

/// A comparator of a sorting network: the smaller sum first. `levels` counts the comparators that an element
/// went through. Sums are distinct, so a sum and its levels tell which element this is, and at which stage.
/// The identity (T()) fills up an array: it comes last and costs nothing.
struct ExchangeTraced {
  WARPGRADE_INLINED WARPGRADE_HD void operator()(Traced& low, Traced& high) const {
    const Traced a = low, b = high;
    const bool in_order = b.levels == 0 || (a.levels != 0 && a.sum <= b.sum);
    Traced first = in_order ? a : b, last = in_order ? b : a;
    if (last.levels != 0) first.levels = last.levels = 1 + (a.levels < b.levels ? b.levels : a.levels);
    low = first;
    high = last;
  }
};

/// A key whose comparisons are counted: work without depth.
struct Counted {
  std::uint64_t key;
};
WARPGRADE_NO_COMPARISON(Counted, "use less(x, y), which the task is given");
struct LessCounted {
  WARPGRADE_HD bool operator()(Counted a, Counted b) const { return a.key < b.key; }
};

/// nvcc has no use for it: a submission is not instantiated for Traced there.
#if defined(__CUDACC__) && !defined(__WGSIM__)
inline constexpr bool kCanTrace = false;
#else
inline constexpr bool kCanTrace = true;
#endif

}  // namespace warpgrade::kit
