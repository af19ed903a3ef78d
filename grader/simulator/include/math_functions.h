// Mathematical functions of CUDA that the C library does not have: min and max for all pairs of types,
// rsqrt, norms, …. (As with nvcc, each .cu file also knows the functions of the C library.)
#pragma once

#include <math.h>
#include <stdlib.h>

#include "wgsim/config.h"

// ---- min and max ------------------------------------------------------------------------------------------
// CUDA's overloads: mixed signs become unsigned, mixed precisions double; NaN loses against a number.
#define WGSIM_MIN_MAX(Result, A, B)                                                  \
  constexpr Result min(const A a, const B b) {                                       \
    return static_cast<Result>(b) < static_cast<Result>(a) ? static_cast<Result>(b)  \
                                                           : static_cast<Result>(a); \
  }                                                                                  \
  constexpr Result max(const A a, const B b) {                                       \
    return static_cast<Result>(a) < static_cast<Result>(b) ? static_cast<Result>(b)  \
                                                           : static_cast<Result>(a); \
  }
#define WGSIM_MIN_MAX_INTEGERS(Signed, Unsigned) \
  WGSIM_MIN_MAX(Signed, Signed, Signed)          \
  WGSIM_MIN_MAX(Unsigned, Unsigned, Unsigned)    \
  WGSIM_MIN_MAX(Unsigned, Signed, Unsigned)      \
  WGSIM_MIN_MAX(Unsigned, Unsigned, Signed)

WGSIM_MIN_MAX_INTEGERS(int, unsigned int)
WGSIM_MIN_MAX_INTEGERS(long, unsigned long)
WGSIM_MIN_MAX_INTEGERS(long long, unsigned long long)

#define WGSIM_MIN_MAX_FLOATS(Result, A, B, suffix)                 \
  WGSIM_INLINE Result min(A a, B b) { return fmin##suffix(a, b); } \
  WGSIM_INLINE Result max(A a, B b) { return fmax##suffix(a, b); }
WGSIM_MIN_MAX_FLOATS(float, float, float, f)
WGSIM_MIN_MAX_FLOATS(double, double, double, )
WGSIM_MIN_MAX_FLOATS(double, float, double, )
WGSIM_MIN_MAX_FLOATS(double, double, float, )

#undef WGSIM_MIN_MAX
#undef WGSIM_MIN_MAX_INTEGERS
#undef WGSIM_MIN_MAX_FLOATS

WGSIM_INLINE unsigned umin(unsigned a, unsigned b) { return min(a, b); }
WGSIM_INLINE unsigned umax(unsigned a, unsigned b) { return max(a, b); }
WGSIM_INLINE long long llmin(long long a, long long b) { return min(a, b); }
WGSIM_INLINE long long llmax(long long a, long long b) { return max(a, b); }
WGSIM_INLINE unsigned long long ullmin(unsigned long long a, unsigned long long b) { return min(a, b); }
WGSIM_INLINE unsigned long long ullmax(unsigned long long a, unsigned long long b) { return max(a, b); }

// ---- Roots, norms, division -------------------------------------------------------------------------
WGSIM_INLINE float rsqrtf(float x) { return static_cast<float>(1.0 / sqrt(static_cast<double>(x))); }
WGSIM_INLINE double rsqrt(double x) { return 1.0 / sqrt(x); }
WGSIM_INLINE float rsqrt(float x) { return rsqrtf(x); }
WGSIM_INLINE double rcbrt(double x) { return 1.0 / cbrt(x); }
WGSIM_INLINE float rcbrtf(float x) { return static_cast<float>(1.0 / cbrt(static_cast<double>(x))); }
WGSIM_INLINE double rhypot(double x, double y) { return 1.0 / hypot(x, y); }
WGSIM_INLINE float rhypotf(float x, float y) { return 1.0f / hypotf(x, y); }
WGSIM_INLINE double norm3d(double x, double y, double z) { return hypot(hypot(x, y), z); }
WGSIM_INLINE float norm3df(float x, float y, float z) { return static_cast<float>(norm3d(x, y, z)); }
WGSIM_INLINE double norm4d(double x, double y, double z, double w) { return hypot(hypot(x, y), hypot(z, w)); }
WGSIM_INLINE float norm4df(float x, float y, float z, float w) {
  return static_cast<float>(norm4d(x, y, z, w));
}
WGSIM_INLINE double rnorm3d(double x, double y, double z) { return 1.0 / norm3d(x, y, z); }
WGSIM_INLINE float rnorm3df(float x, float y, float z) { return static_cast<float>(rnorm3d(x, y, z)); }
WGSIM_INLINE float fdividef(float x, float y) { return x / y; }

// ---- Functions of π·x: exact at multiples of one half -----------------------------------------------
inline double sinpi(double x) {
  const double r = fmod(x, 2.0);  // exact, in (-2, 2)
  if (r == trunc(r)) return copysign(0.0, x);
  return sin((r > 1.0 ? r - 2.0 : r < -1.0 ? r + 2.0 : r) * 3.14159265358979323846);
}
inline double cospi(double x) {
  const double r = fmod(fabs(x), 2.0);
  if (r == 0.5 || r == 1.5) return 0.0;
  return cos((r > 1.0 ? 2.0 - r : r) * 3.14159265358979323846);
}
WGSIM_INLINE float sinpif(float x) { return static_cast<float>(sinpi(x)); }
WGSIM_INLINE float cospif(float x) { return static_cast<float>(cospi(x)); }
WGSIM_INLINE void sincospi(double x, double* sine, double* cosine) { *sine = sinpi(x), *cosine = cospi(x); }
WGSIM_INLINE void sincospif(float x, float* sine, float* cosine) { *sine = sinpif(x), *cosine = cospif(x); }

// ---- Statistics -------------------------------------------------------------------------------------
WGSIM_INLINE double normcdf(double x) { return 0.5 * erfc(-x * 0.70710678118654752440); }
WGSIM_INLINE float normcdff(float x) { return static_cast<float>(normcdf(x)); }

// The GNU C library has these, others don't.
#ifndef __GLIBC__
WGSIM_INLINE void sincos(double x, double* sine, double* cosine) { *sine = sin(x), *cosine = cos(x); }
WGSIM_INLINE void sincosf(float x, float* sine, float* cosine) { *sine = sinf(x), *cosine = cosf(x); }
WGSIM_INLINE double exp10(double x) { return pow(10.0, x); }
WGSIM_INLINE float exp10f(float x) { return powf(10.0f, x); }
#endif
