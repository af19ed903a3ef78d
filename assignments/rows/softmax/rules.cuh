// The grader's own rule for rows. Its elements are random numbers of 64 bits, and its total is their sum: if
// that is right, each element of the row went in exactly once, and so the kernel is right for every rule.
#pragma once

#include <cstdint>

#include <warpgrade/ops.cuh>

namespace softmax_rules {

struct Checksum {
  using Element = std::uint64_t;
  using Total = std::uint64_t;
  using Result = std::uint64_t;

  /// The identity is not 0, so that nobody gets through with zeros in its place.
  static constexpr std::uint64_t kNothing = 0x9E3779B97F4A7C15;

  WARPGRADE_HD Total identity() const { return kNothing; }
  WARPGRADE_HD Total lift(Element x) const { return x + kNothing; }
  WARPGRADE_HD Total join(Total a, Total b) const { return a + b - kNothing; }
  WARPGRADE_HD Result finish(Element x, Total row) const { return row ^ x; }
};

}  // namespace softmax_rules
