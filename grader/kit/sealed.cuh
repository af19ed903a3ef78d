// What a submission gets on the simulator in place of an element that the grader looks into (affine maps,
// intervals, traced sums): 8 bytes that mean nothing to it, enciphered with a key that is fresh for each call
// and that only the runner knows (protocol/seal.hpp). So a task can't tell which of these operators it was
// given, can't make up a result, and can't hide a step: all it can do is move elements and apply the
// operator.
//
// On a GPU the elements are plain, since there the operator is device code.
#pragma once

#include <cstdint>

#include "kit/no_comparison.cuh"

namespace warpgrade::kit {

struct Sealed {
  std::uint32_t a, b;
};
WARPGRADE_NO_COMPARISON(Sealed, "use the function that the task is given");

// runner/sealed.cpp: they apply the operator of the call, and count it if it is the traced one.
Sealed combine_sealed(Sealed a, Sealed b);
Sealed sealed_identity();

struct CombineSealed {
  using value_type = Sealed;
  Sealed operator()(Sealed a, Sealed b) const { return combine_sealed(a, b); }
};

}  // namespace warpgrade::kit
