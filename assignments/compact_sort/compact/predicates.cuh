// The predicates that the cases use, on host and device: the oracle uses the very same ones.
//
// All predicates over u32 share one functor type, which picks at run time: a submission is compiled once for
// all of them, and a kernel that ignores the functor it is given is caught. Picking costs time, so a build
// for timing knows one predicate only, by its plain functor.
#pragma once

#include <cstdint>
#include <cstring>

#include <warpgrade/ops.cuh>

#include "kit/operators.cuh"

namespace compact {

struct IsOdd {
  using value_type = std::uint32_t;
  WARPGRADE_HD bool operator()(std::uint32_t x) const { return x % 2 == 1; }
};

/// 0 is kept, so whoever tests something that is not an element (a zero past the end) keeps too many.
struct IsBelow {
  using value_type = std::uint32_t;
  std::uint32_t threshold;
  WARPGRADE_HD bool operator()(std::uint32_t x) const { return x < threshold; }
};

/// An odd number of bits is set: all bits matter.
struct HasOddParity {
  using value_type = std::uint32_t;
  WARPGRADE_HD bool operator()(std::uint32_t x) const {
    for (int half = 16; half > 0; half /= 2) x ^= x >> half;
    return x % 2 == 1;
  }
};

struct AnyKeep {
  using value_type = std::uint32_t;
  enum Kind { odd, below, odd_parity } kind;
  std::uint32_t threshold;
  WARPGRADE_HD bool operator()(std::uint32_t x) const {
    if (kind == odd) return IsOdd()(x);
    if (kind == below) return IsBelow{threshold}(x);
    return HasOddParity()(x);
  }
};

/// Elements of one byte.
struct IsLetter {
  using value_type = std::uint8_t;
  WARPGRADE_HD bool operator()(std::uint8_t c) const { return c >= 'a' && c <= 'z'; }
};

/// Elements of twelve bytes.
struct Point {
  float x, y, z;
};
struct IsInBox {
  using value_type = Point;
  WARPGRADE_HD bool operator()(Point p) const {
    const auto is_in = [](float c) { return c >= 0.0f && c < 1.0f; };
    return is_in(p.x) && is_in(p.y) && is_in(p.z);
  }
};

/// Calls f(keep) for the predicate of that name; false if there is none.
inline constexpr auto with_predicate = [](const char* name, std::uint32_t threshold, auto&& f) -> bool {
#ifdef WARPGRADE_ONLY_OPERATOR
  constexpr auto is = [](const char* known) {
    return warpgrade::kit::is_made_of(WARPGRADE_ONLY_OPERATOR, known, "");
  };
  if (std::strcmp(name, WARPGRADE_ONLY_OPERATOR) != 0) return false;
  if constexpr (is("odd_u32")) return f(IsOdd()), true;
  if constexpr (is("below_u32")) return f(IsBelow{threshold}), true;
  if constexpr (is("odd_parity_u32")) return f(HasOddParity()), true;
  if constexpr (is("letter_u8")) return f(IsLetter()), true;
  if constexpr (is("in_box_point")) return f(IsInBox()), true;
  return false;
#else
  const auto is = [name](const char* known) { return std::strcmp(name, known) == 0; };
  if (is("odd_u32"))
    f(AnyKeep{AnyKeep::odd, threshold});
  else if (is("below_u32"))
    f(AnyKeep{AnyKeep::below, threshold});
  else if (is("odd_parity_u32"))
    f(AnyKeep{AnyKeep::odd_parity, threshold});
  else if (is("letter_u8"))
    f(IsLetter());
  else if (is("in_box_point"))
    f(IsInBox());
  else
    return false;
  return true;
#endif
};

}  // namespace compact
