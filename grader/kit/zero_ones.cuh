// The 0-1 principle: a network of comparators that sorts all 2^n inputs of n zeros and ones sorts every input
// of n elements (Knuth, The Art of Computer Programming, vol. 3, 2nd edition, 1998, 5.3.4). An element here
// holds many such inputs side by side, one in each bit: of two bits the smaller is their AND and the larger
// their OR, so one run of a network serves all of them. It can't be compared: which pair comes next can't
// depend on what the elements are.
#pragma once

#include <cstdint>

#include <warpgrade/ops.cuh>

#include "kit/inlined.cuh"
#include "kit/no_comparison.cuh"

namespace warpgrade::kit {

struct ZeroOnes {
  static constexpr unsigned width = 128;  ///< inputs side by side
  std::uint64_t bits[2];

  constexpr bool has(unsigned b) const { return (bits[b / 64] >> b % 64 & 1) != 0; }
  constexpr void set(unsigned b) { bits[b / 64] |= std::uint64_t(1) << b % 64; }
};

WARPGRADE_NO_COMPARISON(ZeroOnes, "use exchange(low, high), which puts the smaller first");

struct ExchangeZeroOnes {
  /// All ones: no element comes after it.
  static constexpr WARPGRADE_HD ZeroOnes highest() { return {{~std::uint64_t(0), ~std::uint64_t(0)}}; }

  WARPGRADE_INLINED WARPGRADE_HD void operator()(ZeroOnes& low, ZeroOnes& high) const {
    const ZeroOnes a = low, b = high;
    low = {{a.bits[0] & b.bits[0], a.bits[1] & b.bits[1]}};
    high = {{a.bits[0] | b.bits[0], a.bits[1] | b.bits[1]}};
  }
};

}  // namespace warpgrade::kit
