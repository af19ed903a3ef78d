// The operators over elements that the grader looks into. operators.def is the list.
#pragma once

#include <warpgrade/ops.cuh>

#include "kit/traced.cuh"

namespace warpgrade::kit {

/// The operator over elements of T, if the grader looks into those.
template <class T>
struct Probe {
  static constexpr bool exists = false;
};

#define WARPGRADE_PROBE_OPERATOR(op, Element, Functor, does_commute) \
  template <>                                                        \
  struct Probe<Element> {                                            \
    static constexpr bool exists = true;                             \
    static constexpr bool commutes = does_commute;                   \
    static constexpr const char* name = #op;                         \
    using Op = Functor;                                              \
  };
#include "kit/operators.def"

}  // namespace warpgrade::kit
