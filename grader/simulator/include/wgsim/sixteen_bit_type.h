// A number of 16 bits, its pair, and all their functions, with CUDA's names and overloads. cuda_fp16.h and
// cuda_bf16.h include it, each with these names:
//   WGSIM_FORMAT   wgsim::HalfFormat     how its bits are read (sixteen_bits.h)
//   WGSIM_TYPE     __half
//   WGSIM_NAME     half                  in the names of functions: __half2float, __float2half_rn
// The functions of mathematics round what the C library computes as double. Those of a GPU give the same bits
// for each of the 65,536 numbers (tests/api/programs/sixteen_bits.cu).

#define WGSIM_PASTE2(a, b) a##b
#define WGSIM_PASTE(a, b) WGSIM_PASTE2(a, b)
#define WGSIM_JOIN3(a, b, c) WGSIM_PASTE(WGSIM_PASTE(a, b), c)
#define WGSIM_PAIR WGSIM_PASTE(WGSIM_TYPE, 2)
#define WGSIM_TO(from, rest) WGSIM_JOIN3(from, WGSIM_NAME, rest)  // WGSIM_TO(__float2, _rn): __float2half_rn

// ---- The types ------------------------------------------------------------------------------------------
struct alignas(2) WGSIM_PASTE(WGSIM_TYPE, _raw) {
  unsigned short x;
};
struct alignas(4) WGSIM_PASTE(WGSIM_PAIR, _raw) {
  unsigned short x, y;
};

struct alignas(2) WGSIM_TYPE {
  using Raw = WGSIM_PASTE(WGSIM_TYPE, _raw);
  unsigned short __x;

  WGSIM_TYPE() = default;
  constexpr WGSIM_TYPE(const Raw& raw) : __x(raw.x) {}
  WGSIM_TYPE(float value) : __x(wgsim::encode<WGSIM_FORMAT>(value)) {}
  WGSIM_TYPE(double value) : __x(wgsim::encode<WGSIM_FORMAT>(value, wgsim::Rounding::rn)) {}
#define WGSIM_INTEGER(T)                                                                      \
  WGSIM_TYPE(T value) : __x(wgsim::from_integer<WGSIM_FORMAT>(value, wgsim::Rounding::rn)) {} \
  operator T() const { return wgsim::to_integer<T>(wgsim::decode<WGSIM_FORMAT>(__x), wgsim::Rounding::rz); }
  WGSIM_INTEGER(short)
  WGSIM_INTEGER(unsigned short)
  WGSIM_INTEGER(int)
  WGSIM_INTEGER(unsigned int)
  WGSIM_INTEGER(long)
  WGSIM_INTEGER(unsigned long)
  WGSIM_INTEGER(long long)
  WGSIM_INTEGER(unsigned long long)
#undef WGSIM_INTEGER
#define WGSIM_CHARACTER(T) \
  operator T() const { return wgsim::to_integer<T>(wgsim::decode<WGSIM_FORMAT>(__x), wgsim::Rounding::rz); }
  WGSIM_CHARACTER(char)
  WGSIM_CHARACTER(signed char)
  WGSIM_CHARACTER(unsigned char)
#undef WGSIM_CHARACTER
  /// The other format of 16 bits.
  template <class Other, class = typename Other::Raw>
  explicit WGSIM_TYPE(const Other& other) : WGSIM_TYPE(static_cast<float>(other)) {}
  operator float() const { return wgsim::decode<WGSIM_FORMAT>(__x); }
  constexpr operator bool() const { return (__x & 0x7fff) != 0; }
  constexpr operator Raw() const { return Raw{__x}; }
};

struct alignas(4) WGSIM_PAIR {
  using Raw = WGSIM_PASTE(WGSIM_PAIR, _raw);
  WGSIM_TYPE x, y;

  WGSIM_PAIR() = default;
  constexpr WGSIM_PAIR(const WGSIM_TYPE& a, const WGSIM_TYPE& b) : x(a), y(b) {}
  constexpr WGSIM_PAIR(const Raw& raw) : x(WGSIM_TYPE::Raw{raw.x}), y(WGSIM_TYPE::Raw{raw.y}) {}
  constexpr operator Raw() const { return Raw{x.__x, y.__x}; }
};

namespace wgsim {
WGSIM_INLINE WGSIM_TYPE of_bits(WGSIM_TYPE, unsigned bits) {
  return WGSIM_TYPE::Raw{static_cast<unsigned short>(bits)};
}
}  // namespace wgsim
#define WGSIM_BITS(bits) wgsim::of_bits(WGSIM_TYPE(), bits)

// ---- Conversions ----------------------------------------------------------------------------------------
WGSIM_INLINE WGSIM_TYPE WGSIM_TO(__float2, )(float a) { return a; }
#define WGSIM_FROM_FLOAT(mode)                                                \
  WGSIM_INLINE WGSIM_TYPE WGSIM_TO(__float2, _##mode)(float a) {              \
    return WGSIM_BITS(wgsim::encode<WGSIM_FORMAT>(a, wgsim::Rounding::mode)); \
  }
WGSIM_FROM_FLOAT(rn)
WGSIM_FROM_FLOAT(rz)
WGSIM_FROM_FLOAT(rd)
WGSIM_FROM_FLOAT(ru)
#undef WGSIM_FROM_FLOAT
WGSIM_INLINE WGSIM_TYPE WGSIM_TO(__double2, )(double a) { return a; }
WGSIM_INLINE float WGSIM_TO(__, 2float)(WGSIM_TYPE a) { return a; }

#define WGSIM_WITH_INTEGER_ROUNDED(T, name, mode)                                   \
  WGSIM_INLINE WGSIM_TYPE WGSIM_TO(__##name##2, _##mode)(T a) {                     \
    return WGSIM_BITS(wgsim::from_integer<WGSIM_FORMAT>(a, wgsim::Rounding::mode)); \
  }                                                                                 \
  WGSIM_INLINE T WGSIM_TO(__, 2##name##_##mode)(WGSIM_TYPE a) {                     \
    return wgsim::to_integer<T>(a, wgsim::Rounding::mode);                          \
  }
#define WGSIM_WITH_INTEGER(T, name)       \
  WGSIM_WITH_INTEGER_ROUNDED(T, name, rn) \
  WGSIM_WITH_INTEGER_ROUNDED(T, name, rz) \
  WGSIM_WITH_INTEGER_ROUNDED(T, name, rd) \
  WGSIM_WITH_INTEGER_ROUNDED(T, name, ru)
WGSIM_WITH_INTEGER(short, short)
WGSIM_WITH_INTEGER(unsigned short, ushort)
WGSIM_WITH_INTEGER(int, int)
WGSIM_WITH_INTEGER(unsigned int, uint)
WGSIM_WITH_INTEGER(long long, ll)
WGSIM_WITH_INTEGER(unsigned long long, ull)
#undef WGSIM_WITH_INTEGER
#undef WGSIM_WITH_INTEGER_ROUNDED
WGSIM_INLINE signed char WGSIM_TO(__, 2char_rz)(WGSIM_TYPE a) { return static_cast<signed char>(a); }
WGSIM_INLINE unsigned char WGSIM_TO(__, 2uchar_rz)(WGSIM_TYPE a) { return static_cast<unsigned char>(a); }

WGSIM_INLINE short WGSIM_TO(__, _as_short)(WGSIM_TYPE a) { return static_cast<short>(a.__x); }
WGSIM_INLINE unsigned short WGSIM_TO(__, _as_ushort)(WGSIM_TYPE a) { return a.__x; }
WGSIM_INLINE WGSIM_TYPE WGSIM_TO(__short_as_, )(short bits) {
  return WGSIM_BITS(static_cast<unsigned short>(bits));
}
WGSIM_INLINE WGSIM_TYPE WGSIM_TO(__ushort_as_, )(unsigned short bits) { return WGSIM_BITS(bits); }

// ---- Pairs and their halves -----------------------------------------------------------------------------
WGSIM_INLINE WGSIM_PAIR WGSIM_TO(make_, 2)(WGSIM_TYPE x, WGSIM_TYPE y) { return {x, y}; }
WGSIM_INLINE WGSIM_PAIR WGSIM_TO(__halves2, 2)(WGSIM_TYPE x, WGSIM_TYPE y) { return {x, y}; }
WGSIM_INLINE WGSIM_PAIR WGSIM_JOIN3(WGSIM_TO(__, 2), WGSIM_NAME, 2)(WGSIM_TYPE a) { return {a, a}; }
WGSIM_INLINE WGSIM_PAIR WGSIM_TO(__float2, 2_rn)(float a) { return {a, a}; }
WGSIM_INLINE WGSIM_PAIR WGSIM_TO(__floats2, 2_rn)(float a, float b) { return {a, b}; }
WGSIM_INLINE WGSIM_PAIR WGSIM_TO(__float22, 2_rn)(float2 a) { return {a.x, a.y}; }
WGSIM_INLINE float2 WGSIM_TO(__, 22float2)(WGSIM_PAIR a) { return {a.x, a.y}; }
WGSIM_INLINE float __low2float(WGSIM_PAIR a) { return a.x; }
WGSIM_INLINE float __high2float(WGSIM_PAIR a) { return a.y; }
WGSIM_INLINE WGSIM_TYPE WGSIM_TO(__low2, )(WGSIM_PAIR a) { return a.x; }
WGSIM_INLINE WGSIM_TYPE WGSIM_TO(__high2, )(WGSIM_PAIR a) { return a.y; }
WGSIM_INLINE WGSIM_PAIR WGSIM_TO(__low2, 2)(WGSIM_PAIR a) { return {a.x, a.x}; }
WGSIM_INLINE WGSIM_PAIR WGSIM_TO(__high2, 2)(WGSIM_PAIR a) { return {a.y, a.y}; }
WGSIM_INLINE WGSIM_PAIR WGSIM_TO(__lows2, 2)(WGSIM_PAIR a, WGSIM_PAIR b) { return {a.x, b.x}; }
WGSIM_INLINE WGSIM_PAIR WGSIM_TO(__highs2, 2)(WGSIM_PAIR a, WGSIM_PAIR b) { return {a.y, b.y}; }
WGSIM_INLINE WGSIM_PAIR __lowhigh2highlow(WGSIM_PAIR a) { return {a.y, a.x}; }

// ---- Arithmetic: each function of numbers, and of pairs --------------------------------------------------
#define WGSIM_UNARY(name, pair_name, value)                    \
  WGSIM_INLINE WGSIM_TYPE name(WGSIM_TYPE a) { return value; } \
  WGSIM_INLINE WGSIM_PAIR pair_name(WGSIM_PAIR a) { return {name(a.x), name(a.y)}; }
#define WGSIM_BINARY(name, pair_name, value)                                 \
  WGSIM_INLINE WGSIM_TYPE name(WGSIM_TYPE a, WGSIM_TYPE b) { return value; } \
  WGSIM_INLINE WGSIM_PAIR pair_name(WGSIM_PAIR a, WGSIM_PAIR b) { return {name(a.x, b.x), name(a.y, b.y)}; }
#define WGSIM_TERNARY(name, pair_name, value)                                              \
  WGSIM_INLINE WGSIM_TYPE name(WGSIM_TYPE a, WGSIM_TYPE b, WGSIM_TYPE c) { return value; } \
  WGSIM_INLINE WGSIM_PAIR pair_name(WGSIM_PAIR a, WGSIM_PAIR b, WGSIM_PAIR c) {            \
    return {name(a.x, b.x, c.x), name(a.y, b.y, c.y)};                                     \
  }

namespace wgsim {
WGSIM_INLINE bool is_nan(WGSIM_TYPE a) { return (a.__x & 0x7fff) > kInfinity16<WGSIM_FORMAT>; }
/// Between 0 and 1; 0 for NaN.
WGSIM_INLINE WGSIM_TYPE saturated(WGSIM_TYPE a) {
  const float value = a;
  return value > 1.0f ? WGSIM_TYPE(1.0f) : value > 0.0f ? a : WGSIM_TYPE(0.0f);
}
/// Not negative.
WGSIM_INLINE WGSIM_TYPE rectified(WGSIM_TYPE a) {
  return is_nan(a) ? of_bits(a, kNan16) : float(a) > 0.0f ? a : WGSIM_TYPE(0.0f);
}
/// NaN loses against a number, and -0 is less than 0.
WGSIM_INLINE WGSIM_TYPE smaller(WGSIM_TYPE a, WGSIM_TYPE b) {
  if (is_nan(a)) return is_nan(b) ? of_bits(a, kNan16) : b;
  if (is_nan(b)) return a;
  return float(a) < float(b) || (float(a) == float(b) && (a.__x & 0x8000) != 0) ? a : b;
}
WGSIM_INLINE WGSIM_TYPE greater(WGSIM_TYPE a, WGSIM_TYPE b) {
  if (is_nan(a)) return is_nan(b) ? of_bits(a, kNan16) : b;
  if (is_nan(b)) return a;
  return float(a) > float(b) || (float(a) == float(b) && (a.__x & 0x8000) == 0) ? a : b;
}
}  // namespace wgsim

WGSIM_UNARY(__habs, __habs2, wgsim::is_nan(a) ? WGSIM_BITS(wgsim::kNan16) : WGSIM_BITS(a.__x & 0x7fffU))
WGSIM_UNARY(__hneg, __hneg2, wgsim::is_nan(a) ? WGSIM_BITS(wgsim::kNan16) : WGSIM_BITS(a.__x ^ 0x8000U))
WGSIM_BINARY(__hadd, __hadd2, float(a) + float(b))
WGSIM_BINARY(__hsub, __hsub2, float(a) - float(b))
WGSIM_BINARY(__hmul, __hmul2, float(a) * float(b))
WGSIM_BINARY(__hadd_rn, __hadd2_rn, __hadd(a, b))
WGSIM_BINARY(__hsub_rn, __hsub2_rn, __hsub(a, b))
WGSIM_BINARY(__hmul_rn, __hmul2_rn, __hmul(a, b))
WGSIM_BINARY(__hdiv, __h2div, double(float(a)) / double(float(b)))
WGSIM_BINARY(__hadd_sat, __hadd2_sat, wgsim::saturated(__hadd(a, b)))
WGSIM_BINARY(__hsub_sat, __hsub2_sat, wgsim::saturated(__hsub(a, b)))
WGSIM_BINARY(__hmul_sat, __hmul2_sat, wgsim::saturated(__hmul(a, b)))
WGSIM_BINARY(__hmin, __hmin2, wgsim::smaller(a, b))
WGSIM_BINARY(__hmax, __hmax2, wgsim::greater(a, b))
WGSIM_BINARY(__hmin_nan, __hmin2_nan,
             wgsim::is_nan(a) || wgsim::is_nan(b) ? WGSIM_BITS(wgsim::kNan16) : wgsim::smaller(a, b))
WGSIM_BINARY(__hmax_nan, __hmax2_nan,
             wgsim::is_nan(a) || wgsim::is_nan(b) ? WGSIM_BITS(wgsim::kNan16) : wgsim::greater(a, b))
WGSIM_TERNARY(__hfma, __hfma2, wgsim::fused(a, b, c))
WGSIM_TERNARY(__hfma_sat, __hfma2_sat, wgsim::saturated(__hfma(a, b, c)))
WGSIM_TERNARY(__hfma_relu, __hfma2_relu, wgsim::rectified(__hfma(a, b, c)))
/// a * b + c of complex numbers.
WGSIM_INLINE WGSIM_PAIR __hcmadd(WGSIM_PAIR a, WGSIM_PAIR b, WGSIM_PAIR c) {
  return {__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))};
}

// ---- Mathematics ------------------------------------------------------------------------------------------
WGSIM_UNARY(hexp, h2exp, std::exp(double(float(a))))
WGSIM_UNARY(hexp2, h2exp2, std::exp2(double(float(a))))
WGSIM_UNARY(hexp10, h2exp10, std::pow(10.0, double(float(a))))
WGSIM_UNARY(hlog, h2log, std::log(double(float(a))))
WGSIM_UNARY(hlog2, h2log2, std::log2(double(float(a))))
WGSIM_UNARY(hlog10, h2log10, std::log10(double(float(a))))
WGSIM_UNARY(hsin, h2sin, std::sin(double(float(a))))
WGSIM_UNARY(hcos, h2cos, std::cos(double(float(a))))
WGSIM_UNARY(htanh, h2tanh, std::tanh(double(float(a))))
WGSIM_UNARY(hsqrt, h2sqrt, std::sqrt(double(float(a))))
WGSIM_UNARY(hrsqrt, h2rsqrt, 1.0 / std::sqrt(double(float(a))))
WGSIM_UNARY(hrcp, h2rcp, 1.0 / double(float(a)))
WGSIM_UNARY(hfloor, h2floor, std::floor(float(a)))
WGSIM_UNARY(hceil, h2ceil, std::ceil(float(a)))
WGSIM_UNARY(htrunc, h2trunc, std::trunc(float(a)))
WGSIM_UNARY(hrint, h2rint, std::nearbyint(float(a)))

// ---- Comparisons: those with u are true if a number is NaN ------------------------------------------------
WGSIM_INLINE bool __hisnan(WGSIM_TYPE a) { return wgsim::is_nan(a); }
WGSIM_INLINE WGSIM_PAIR __hisnan2(WGSIM_PAIR a) { return {float(__hisnan(a.x)), float(__hisnan(a.y))}; }
WGSIM_INLINE int __hisinf(WGSIM_TYPE a) {
  return (a.__x & 0x7fff) != wgsim::kInfinity16<WGSIM_FORMAT> ? 0 : a.__x >> 15 != 0 ? -1 : 1;
}
#define WGSIM_COMPARISON(name, value)                                                     \
  WGSIM_INLINE bool __h##name(WGSIM_TYPE p, WGSIM_TYPE q) {                               \
    const float a = p, b = q;                                                             \
    return value;                                                                         \
  }                                                                                       \
  WGSIM_INLINE WGSIM_PAIR __h##name##2(WGSIM_PAIR a, WGSIM_PAIR b) {                      \
    return {float(__h##name(a.x, b.x)), float(__h##name(a.y, b.y))};                      \
  }                                                                                       \
  WGSIM_INLINE unsigned __h##name##2_mask(WGSIM_PAIR a, WGSIM_PAIR b) {                   \
    return (__h##name(a.x, b.x) ? 0xffffU : 0) | (__h##name(a.y, b.y) ? 0xffff0000U : 0); \
  }                                                                                       \
  WGSIM_INLINE bool __hb##name##2(WGSIM_PAIR a, WGSIM_PAIR b) {                           \
    return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                    \
  }
WGSIM_COMPARISON(eq, a == b)
WGSIM_COMPARISON(ne, a<b || a> b)
WGSIM_COMPARISON(lt, a < b)
WGSIM_COMPARISON(le, a <= b)
WGSIM_COMPARISON(gt, a > b)
WGSIM_COMPARISON(ge, a >= b)
WGSIM_COMPARISON(equ, !(a < b || a > b))
WGSIM_COMPARISON(neu, a != b)
WGSIM_COMPARISON(ltu, !(a >= b))
WGSIM_COMPARISON(leu, !(a > b))
WGSIM_COMPARISON(gtu, !(a <= b))
WGSIM_COMPARISON(geu, !(a < b))

// ---- Operators ------------------------------------------------------------------------------------------
#define WGSIM_OPERATORS(T, add, subtract, multiply, divide, negative, one)    \
  WGSIM_INLINE T operator+(const T& a, const T& b) { return add(a, b); }      \
  WGSIM_INLINE T operator-(const T& a, const T& b) { return subtract(a, b); } \
  WGSIM_INLINE T operator*(const T& a, const T& b) { return multiply(a, b); } \
  WGSIM_INLINE T operator/(const T& a, const T& b) { return divide(a, b); }   \
  WGSIM_INLINE T& operator+=(T& a, const T& b) { return a = add(a, b); }      \
  WGSIM_INLINE T& operator-=(T& a, const T& b) { return a = subtract(a, b); } \
  WGSIM_INLINE T& operator*=(T& a, const T& b) { return a = multiply(a, b); } \
  WGSIM_INLINE T& operator/=(T& a, const T& b) { return a = divide(a, b); }   \
  WGSIM_INLINE T& operator++(T& a) { return a = add(a, one); }                \
  WGSIM_INLINE T& operator--(T& a) { return a = subtract(a, one); }           \
  WGSIM_INLINE T operator++(T& a, int) {                                      \
    const T old = a;                                                          \
    ++a;                                                                      \
    return old;                                                               \
  }                                                                           \
  WGSIM_INLINE T operator--(T& a, int) {                                      \
    const T old = a;                                                          \
    --a;                                                                      \
    return old;                                                               \
  }                                                                           \
  WGSIM_INLINE T operator+(const T& a) { return a; }                          \
  WGSIM_INLINE T operator-(const T& a) { return negative(a); }
WGSIM_OPERATORS(WGSIM_TYPE, __hadd, __hsub, __hmul, __hdiv, __hneg, WGSIM_TYPE(1.0f))
WGSIM_OPERATORS(WGSIM_PAIR, __hadd2, __hsub2, __hmul2, __h2div, __hneg2, WGSIM_PAIR(1.0f, 1.0f))
#define WGSIM_COMPARE(symbol, number, pair)                                                            \
  WGSIM_INLINE bool operator symbol(const WGSIM_TYPE& a, const WGSIM_TYPE& b) { return number(a, b); } \
  WGSIM_INLINE bool operator symbol(const WGSIM_PAIR& a, const WGSIM_PAIR& b) { return pair(a, b); }
WGSIM_COMPARE(==, __heq, __hbeq2)
WGSIM_COMPARE(!=, __hneu, __hbneu2)
WGSIM_COMPARE(<, __hlt, __hblt2)
WGSIM_COMPARE(<=, __hle, __hble2)
WGSIM_COMPARE(>, __hgt, __hbgt2)
WGSIM_COMPARE(>=, __hge, __hbge2)

// ---- Between threads --------------------------------------------------------------------------------------
WGSIM_SHUFFLES(WGSIM_TYPE)
WGSIM_SHUFFLES(WGSIM_PAIR)
#define WGSIM_ATOMIC_ADD(T, add)                                                                           \
  WGSIM_UNINSTRUMENTED inline T atomicAdd(T* address, T operand, wgsim::Site site = wgsim::Site::here()) { \
    wgsim::atomic_access(address, sizeof(T), wgsim::Scope::device, site, true);                            \
    const T old = *address;                                                                                \
    *address = add(old, operand);                                                                          \
    return old;                                                                                            \
  }
WGSIM_ATOMIC_ADD(WGSIM_TYPE, __hadd)
WGSIM_ATOMIC_ADD(WGSIM_PAIR, __hadd2)

#undef WGSIM_ATOMIC_ADD
#undef WGSIM_COMPARE
#undef WGSIM_OPERATORS
#undef WGSIM_COMPARISON
#undef WGSIM_TERNARY
#undef WGSIM_BINARY
#undef WGSIM_UNARY
#undef WGSIM_BITS
#undef WGSIM_TO
#undef WGSIM_PAIR
#undef WGSIM_JOIN3
#undef WGSIM_PASTE
#undef WGSIM_PASTE2
#undef WGSIM_NAME
#undef WGSIM_TYPE
#undef WGSIM_FORMAT
