// Binary associative operators with an identity: what generic kernels are given.
// They work on host and device, and in plain C++ (the oracles use the very same ones).
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#ifdef __CUDACC__
#define WARPGRADE_HD __host__ __device__
#else
#define WARPGRADE_HD
#endif

namespace warpgrade {

/// Signed overflow is undefined in C++, so integers add and multiply modulo 2^bits, as the GPU does.
template <class T>
struct Sum {
  static constexpr WARPGRADE_HD T identity() { return T(0); }
  constexpr WARPGRADE_HD T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>)
      return T(std::uint64_t(a) + std::uint64_t(b));
    else
      return a + b;
  }
};

template <class T>
struct Product {
  static constexpr WARPGRADE_HD T identity() { return T(1); }
  constexpr WARPGRADE_HD T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>)
      return T(std::uint64_t(a) * std::uint64_t(b));
    else
      return a * b;
  }
};

template <class T>
struct Min {
  static constexpr WARPGRADE_HD T identity() {
    if constexpr (std::is_floating_point_v<T>)
      return std::numeric_limits<T>::infinity();
    else
      return std::numeric_limits<T>::max();
  }
  constexpr WARPGRADE_HD T operator()(T a, T b) const { return b < a ? b : a; }
};

template <class T>
struct Max {
  static constexpr WARPGRADE_HD T identity() {
    if constexpr (std::is_floating_point_v<T>)
      return -std::numeric_limits<T>::infinity();
    else
      return std::numeric_limits<T>::lowest();
  }
  constexpr WARPGRADE_HD T operator()(T a, T b) const { return a < b ? b : a; }
};

/// Of logarithms: log(eᵃ + eᵇ), computed so that neither power overflows. It adds up what is only known by
/// its logarithm, such as probabilities.
template <class T>
struct LogSum {
  static constexpr WARPGRADE_HD T identity() { return -std::numeric_limits<T>::infinity(); }
  WARPGRADE_HD T operator()(T a, T b) const {
    const T high = a < b ? b : a, low = a < b ? a : b;
    if (low == identity()) return high;
    return high + std::log1p(std::exp(low - high));
  }
};

template <class T>
struct BitOr {
  static constexpr WARPGRADE_HD T identity() { return T(0); }
  constexpr WARPGRADE_HD T operator()(T a, T b) const { return T(a | b); }
};

template <class T>
struct BitAnd {
  static constexpr WARPGRADE_HD T identity() { return T(~T(0)); }
  constexpr WARPGRADE_HD T operator()(T a, T b) const { return T(a & b); }
};

/// The affine map x ↦ scale·x + offset (mod 2^32). Composition is associative but not commutative, so a
/// kernel that swaps the operands is caught.
struct Affine {
  std::uint32_t scale, offset;
  friend constexpr WARPGRADE_HD bool operator==(Affine a, Affine b) {
    return a.scale == b.scale && a.offset == b.offset;
  }
};
struct ComposeAffine {
  static constexpr WARPGRADE_HD Affine identity() { return {1, 0}; }
  /// First a, then b.
  constexpr WARPGRADE_HD Affine operator()(Affine a, Affine b) const {
    return {b.scale * a.scale, b.scale * a.offset + b.offset};
  }
};

/// What is left of a text of brackets once those that match have met: first `closing` ones, then `opening`
/// ones, as in "))(((". The text is balanced if nothing is left (the bicyclic monoid; Clifford & Preston, The
/// algebraic theory of semigroups, 1961). Associative but not commutative: "(" then ")" match, ")" then "("
/// do not.
struct Brackets {
  std::uint32_t closing, opening;
  friend constexpr WARPGRADE_HD bool operator==(Brackets a, Brackets b) {
    return a.closing == b.closing && a.opening == b.opening;
  }
};
struct MatchBrackets {
  static constexpr WARPGRADE_HD Brackets identity() { return {0, 0}; }
  /// The text of a, then that of b.
  constexpr WARPGRADE_HD Brackets operator()(Brackets a, Brackets b) const {
    const std::uint32_t matched = a.opening < b.closing ? a.opening : b.closing;
    return {a.closing + b.closing - matched, a.opening - matched + b.opening};
  }
};

/// The interval [begin, end), begin < end. Two intervals that touch are joined; any other pair gives an
/// invalid one. If input i is [i, i+1), a race-free run that yields the right intervals proves the kernel
/// right for every associative operator at this n (Chong, Donaldson & Ketema, A sound and complete
/// abstraction for reasoning about parallel prefix sums, POPL 2014).
struct Interval {
  std::int32_t begin, end;
  static constexpr WARPGRADE_HD Interval empty() { return {-1, -1}; }
  static constexpr WARPGRADE_HD Interval bad() { return {-2, -2}; }
  friend constexpr WARPGRADE_HD bool operator==(Interval a, Interval b) {
    return a.begin == b.begin && a.end == b.end;
  }
};
struct JoinIntervals {
  static constexpr WARPGRADE_HD Interval identity() { return Interval::empty(); }
  constexpr WARPGRADE_HD Interval operator()(Interval a, Interval b) const {
    if (a == Interval::empty()) return b;
    if (b == Interval::empty()) return a;
    const bool neighbours = a.begin >= 0 && a.begin < a.end && a.end == b.begin && b.begin < b.end;
    return neighbours ? Interval{a.begin, b.end} : Interval::bad();
  }
};

}  // namespace warpgrade
