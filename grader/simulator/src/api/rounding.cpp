// Arithmetic and conversions in a given rounding mode, by the floating-point unit. Operands and results are
// volatile. That keeps each operation between the two changes of the mode, and keeps compilers from
// computing the result themselves.
#include <cfenv>
#include <cmath>

#include "wgsim/float_intrinsics.h"

namespace wgsim {

namespace {

class WithRounding {
 public:
  explicit WithRounding(Rounding mode) : before_(std::fegetround()) {
    if (mode != Rounding::rn) std::fesetround(native(mode));
  }
  ~WithRounding() { std::fesetround(before_); }
  WithRounding(const WithRounding&) = delete;
  WithRounding& operator=(const WithRounding&) = delete;

 private:
  static int native(Rounding mode) {
    switch (mode) {
      case Rounding::rz: return FE_TOWARDZERO;
      case Rounding::ru: return FE_UPWARD;
      case Rounding::rd: return FE_DOWNWARD;
      case Rounding::rn: break;
    }
    return FE_TONEAREST;
  }
  int before_;
};

template <class T>
T compute(Arithmetic operation, T x_value, T y_value, Rounding mode) {
  const WithRounding scope(mode);
  volatile T x = x_value, y = y_value, result = 0;
  switch (operation) {
    case Arithmetic::add: result = x + y; break;
    case Arithmetic::subtract: result = x - y; break;
    case Arithmetic::multiply: result = x * y; break;
    case Arithmetic::divide: result = x / y; break;
    case Arithmetic::square_root: result = std::sqrt(x); break;
    case Arithmetic::reciprocal: result = T(1) / x; break;
  }
  return result;
}

template <class To, class From>
To convert(From from, Rounding mode) {
  const WithRounding scope(mode);
  volatile From x = from;
  volatile To result = static_cast<To>(x);
  return result;
}

template <class T>
T fused(T x_value, T y_value, T z_value, Rounding mode) {
  const WithRounding scope(mode);
  volatile T x = x_value, y = y_value, z = z_value;
  volatile T result = std::fma(x, y, z);
  return result;
}

}  // namespace

float rounded(Arithmetic operation, float x, float y, Rounding mode) {
  return compute(operation, x, y, mode);
}
double rounded(Arithmetic operation, double x, double y, Rounding mode) {
  return compute(operation, x, y, mode);
}
float rounded_fma(float x, float y, float z, Rounding mode) { return fused(x, y, z, mode); }
double rounded_fma(double x, double y, double z, Rounding mode) { return fused(x, y, z, mode); }
float to_float(double x, Rounding mode) { return convert<float>(x, mode); }
float to_float(long long x, Rounding mode) { return convert<float>(x, mode); }
float to_float(unsigned long long x, Rounding mode) { return convert<float>(x, mode); }
double to_double(long long x, Rounding mode) { return convert<double>(x, mode); }
double to_double(unsigned long long x, Rounding mode) { return convert<double>(x, mode); }

double to_integral(double x, Rounding mode) {
  switch (mode) {
    case Rounding::rz: return std::trunc(x);
    case Rounding::ru: return std::ceil(x);
    case Rounding::rd: return std::floor(x);
    case Rounding::rn: break;
  }
  return std::nearbyint(x);
}

}  // namespace wgsim
