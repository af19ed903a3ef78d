// From an operator's name in a spec ("max_i32") to a typed functor; operators.def is the list. Used by
// bind.cu and by the oracles.
//
// All operators over one element type share ONE functor type, which picks at run time: a submission is then
// instantiated once per type and not once per operator, and a kernel that ignores the functor it was given
// (and makes its own) is caught. Picking costs time, so a build for timing knows one operator only, by its
// plain functor: WARPGRADE_ONLY_OPERATOR is its name.
#pragma once

#include <cstdint>
#include <cstring>

#include <warpgrade/ops.cuh>

#include "kit/probes.cuh"
#include "kit/sealed.cuh"

namespace warpgrade::kit {

enum class OperatorKind {
#define WARPGRADE_SCALAR_OPERATOR(name, Functor, types, commutes) name,
#include "kit/operators.def"
};

// The types that an entry of operators.def is for.
template <class T>
inline constexpr bool any_number = std::is_arithmetic_v<T>;
template <class T>
inline constexpr bool any_integer = std::is_integral_v<T>;

template <class T>
inline constexpr bool any_floating = std::is_floating_point_v<T>;

/// Any operator over a scalar T, chosen when it is made. It must be one that is for T.
template <class T>
struct AnyOperator {
  using value_type = T;
  OperatorKind kind;

  constexpr WARPGRADE_HD T operator()(T a, T b) const {
#define WARPGRADE_SCALAR_OPERATOR(name, Functor, types, commutes) \
  if constexpr (types<T>)                                         \
    if (kind == OperatorKind::name) return Functor<T>()(a, b);
#include "kit/operators.def"
    return a;
  }

  T identity() const {
#define WARPGRADE_SCALAR_OPERATOR(name, Functor, types, commutes) \
  if constexpr (types<T>)                                         \
    if (kind == OperatorKind::name) return Functor<T>::identity();
#include "kit/operators.def"
    return T(0);
  }
};

/// May the operands of `op` ("sum_i32", "interval") be exchanged? Of a name that is no operator's, an order
/// of keys for example: yes.
inline bool commutes(const char* op) {
#define WARPGRADE_SCALAR_OPERATOR(name, Functor, types, does_commute) \
  if (std::strncmp(op, #name "_", sizeof #name) == 0) return does_commute;
#define WARPGRADE_PROBE_OPERATOR(name, Element, Functor, does_commute) \
  if (std::strcmp(op, #name) == 0) return does_commute;
#include "kit/operators.def"
  return true;
}

template <class T>
constexpr const char* scalar_suffix() {
  if constexpr (std::is_same_v<T, std::uint8_t>) return "_u8";
  if constexpr (std::is_same_v<T, std::int32_t>) return "_i32";
  if constexpr (std::is_same_v<T, std::uint32_t>) return "_u32";
  if constexpr (std::is_same_v<T, float>) return "_f32";
  if constexpr (std::is_same_v<T, double>) return "_f64";
}

/// Is `name` the kind and the suffix together?
constexpr bool is_made_of(const char* name, const char* kind, const char* suffix) {
  while (*kind && *name == *kind) ++name, ++kind;
  while (!*kind && *suffix && *name == *suffix) ++name, ++suffix;
  return !*kind && !*suffix && !*name;
}

#ifdef WARPGRADE_ONLY_OPERATOR

/// Calls f with the plain functor of the build's only operator, if that is one over T.
template <class T, class F>
bool try_operator(const char* name, F&& f) {
  if (!is_made_of(WARPGRADE_ONLY_OPERATOR, name, "")) return false;
  if constexpr (std::is_arithmetic_v<T>) {
    constexpr auto is = [](const char* kind) {
      return is_made_of(WARPGRADE_ONLY_OPERATOR, kind, scalar_suffix<T>());
    };
#define WARPGRADE_SCALAR_OPERATOR(kind, Functor, types, commutes) \
  if constexpr (types<T> && is(#kind)) return f(Functor<T>(), Functor<T>::identity()), true;
#include "kit/operators.def"
  }
  return false;
}

#else

/// Calls f with the operator over elements that the grader looks into. Submissions on the simulator get them
/// sealed, and are instantiated once for all of them.
template <class Op, class F>
void call_with_probe(F&& f) {
#ifdef __WGSIM__
  f(CombineSealed(), sealed_identity());
#else
  f(Op(), Op::identity());
#endif
}

/// Calls f(op, identity) if `name` is an operator over T; returns whether it was.
template <class T, class F>
bool try_operator(const char* name, F&& f) {
  if constexpr (Probe<T>::exists) {
    constexpr bool kCanMake = kCanTrace || !std::is_same_v<T, Traced>;
    if (!kCanMake || std::strcmp(name, Probe<T>::name) != 0) return false;
    if constexpr (kCanMake) call_with_probe<typename Probe<T>::Op>(f);
    return true;
  } else {
    int kind = -1;
#define WARPGRADE_SCALAR_OPERATOR(its_name, Functor, types, commutes) \
  if (types<T> && is_made_of(name, #its_name, scalar_suffix<T>())) kind = int(OperatorKind::its_name);
#include "kit/operators.def"
    if (kind < 0) return false;
    const AnyOperator<T> op{OperatorKind(kind)};
    f(op, op.identity());
    return true;
  }
}

#endif

/// The element types of a task. An exercise lists them once, for its bind.cu and its oracle.cpp.
template <class... Ts>
struct Types {};

/// Calls f(op, identity) for the operator of that name over one of the types. Returns false if there is none.
template <class... Ts, class F>
bool with_operator(Types<Ts...>, const char* name, F&& f) {
  return (try_operator<Ts>(name, f) || ...);
}

}  // namespace warpgrade::kit
