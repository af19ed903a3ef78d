// Integer intrinsics: bit counting and moving, wide multiplication. Pure functions.
#pragma once

#include "config.h"

// ---- Bits -------------------------------------------------------------------------------------------------
WGSIM_INLINE int __popc(unsigned x) { return __builtin_popcount(x); }
WGSIM_INLINE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
WGSIM_INLINE int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
WGSIM_INLINE int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
WGSIM_INLINE int __ffs(int x) { return __builtin_ffs(x); }  ///< from 1; 0 if no bit is set
WGSIM_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }

WGSIM_INLINE unsigned long long __brevll(unsigned long long x) {
  x = (x >> 1 & 0x5555555555555555ull) | (x & 0x5555555555555555ull) << 1;
  x = (x >> 2 & 0x3333333333333333ull) | (x & 0x3333333333333333ull) << 2;
  x = (x >> 4 & 0x0f0f0f0f0f0f0f0full) | (x & 0x0f0f0f0f0f0f0f0full) << 4;
  return __builtin_bswap64(x);
}
WGSIM_INLINE unsigned __brev(unsigned x) { return static_cast<unsigned>(__brevll(x) >> 32); }

/// Each nibble of the selector picks a byte of y:x (by its low three bits).
WGSIM_INLINE unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned pick = selector >> 4 * i & 7;
    result |= static_cast<unsigned>(bytes >> 8 * pick & 0xff) << 8 * i;
  }
  return result;
}

// Funnel shifts of hi:lo. _l and _r take the shift modulo 32, _lc and _rc clamp it to 32.
WGSIM_INLINE unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned shift) {
  const unsigned long long both = static_cast<unsigned long long>(hi) << 32 | lo;
  return static_cast<unsigned>(both << (shift < 32 ? shift : 32) >> 32);
}
WGSIM_INLINE unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned shift) {
  const unsigned long long both = static_cast<unsigned long long>(hi) << 32 | lo;
  return static_cast<unsigned>(both >> (shift < 32 ? shift : 32));
}
WGSIM_INLINE unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift) {
  return __funnelshift_lc(lo, hi, shift & 31);
}
WGSIM_INLINE unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift) {
  return __funnelshift_rc(lo, hi, shift & 31);
}

// ---- Multiplication, averages, differences ----------------------------------------------------------
WGSIM_INLINE int __mulhi(int x, int y) { return static_cast<int>(static_cast<long long>(x) * y >> 32); }
WGSIM_INLINE unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32);
}
WGSIM_INLINE long long __mul64hi(long long x, long long y) {
  return static_cast<long long>(static_cast<__int128>(x) * y >> 64);
}
WGSIM_INLINE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(x) * y >> 64);
}
/// The low 32 bits of the product of the low 24 bits.
WGSIM_INLINE unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffff) * (y & 0xffffff); }
WGSIM_INLINE int __mul24(int x, int y) {
  const long long a = static_cast<int>(static_cast<unsigned>(x) << 8) >> 8;
  const long long b = static_cast<int>(static_cast<unsigned>(y) << 8) >> 8;
  return static_cast<int>(a * b);
}
/// |x - y| + z
WGSIM_INLINE unsigned __usad(unsigned x, unsigned y, unsigned z) { return (x < y ? y - x : x - y) + z; }
WGSIM_INLINE unsigned __sad(int x, int y, unsigned z) {
  const long long difference = static_cast<long long>(x) - y;
  return static_cast<unsigned>(difference < 0 ? -difference : difference) + z;
}
WGSIM_INLINE int __hadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y) >> 1); }
WGSIM_INLINE int __rhadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1); }
WGSIM_INLINE unsigned __uhadd(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) + y) >> 1);
}
WGSIM_INLINE unsigned __urhadd(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) + y + 1) >> 1);
}
