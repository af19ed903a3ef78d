// Floating-point intrinsics: the fast approximations, arithmetic with a rounding mode, conversions that
// saturate as on a GPU, and the bits of a number. The approximations are exact here, so a result may differ
// from that of a GPU in its last bits, within the documented error.
#pragma once

#include <math.h>

#include "config.h"
#include "rounding.h"

// ---- Fast approximations ----------------------------------------------------------------------------
// extern "C": the C library declares some of these names for itself, with the same types (GNU's: noexcept).
#ifdef __GLIBC__
#define WGSIM_NOEXCEPT noexcept
#else
#define WGSIM_NOEXCEPT
#endif
extern "C" {
WGSIM_INLINE float __expf(float x) WGSIM_NOEXCEPT { return expf(x); }
WGSIM_INLINE float __exp10f(float x) WGSIM_NOEXCEPT { return powf(10.0f, x); }
WGSIM_INLINE float __logf(float x) WGSIM_NOEXCEPT { return logf(x); }
WGSIM_INLINE float __log2f(float x) WGSIM_NOEXCEPT { return log2f(x); }
WGSIM_INLINE float __log10f(float x) WGSIM_NOEXCEPT { return log10f(x); }
WGSIM_INLINE float __sinf(float x) WGSIM_NOEXCEPT { return sinf(x); }
WGSIM_INLINE float __cosf(float x) WGSIM_NOEXCEPT { return cosf(x); }
WGSIM_INLINE float __tanf(float x) WGSIM_NOEXCEPT { return tanf(x); }
WGSIM_INLINE float __powf(float x, float y) WGSIM_NOEXCEPT { return powf(x, y); }
WGSIM_INLINE float __tanhf(float x) WGSIM_NOEXCEPT { return tanhf(x); }
WGSIM_INLINE void __sincosf(float x, float* sine, float* cosine) WGSIM_NOEXCEPT {
  *sine = sinf(x);
  *cosine = cosf(x);
}
}
#undef WGSIM_NOEXCEPT

/// Documented: a divisor between 2^126 and 2^128 gives 0 (and NaN for an infinite dividend).
WGSIM_INLINE float __fdividef(float x, float y) {
  const float size = fabsf(y);
  const bool too_large = size > 0x1p126f && size < HUGE_VALF;
  return too_large ? x * 0.0f : x / y;
}
/// To [0, 1]; NaN gives 0.
WGSIM_INLINE float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }

// ---- With a rounding mode -----------------------------------------------------------------------------
namespace wgsim {
enum class Arithmetic { add, subtract, multiply, divide, square_root, reciprocal };

// In the library (src/api/rounding.cpp).
float rounded(Arithmetic operation, float x, float y, Rounding mode);
double rounded(Arithmetic operation, double x, double y, Rounding mode);
float rounded_fma(float x, float y, float z, Rounding mode);
double rounded_fma(double x, double y, double z, Rounding mode);
float to_float(double x, Rounding mode);
float to_float(long long x, Rounding mode);
float to_float(unsigned long long x, Rounding mode);
double to_double(long long x, Rounding mode);
double to_double(unsigned long long x, Rounding mode);
double to_integral(double x, Rounding mode);
}  // namespace wgsim

#define WGSIM_ROUNDED(T, prefix, mode)                                                  \
  WGSIM_INLINE T __##prefix##add_##mode(T x, T y) {                                     \
    return wgsim::rounded(wgsim::Arithmetic::add, x, y, wgsim::Rounding::mode);         \
  }                                                                                     \
  WGSIM_INLINE T __##prefix##sub_##mode(T x, T y) {                                     \
    return wgsim::rounded(wgsim::Arithmetic::subtract, x, y, wgsim::Rounding::mode);    \
  }                                                                                     \
  WGSIM_INLINE T __##prefix##mul_##mode(T x, T y) {                                     \
    return wgsim::rounded(wgsim::Arithmetic::multiply, x, y, wgsim::Rounding::mode);    \
  }                                                                                     \
  WGSIM_INLINE T __##prefix##div_##mode(T x, T y) {                                     \
    return wgsim::rounded(wgsim::Arithmetic::divide, x, y, wgsim::Rounding::mode);      \
  }                                                                                     \
  WGSIM_INLINE T __##prefix##sqrt_##mode(T x) {                                         \
    return wgsim::rounded(wgsim::Arithmetic::square_root, x, x, wgsim::Rounding::mode); \
  }                                                                                     \
  WGSIM_INLINE T __##prefix##rcp_##mode(T x) {                                          \
    return wgsim::rounded(wgsim::Arithmetic::reciprocal, x, x, wgsim::Rounding::mode);  \
  }

WGSIM_ROUNDED(float, f, rn)
WGSIM_ROUNDED(float, f, rz)
WGSIM_ROUNDED(float, f, ru)
WGSIM_ROUNDED(float, f, rd)
WGSIM_ROUNDED(double, d, rn)
WGSIM_ROUNDED(double, d, rz)
WGSIM_ROUNDED(double, d, ru)
WGSIM_ROUNDED(double, d, rd)
#undef WGSIM_ROUNDED

#define WGSIM_FMA(mode)                                            \
  WGSIM_INLINE float __fmaf_##mode(float x, float y, float z) {    \
    return wgsim::rounded_fma(x, y, z, wgsim::Rounding::mode);     \
  }                                                                \
  WGSIM_INLINE double __fma_##mode(double x, double y, double z) { \
    return wgsim::rounded_fma(x, y, z, wgsim::Rounding::mode);     \
  }
WGSIM_FMA(rn)
WGSIM_FMA(rz)
WGSIM_FMA(ru)
WGSIM_FMA(rd)
#undef WGSIM_FMA

WGSIM_INLINE float __frsqrt_rn(float x) { return static_cast<float>(1.0 / sqrt(static_cast<double>(x))); }

// ---- Conversions ------------------------------------------------------------------------------------
namespace wgsim {
/// What does not fit becomes the nearest value that does; NaN becomes `of_nan`.
template <class Integer>
WGSIM_INLINE Integer saturate(double integral, double lowest, double beyond, Integer of_nan) {
  if (integral != integral) return of_nan;
  if (integral < lowest) return static_cast<Integer>(lowest);
  if (integral >= beyond)
    return static_cast<Integer>(static_cast<Integer>(beyond / 2) - 1 + static_cast<Integer>(beyond / 2));
  return static_cast<Integer>(integral);
}
/// Of numbers of 16 bits: NaN becomes 0.
template <class Integer>
Integer to_integer(float x, Rounding mode) {
  const double beyond = ldexp(1.0, 8 * int(sizeof(Integer)) - (Integer(-1) < 0 ? 1 : 0));
  return saturate<Integer>(to_integral(x, mode), Integer(-1) < 0 ? -beyond : 0, beyond, Integer(0));
}
}  // namespace wgsim

// NaN becomes 0 in 32 bits from float, else the integer whose top bit alone is set.
#define WGSIM_TO_INTEGER(From, int_of_nan, mode)                                                           \
  WGSIM_INLINE int __##From##2int_##mode(From x) {                                                         \
    return wgsim::saturate<int>(wgsim::to_integral(x, wgsim::Rounding::mode), -0x1p31, 0x1p31,             \
                                static_cast<int>(int_of_nan));                                             \
  }                                                                                                        \
  WGSIM_INLINE unsigned __##From##2uint_##mode(From x) {                                                   \
    return wgsim::saturate<unsigned>(wgsim::to_integral(x, wgsim::Rounding::mode), 0, 0x1p32, int_of_nan); \
  }                                                                                                        \
  WGSIM_INLINE long long __##From##2ll_##mode(From x) {                                                    \
    return wgsim::saturate<long long>(wgsim::to_integral(x, wgsim::Rounding::mode), -0x1p63, 0x1p63,       \
                                      static_cast<long long>(0x8000000000000000ull));                      \
  }                                                                                                        \
  WGSIM_INLINE unsigned long long __##From##2ull_##mode(From x) {                                          \
    return wgsim::saturate<unsigned long long>(wgsim::to_integral(x, wgsim::Rounding::mode), 0, 0x1p64,    \
                                               0x8000000000000000ull);                                     \
  }
WGSIM_TO_INTEGER(float, 0u, rn)
WGSIM_TO_INTEGER(float, 0u, rz)
WGSIM_TO_INTEGER(float, 0u, ru)
WGSIM_TO_INTEGER(float, 0u, rd)
WGSIM_TO_INTEGER(double, 0x80000000u, rn)
WGSIM_TO_INTEGER(double, 0x80000000u, rz)
WGSIM_TO_INTEGER(double, 0x80000000u, ru)
WGSIM_TO_INTEGER(double, 0x80000000u, rd)
#undef WGSIM_TO_INTEGER

#define WGSIM_FROM_INTEGER(mode)                                                                             \
  WGSIM_INLINE float __double2float_##mode(double x) { return wgsim::to_float(x, wgsim::Rounding::mode); }   \
  WGSIM_INLINE float __int2float_##mode(int x) {                                                             \
    return wgsim::to_float(static_cast<long long>(x), wgsim::Rounding::mode);                                \
  }                                                                                                          \
  WGSIM_INLINE float __uint2float_##mode(unsigned x) {                                                       \
    return wgsim::to_float(static_cast<long long>(x), wgsim::Rounding::mode);                                \
  }                                                                                                          \
  WGSIM_INLINE float __ll2float_##mode(long long x) { return wgsim::to_float(x, wgsim::Rounding::mode); }    \
  WGSIM_INLINE float __ull2float_##mode(unsigned long long x) {                                              \
    return wgsim::to_float(x, wgsim::Rounding::mode);                                                        \
  }                                                                                                          \
  WGSIM_INLINE double __ll2double_##mode(long long x) { return wgsim::to_double(x, wgsim::Rounding::mode); } \
  WGSIM_INLINE double __ull2double_##mode(unsigned long long x) {                                            \
    return wgsim::to_double(x, wgsim::Rounding::mode);                                                       \
  }
WGSIM_FROM_INTEGER(rn)
WGSIM_FROM_INTEGER(rz)
WGSIM_FROM_INTEGER(ru)
WGSIM_FROM_INTEGER(rd)
#undef WGSIM_FROM_INTEGER
WGSIM_INLINE double __int2double_rn(int x) { return x; }
WGSIM_INLINE double __uint2double_rn(unsigned x) { return x; }

// ---- The bits of a number ---------------------------------------------------------------------------
WGSIM_INLINE int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
WGSIM_INLINE unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
WGSIM_INLINE float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
WGSIM_INLINE float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
WGSIM_INLINE long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
WGSIM_INLINE double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
WGSIM_INLINE int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
WGSIM_INLINE int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x) & 0xffffffff); }
WGSIM_INLINE double __hiloint2double(int high, int low) {
  return __longlong_as_double(static_cast<long long>(
      static_cast<unsigned long long>(static_cast<unsigned>(high)) << 32 | static_cast<unsigned>(low)));
}
