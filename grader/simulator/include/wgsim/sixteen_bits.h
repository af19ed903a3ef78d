// What a GPU computes with half and bfloat16, to the bit, in plain C++: IEEE 754 binary formats of 16 bits,
// rounded once. Conversions take a number apart into its digits and a power of two. Sums, products, quotients
// and roots are computed as float or double first: these have so many more digits (24 >= 2 * 11 + 2) that
// rounding twice gives the same number as rounding once (Figueroa, When is double rounding innocuous?, 1995).
#pragma once

#include <cmath>
#include <cstdint>

#include "rounding.h"

/// What is long and rare: kernels compile faster without copies of it.
#define WGSIM_OUT_OF_LINE __attribute__((noinline))

namespace wgsim {

struct HalfFormat {
  static constexpr int kFractionBits = 10, kExponentBits = 5;
};
struct Bfloat16Format {
  static constexpr int kFractionBits = 7, kExponentBits = 8;
};

constexpr unsigned short kNan16 = 0x7fff;  ///< what operations of a GPU give, in both formats

/// digits * 2^exponent. digits: less than 2^63.
struct ExactNumber {
  bool is_negative;
  std::uint64_t digits;
  int exponent;
};

/// Of a number that is neither NaN nor infinite.
inline ExactNumber exact(double value) {
  const auto bits = __builtin_bit_cast(std::uint64_t, value);
  const int field = int(bits >> 52) & 0x7ff;
  const std::uint64_t fraction = bits & ((std::uint64_t(1) << 52) - 1);
  if (field == 0) return {bool(bits >> 63), fraction, -1074};
  return {bool(bits >> 63), fraction | std::uint64_t(1) << 52, field - 1075};
}

/// Does what is cut off move the digits that are kept?
inline bool rounds_away(std::uint64_t kept, std::uint64_t cut_off, std::uint64_t half, bool is_negative,
                        Rounding rounding) {
  switch (rounding) {
    case Rounding::rn: return cut_off > half || (cut_off == half && (kept & 1) != 0);
    case Rounding::rz: return false;
    case Rounding::rd: return is_negative && cut_off != 0;
    case Rounding::ru: return !is_negative && cut_off != 0;
  }
  return false;
}

template <class Format>
constexpr unsigned kInfinity16 = ((1U << Format::kExponentBits) - 1) << Format::kFractionBits;

template <class Format>
WGSIM_OUT_OF_LINE unsigned short encode(ExactNumber number, Rounding rounding) {
  constexpr int kBias = (1 << (Format::kExponentBits - 1)) - 1;
  const unsigned sign = number.is_negative ? 0x8000 : 0;
  if (number.digits == 0) return static_cast<unsigned short>(sign);
  const int top = number.exponent + 63 - __builtin_clzll(number.digits);  // the power of the first digit
  if (top > kBias) {
    const bool is_infinite = rounding == Rounding::rn || rounds_away(0, 1, 1, number.is_negative, rounding);
    return static_cast<unsigned short>(sign | (kInfinity16<Format> - (is_infinite ? 0 : 1)));
  }
  const int normal_top = top < 1 - kBias ? 1 - kBias : top;
  const int cut = normal_top - Format::kFractionBits - number.exponent;  // so many digits are too many
  std::uint64_t kept = 0, cut_off = number.digits, half = ~std::uint64_t(0);
  if (cut <= 0) {
    kept = number.digits << -cut, cut_off = 0;
  } else if (cut < 64) {
    kept = number.digits >> cut;
    cut_off = number.digits - (kept << cut);
    half = std::uint64_t(1) << (cut - 1);
  }
  if (rounds_away(kept, cut_off, half, number.is_negative, rounding)) ++kept;
  // The first digit of a normal number adds 1 to the field of the exponent; so does a carry.
  const std::uint64_t bits = (std::uint64_t(normal_top + kBias - 1) << Format::kFractionBits) + kept;
  return static_cast<unsigned short>(sign | bits);
}

template <class Format>
WGSIM_OUT_OF_LINE unsigned short encode(double value, Rounding rounding) {
  if (std::isnan(value)) return kNan16;
  if (std::isinf(value)) return static_cast<unsigned short>((value < 0 ? 0x8000 : 0) | kInfinity16<Format>);
  return encode<Format>(exact(value), rounding);
}

/// To nearest, the usual one, in a few instructions.
template <class Format>
unsigned short encode(float value) {
  constexpr int kCut = 23 - Format::kFractionBits;
  constexpr unsigned kRebias = (127U - ((1U << (Format::kExponentBits - 1)) - 1)) << 23;
  const auto bits = __builtin_bit_cast(std::uint32_t, value);
  const std::uint32_t magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return kNan16;
  if (magnitude < kRebias + (1U << 23)) return encode<Format>(double(value), Rounding::rn);  // subnormal
  const std::uint32_t even = (magnitude >> kCut) & 1;
  const std::uint32_t rounded = (magnitude - kRebias + even + (1U << (kCut - 1)) - 1) >> kCut;
  const std::uint32_t finite_or_infinite = rounded < kInfinity16<Format> ? rounded : kInfinity16<Format>;
  return static_cast<unsigned short>((bits >> 16 & 0x8000) | finite_or_infinite);
}

template <class Format>
float decode(unsigned short bits) {
  if constexpr (Format::kExponentBits == 8) return __builtin_bit_cast(float, unsigned(bits) << 16);
  constexpr int kCut = 23 - Format::kFractionBits;
  const unsigned magnitude = bits & 0x7fffU, sign = (bits & 0x8000U) << 16;
  if (magnitude > kInfinity16<Format>) return __builtin_bit_cast(float, 0x7fffffffU);
  if (magnitude == kInfinity16<Format>) return __builtin_bit_cast(float, sign | 0x7f800000U);
  // As a float of the same fields it is smaller by the difference of the two biases, 2^(127 - 15).
  const float value = __builtin_bit_cast(float, magnitude << kCut) * 0x1p112f;
  return __builtin_bit_cast(float, __builtin_bit_cast(unsigned, value) | sign);
}

/// a * b + c, rounded once: where double has too few digits, its last one says that there are more (round to
/// odd, Boldo and Melquiond, 2008), so that no sum looks like a tie that is none.
WGSIM_OUT_OF_LINE inline double fused(float a, float b, float c) {
  const double product = double(a) * double(b);  // exact
  const double sum = product + double(c);
  if (!std::isfinite(sum)) return sum;
  const double shift = sum - product;
  const double error = (product - (sum - shift)) + (double(c) - shift);  // exact: Knuth's TwoSum
  const auto bits = __builtin_bit_cast(std::uint64_t, sum);
  if (error == 0 || (bits & 1) != 0) return sum;
  const bool is_below = (error < 0) != (sum < 0);  // the exact sum lies nearer to zero
  return __builtin_bit_cast(double, is_below ? bits - 1 : bits + 1);
}

template <class Format, class Integer>
unsigned short from_integer(Integer value, Rounding rounding) {
  const bool is_negative = value < 0;
  std::uint64_t digits = is_negative ? 0 - std::uint64_t(value) : std::uint64_t(value);
  if (digits >> 62 == 0) return encode<Format>(ExactNumber{is_negative, digits, 0}, rounding);
  // The last digits only say whether there is something.
  return encode<Format>(ExactNumber{is_negative, digits >> 8 | ((digits & 0xff) != 0 ? 1 : 0), 8}, rounding);
}

}  // namespace wgsim
