// Thrust's function objects, and the placeholders _1 … _4 for short formulas: 2 * _1 + _2.
#pragma once

#include <functional>
#include <tuple>
#include <utility>

namespace thrust {

using std::bit_and;
using std::bit_or;
using std::bit_xor;
using std::divides;
using std::equal_to;
using std::greater;
using std::greater_equal;
using std::less;
using std::less_equal;
using std::logical_and;
using std::logical_not;
using std::logical_or;
using std::minus;
using std::modulus;
using std::multiplies;
using std::negate;
using std::not_equal_to;
using std::plus;

template <class T = void>
struct identity {
  const T& operator()(const T& value) const { return value; }
};
template <>
struct identity<void> {
  template <class T>
  T&& operator()(T&& value) const {
    return std::forward<T>(value);
  }
};
template <class T = void>
struct square {
  T operator()(const T& value) const { return value * value; }
};
template <>
struct square<void> {
  template <class T>
  auto operator()(const T& value) const {
    return value * value;
  }
};
template <class T = void>
struct maximum {
  T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
template <>
struct maximum<void> {
  template <class T, class U>
  auto operator()(const T& a, const U& b) const {
    return a < b ? b : a;
  }
};
template <class T = void>
struct minimum {
  T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};
template <>
struct minimum<void> {
  template <class T, class U>
  auto operator()(const T& a, const U& b) const {
    return b < a ? b : a;
  }
};
template <class T = void, class U = T>
struct project1st {
  const T& operator()(const T& a, const U&) const { return a; }
};
template <class T = void, class U = T>
struct project2nd {
  const U& operator()(const T&, const U& b) const { return b; }
};

/// The bases that functors of older programs have.
template <class Argument, class Result>
struct unary_function {
  using argument_type = Argument;
  using result_type = Result;
};
template <class First, class Second, class Result>
struct binary_function {
  using first_argument_type = First;
  using second_argument_type = Second;
  using result_type = Result;
};

template <class Predicate>
auto not_fn(Predicate predicate) {
  return [predicate](const auto&... argument) { return !predicate(argument...); };
}

// ---- Placeholders -------------------------------------------------------------------------------------
namespace detail {

struct formula {};
template <class T>
constexpr bool is_formula = std::is_base_of_v<formula, std::decay_t<T>>;

template <std::size_t index>
struct argument : formula {
  template <class... T>
  decltype(auto) operator()(T&&... arguments) const {
    return std::get<index>(std::forward_as_tuple(std::forward<T>(arguments)...));
  }
};
template <class T>
struct constant : formula {
  T value;
  explicit constant(T of) : value(of) {}
  template <class... U>
  const T& operator()(U&&...) const {
    return value;
  }
};
template <class Operator, class Left, class Right>
struct binary_formula : formula {
  Left left;
  Right right;
  binary_formula(Left l, Right r) : left(l), right(r) {}
  template <class... T>
  decltype(auto) operator()(T&&... arguments) const {
    return Operator()(left(arguments...), right(arguments...));
  }
};
template <class T>
auto as_formula(const T& of) {
  if constexpr (is_formula<T>)
    return of;
  else
    return constant<T>(of);
}

#define WGSIM_FORMULA(sign, Operator)                                                                 \
  template <class Left, class Right, class = std::enable_if_t<is_formula<Left> || is_formula<Right>>> \
  auto operator sign(const Left& left, const Right& right) {                                          \
    using L = decltype(as_formula(left));                                                             \
    using R = decltype(as_formula(right));                                                            \
    return binary_formula<Operator, L, R>(as_formula(left), as_formula(right));                       \
  }
WGSIM_FORMULA(+, std::plus<>)
WGSIM_FORMULA(-, std::minus<>)
WGSIM_FORMULA(*, std::multiplies<>)
WGSIM_FORMULA(/, std::divides<>)
WGSIM_FORMULA(%, std::modulus<>)
WGSIM_FORMULA(==, std::equal_to<>)
WGSIM_FORMULA(!=, std::not_equal_to<>)
WGSIM_FORMULA(<, std::less<>)
WGSIM_FORMULA(>, std::greater<>)
WGSIM_FORMULA(<=, std::less_equal<>)
WGSIM_FORMULA(>=, std::greater_equal<>)
WGSIM_FORMULA(&&, std::logical_and<>)
WGSIM_FORMULA(||, std::logical_or<>)
WGSIM_FORMULA(&, std::bit_and<>)
WGSIM_FORMULA(|, std::bit_or<>)
WGSIM_FORMULA(^, std::bit_xor<>)
#undef WGSIM_FORMULA

template <class Operator, class Operand>
struct unary_formula : formula {
  Operand operand;
  explicit unary_formula(Operand of) : operand(of) {}
  template <class... T>
  decltype(auto) operator()(T&&... arguments) const {
    return Operator()(operand(arguments...));
  }
};
template <class Operand, class = std::enable_if_t<is_formula<Operand>>>
auto operator-(const Operand& operand) {
  return unary_formula<std::negate<>, Operand>(operand);
}
template <class Operand, class = std::enable_if_t<is_formula<Operand>>>
auto operator!(const Operand& operand) {
  return unary_formula<std::logical_not<>, Operand>(operand);
}

}  // namespace detail

namespace placeholders {
inline constexpr detail::argument<0> _1{};
inline constexpr detail::argument<1> _2{};
inline constexpr detail::argument<2> _3{};
inline constexpr detail::argument<3> _4{};
}  // namespace placeholders

}  // namespace thrust
