// The equivalence relations that the cases of `unique` use, on host and device: the oracle uses the very same
// ones.
//
// All relations over u32 share one functor type, which picks at run time: a kernel that compares with == and
// ignores the functor it is given is caught.
#pragma once

#include <cstdint>
#include <cstring>

#include <warpgrade/ops.cuh>

#include "predicates.cuh"

namespace compact {

/// The low byte does not count: elements of one run may differ, so it shows which of them is kept.
struct AnySame {
  using value_type = std::uint32_t;
  enum Kind { equal, upper_bits } kind;
  WARPGRADE_HD bool operator()(std::uint32_t a, std::uint32_t b) const {
    return kind == equal ? a == b : a >> 8 == b >> 8;
  }
};

/// Elements of one byte: letters without regard to case, all else as it is.
struct IsSameLetter {
  using value_type = std::uint8_t;
  WARPGRADE_HD static std::uint8_t lower(std::uint8_t c) {
    return c >= 'A' && c <= 'Z' ? std::uint8_t(c - 'A' + 'a') : c;
  }
  WARPGRADE_HD bool operator()(std::uint8_t a, std::uint8_t b) const { return lower(a) == lower(b); }
};

/// Elements of twelve bytes. -0 and +0 are the same place. A NaN would not even be the same as itself, so the
/// cases have none.
struct IsSamePlace {
  using value_type = Point;
  WARPGRADE_HD bool operator()(Point a, Point b) const { return a.x == b.x && a.y == b.y && a.z == b.z; }
};

/// Calls f(same) for the relation of that name; false if there is none.
inline constexpr auto with_relation = [](const char* name, auto&& f) -> bool {
  const auto is = [name](const char* known) { return std::strcmp(name, known) == 0; };
  if (is("equal_u32"))
    f(AnySame{AnySame::equal});
  else if (is("upper_bits_u32"))
    f(AnySame{AnySame::upper_bits});
  else if (is("letter_u8"))
    f(IsSameLetter());
  else if (is("place_point"))
    f(IsSamePlace());
  else
    return false;
  return true;
};

}  // namespace compact
