// Half precision and bfloat16 where there is no CUDA, in an oracle for example: kept as 16 bits, computed
// with as double. Each assignment rounds once, to the nearest.
#pragma once

#include <cstdint>

#include "simulator/include/wgsim/sixteen_bits.h"

namespace warpgrade {

template <class Format>
class SixteenBits {
 public:
  SixteenBits() = default;
  SixteenBits(double value) : bits_(wgsim::encode<Format>(value, wgsim::Rounding::rn)) {}
  operator double() const { return double(wgsim::decode<Format>(bits_)); }

 private:
  std::uint16_t bits_ = 0;
};

using Half = SixteenBits<wgsim::HalfFormat>;
using Bfloat16 = SixteenBits<wgsim::Bfloat16Format>;

}  // namespace warpgrade
