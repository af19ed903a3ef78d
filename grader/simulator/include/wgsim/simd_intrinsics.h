// SIMD intrinsics: a word holds two numbers of 16 bits or four of 8, and each function works on all of them.
// Names: __v + what it does + (ss: signed, saturates; us: unsigned, saturates; s, u: signed, unsigned) + 2
// or 4.
#pragma once

#include "config.h"

namespace wgsim {

/// Number i of the numbers of so many bits in a word.
template <int bits>
WGSIM_INLINE constexpr int unsigned_part(unsigned word, int i) {
  return static_cast<int>(word >> bits * i & ((1u << bits) - 1));
}
template <int bits>
WGSIM_INLINE constexpr int signed_part(unsigned word, int i) {
  return static_cast<int>(word << (32 - bits * (i + 1))) >> (32 - bits);
}

WGSIM_INLINE constexpr int clamp_to(int low, int high, int x) { return x < low ? low : x > high ? high : x; }
template <int bits>
WGSIM_INLINE constexpr int saturate_signed(int x) {
  return clamp_to(-(1 << (bits - 1)), (1 << (bits - 1)) - 1, x);
}
template <int bits>
WGSIM_INLINE constexpr int saturate_unsigned(int x) {
  return clamp_to(0, (1 << bits) - 1, x);
}
WGSIM_INLINE constexpr int difference_of(int x, int y) { return x < y ? y - x : x - y; }

}  // namespace wgsim

/// The low bits of an expression of x and y, which are numbers of a and b.
#define WGSIM_EACH(name, bits, part, expression)                                           \
  WGSIM_INLINE unsigned name(unsigned a, unsigned b) {                                     \
    unsigned result = 0;                                                                   \
    for (int i = 0; i < 32 / bits; ++i) {                                                  \
      [[maybe_unused]] const int x = wgsim::part<bits>(a, i), y = wgsim::part<bits>(b, i); \
      result |= (static_cast<unsigned>(expression) & ((1u << bits) - 1)) << bits * i;      \
    }                                                                                      \
    return result;                                                                         \
  }
/// Of one word; and a sum of all of these numbers.
#define WGSIM_EACH_OF_ONE(name, bits, part, expression) \
  WGSIM_EACH(name##_of_two, bits, part, expression)     \
  WGSIM_INLINE unsigned name(unsigned a) { return name##_of_two(a, 0); }
#define WGSIM_SUM(name, bits, part, expression)                           \
  WGSIM_INLINE unsigned name(unsigned a, unsigned b) {                    \
    unsigned result = 0;                                                  \
    for (int i = 0; i < 32 / bits; ++i) {                                 \
      const int x = wgsim::part<bits>(a, i), y = wgsim::part<bits>(b, i); \
      result += static_cast<unsigned>(expression);                        \
    }                                                                     \
    return result;                                                        \
  }
/// __vcmp…: all bits of a number are set where the comparison holds. __vset…: it is 1 there.
#define WGSIM_COMPARE(name, lanes, bits, part, expression)           \
  WGSIM_EACH(__vcmp##name##lanes, bits, part, (expression) ? -1 : 0) \
  WGSIM_EACH(__vset##name##lanes, bits, part, (expression) ? 1 : 0)

#define WGSIM_SIMD(lanes, bits)                                                                       \
  WGSIM_EACH(__vadd##lanes, bits, unsigned_part, x + y)                                               \
  WGSIM_EACH(__vaddss##lanes, bits, signed_part, wgsim::saturate_signed<bits>(x + y))                 \
  WGSIM_EACH(__vaddus##lanes, bits, unsigned_part, wgsim::saturate_unsigned<bits>(x + y))             \
  WGSIM_EACH(__vsub##lanes, bits, unsigned_part, x - y)                                               \
  WGSIM_EACH(__vsubss##lanes, bits, signed_part, wgsim::saturate_signed<bits>(x - y))                 \
  WGSIM_EACH(__vsubus##lanes, bits, unsigned_part, wgsim::saturate_unsigned<bits>(x - y))             \
  WGSIM_EACH(__vavgs##lanes, bits, signed_part, (x + y + (x + y >= 0)) >> 1)                          \
  WGSIM_EACH(__vavgu##lanes, bits, unsigned_part, (x + y + 1) >> 1)                                   \
  WGSIM_EACH(__vhaddu##lanes, bits, unsigned_part, (x + y) >> 1)                                      \
  WGSIM_EACH(__vabsdiffs##lanes, bits, signed_part, wgsim::difference_of(x, y))                       \
  WGSIM_EACH(__vabsdiffu##lanes, bits, unsigned_part, wgsim::difference_of(x, y))                     \
  WGSIM_EACH(__vmaxs##lanes, bits, signed_part, x < y ? y : x)                                        \
  WGSIM_EACH(__vmaxu##lanes, bits, unsigned_part, x < y ? y : x)                                      \
  WGSIM_EACH(__vmins##lanes, bits, signed_part, x < y ? x : y)                                        \
  WGSIM_EACH(__vminu##lanes, bits, unsigned_part, x < y ? x : y)                                      \
  WGSIM_EACH_OF_ONE(__vabs##lanes, bits, signed_part, x < 0 ? -x : x)                                 \
  WGSIM_EACH_OF_ONE(__vabsss##lanes, bits, signed_part, wgsim::saturate_signed<bits>(x < 0 ? -x : x)) \
  WGSIM_EACH_OF_ONE(__vneg##lanes, bits, signed_part, -x)                                             \
  WGSIM_EACH_OF_ONE(__vnegss##lanes, bits, signed_part, wgsim::saturate_signed<bits>(-x))             \
  WGSIM_SUM(__vsads##lanes, bits, signed_part, wgsim::difference_of(x, y))                            \
  WGSIM_SUM(__vsadu##lanes, bits, unsigned_part, wgsim::difference_of(x, y))                          \
  WGSIM_COMPARE(eq, lanes, bits, unsigned_part, x == y)                                               \
  WGSIM_COMPARE(ne, lanes, bits, unsigned_part, x != y)                                               \
  WGSIM_COMPARE(ges, lanes, bits, signed_part, x >= y)                                                \
  WGSIM_COMPARE(geu, lanes, bits, unsigned_part, x >= y)                                              \
  WGSIM_COMPARE(gts, lanes, bits, signed_part, x > y)                                                 \
  WGSIM_COMPARE(gtu, lanes, bits, unsigned_part, x > y)                                               \
  WGSIM_COMPARE(les, lanes, bits, signed_part, x <= y)                                                \
  WGSIM_COMPARE(leu, lanes, bits, unsigned_part, x <= y)                                              \
  WGSIM_COMPARE(lts, lanes, bits, signed_part, x < y)                                                 \
  WGSIM_COMPARE(ltu, lanes, bits, unsigned_part, x < y)

WGSIM_SIMD(2, 16)
WGSIM_SIMD(4, 8)

#undef WGSIM_EACH
#undef WGSIM_EACH_OF_ONE
#undef WGSIM_SUM
#undef WGSIM_COMPARE
#undef WGSIM_SIMD

/// c plus the dot product of four numbers each.
WGSIM_INLINE int __dp4a(int a, int b, int c) {
  unsigned sum = static_cast<unsigned>(c);
  for (int i = 0; i < 4; ++i)
    sum += static_cast<unsigned>(wgsim::signed_part<8>(static_cast<unsigned>(a), i) *
                                 wgsim::signed_part<8>(static_cast<unsigned>(b), i));
  return static_cast<int>(sum);
}
WGSIM_INLINE unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  for (int i = 0; i < 4; ++i)
    c += static_cast<unsigned>(wgsim::unsigned_part<8>(a, i) * wgsim::unsigned_part<8>(b, i));
  return c;
}
