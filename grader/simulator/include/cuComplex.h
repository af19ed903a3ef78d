// Complex numbers of CUDA's C interface: pairs of float or double, with functions by name (cuCmulf, cuCmul).
#pragma once

#include <complex>

#include "vector_functions.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

inline cuFloatComplex make_cuFloatComplex(float x, float y) { return make_float2(x, y); }
inline cuDoubleComplex make_cuDoubleComplex(double x, double y) { return make_double2(x, y); }
inline cuComplex make_cuComplex(float x, float y) { return make_float2(x, y); }

#define WGSIM_COMPLEX(T, Complex, suffix)                                                   \
  inline T cuCreal##suffix(Complex x) { return x.x; }                                       \
  inline T cuCimag##suffix(Complex x) { return x.y; }                                       \
  inline Complex cuConj##suffix(Complex x) { return {x.x, -x.y}; }                          \
  inline Complex cuCadd##suffix(Complex x, Complex y) { return {x.x + y.x, x.y + y.y}; }    \
  inline Complex cuCsub##suffix(Complex x, Complex y) { return {x.x - y.x, x.y - y.y}; }    \
  inline Complex cuCmul##suffix(Complex x, Complex y) {                                     \
    return {x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x};                                  \
  }                                                                                         \
  inline Complex cuCfma##suffix(Complex x, Complex y, Complex d) {                          \
    return cuCadd##suffix(cuCmul##suffix(x, y), d);                                         \
  }                                                                                         \
  inline Complex cuCdiv##suffix(Complex x, Complex y) {                                     \
    const std::complex<T> quotient = std::complex<T>(x.x, x.y) / std::complex<T>(y.x, y.y); \
    return {quotient.real(), quotient.imag()};                                              \
  }                                                                                         \
  inline T cuCabs##suffix(Complex x) { return ::hypot##suffix(x.x, x.y); }

WGSIM_COMPLEX(float, cuFloatComplex, f)
WGSIM_COMPLEX(double, cuDoubleComplex, )

#undef WGSIM_COMPLEX

inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) { return {x.x, x.y}; }
inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) {
  return {static_cast<float>(x.x), static_cast<float>(x.y)};
}
