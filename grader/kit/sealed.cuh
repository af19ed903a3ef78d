// What a submission gets on the simulator in place of an element that the grader looks into (affine maps,
// intervals, traced sums, keys whose comparisons are counted): 8 bytes that mean nothing to it, enciphered
// with a key that is fresh for each call and that only the runner knows (protocol/element_cipher.hpp). So a
// task can't tell which of these operators it was given, can't make up a result, and can't hide a step: all
// it can do is move elements and apply the function that it is given.
//
// On a GPU the elements are plain, since there the function is device code.
#pragma once

#include <cstdint>
#include <type_traits>

#include <warpgrade/ops.cuh>

#include "kit/probes.cuh"

namespace warpgrade::kit {

struct Sealed {
  std::uint32_t a, b;
};
WARPGRADE_NO_COMPARISON(Sealed, "use the function that the task is given");

/// Does a submission get elements of T sealed?
template <class T>
inline constexpr bool kIsSealed = Probe<T>::exists || std::is_same_v<T, Counted>;

struct SealedPair {
  Sealed low, high;
};

// runner/sealed_operators.cpp: they open the elements, apply the function, count it, and seal what comes out.
// Not instrumented, so these are no accesses of the kernel.
Sealed combine_sealed(Sealed a, Sealed b);  ///< by the operator of the call
Sealed sealed_identity();                   ///< of that operator
SealedPair exchange_sealed(Sealed low, Sealed high);
bool less_sealed(Sealed a, Sealed b);

struct CombineSealed {
  using value_type = Sealed;
  Sealed operator()(Sealed a, Sealed b) const { return combine_sealed(a, b); }
};

/// Takes the place of ExchangeTraced for sealed elements.
struct ExchangeSealed {
  using value_type = Sealed;
  WARPGRADE_INLINED void operator()(Sealed& low, Sealed& high) const {
    const Sealed a = low, b = high;  // as arguments themselves they would be copied unseen
    const SealedPair sorted = exchange_sealed(a, b);
    low = sorted.low;
    high = sorted.high;
  }
};

/// Takes the place of LessCounted for sealed elements.
struct LessSealed {
  using key_type = Sealed;
  bool operator()(Sealed a, Sealed b) const { return less_sealed(a, b); }
};

}  // namespace warpgrade::kit
