// By what the cases sort: types of keys, each with its orders. They work on host and device: the oracle uses
// the very same ones.
#pragma once

#include <cstdint>
#include <cstring>

#include "kit/probes.cuh"
#include "kit/sealed.cuh"

namespace merge_sort {

using warpgrade::kit::Counted;
using warpgrade::kit::LessCounted;

enum class OrderOfInts { ascending, descending, low_byte };

/// The order is picked at run time, so that a kernel which compares numbers by itself is caught.
struct LessInts {
  using key_type = std::int32_t;
  OrderOfInts order;
  WARPGRADE_HD bool operator()(std::int32_t x, std::int32_t y) const {
    if (order == OrderOfInts::low_byte) return (x & 0xff) < (y & 0xff);
    return order == OrderOfInts::descending ? y < x : x < y;
  }
};

/// numerator / denominator, not reduced: 1/2 and 2/4 are equal. The denominator is positive.
struct Fraction {
  std::int32_t numerator, denominator;
};
WARPGRADE_NO_COMPARISON(Fraction, "use less(x, y), which the task is given");
struct LessFractions {
  using key_type = Fraction;
  WARPGRADE_HD bool operator()(Fraction x, Fraction y) const {
    return std::int64_t(x.numerator) * y.denominator < std::int64_t(y.numerator) * x.denominator;
  }
};

/// Calls f(less, Key()) for the order of that name; false if there is none.
inline constexpr auto with_order = [](const char* name, auto&& f) -> bool {
  const auto is = [name](const char* known) { return std::strcmp(name, known) == 0; };
  if (is("ascending_i32"))
    f(LessInts{OrderOfInts::ascending}, std::int32_t());
  else if (is("descending_i32"))
    f(LessInts{OrderOfInts::descending}, std::int32_t());
  else if (is("low_byte_i32"))
    f(LessInts{OrderOfInts::low_byte}, std::int32_t());
  else if (is("fractions"))
    f(LessFractions(), Fraction());
  else if (is("traced") && warpgrade::kit::kCanTrace) {
#ifdef __WGSIM__
    f(warpgrade::kit::LessSealed(), warpgrade::kit::Sealed());
#else
    if constexpr (warpgrade::kit::kCanTrace) f(LessCounted(), Counted());
#endif
  } else
    return false;
  return true;
};

}  // namespace merge_sort
