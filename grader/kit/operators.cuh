// From an operator's name in a spec ("max_i32") to a typed functor. Used by bind.cu and by the oracles.
//
// All operators over one element type share ONE functor type, which picks at run time: a submission is then
// instantiated once per type and not once per operator, and a kernel that ignores the functor it was given
// (and makes its own) is caught. Picking costs time, so a build for timing knows one operator only, by its
// plain functor: WARPGRADE_ONLY_OPERATOR is its name.
#pragma once

#include <cstdint>
#include <cstring>

#include <warpgrade/ops.cuh>

#include "kit/sealed.cuh"
#include "kit/traced.cuh"

namespace warpgrade::kit {

enum class OperatorKind { sum, product, min, max, bit_or, bit_and };

/// Any operator over a scalar T, chosen when it is made.
template <class T>
struct AnyOperator {
  using value_type = T;
  OperatorKind kind;

  constexpr WARPGRADE_HD T operator()(T a, T b) const {
    switch (kind) {
      case OperatorKind::sum: return Sum<T>()(a, b);
      case OperatorKind::product: return Product<T>()(a, b);
      case OperatorKind::min: return Min<T>()(a, b);
      case OperatorKind::max: return Max<T>()(a, b);
      default: break;
    }
    if constexpr (std::is_integral_v<T>) {
      if (kind == OperatorKind::bit_or) return BitOr<T>()(a, b);
      if (kind == OperatorKind::bit_and) return BitAnd<T>()(a, b);
    }
    return a;
  }

  T identity() const {
    switch (kind) {
      case OperatorKind::sum: return Sum<T>::identity();
      case OperatorKind::product: return Product<T>::identity();
      case OperatorKind::min: return Min<T>::identity();
      case OperatorKind::max: return Max<T>::identity();
      default: break;
    }
    if constexpr (std::is_integral_v<T>) {
      if (kind == OperatorKind::bit_and) return BitAnd<T>::identity();
    }
    return T(0);
  }
};

template <class T>
constexpr const char* scalar_suffix() {
  if constexpr (std::is_same_v<T, std::uint8_t>) return "_u8";
  if constexpr (std::is_same_v<T, std::int32_t>) return "_i32";
  if constexpr (std::is_same_v<T, std::uint32_t>) return "_u32";
  if constexpr (std::is_same_v<T, float>) return "_f32";
  if constexpr (std::is_same_v<T, double>) return "_f64";
}

#ifdef WARPGRADE_ONLY_OPERATOR

/// Is `name` the kind and the suffix together?
constexpr bool is_made_of(const char* name, const char* kind, const char* suffix) {
  while (*kind && *name == *kind) ++name, ++kind;
  while (!*kind && *suffix && *name == *suffix) ++name, ++suffix;
  return !*kind && !*suffix && !*name;
}

/// Calls f with the plain functor of the build's only operator, if that is one over T.
template <class T, class F>
bool try_operator(const char* name, F&& f) {
  if (!is_made_of(WARPGRADE_ONLY_OPERATOR, name, "")) return false;
  if constexpr (std::is_arithmetic_v<T>) {
    constexpr auto is = [](const char* kind) {
      return is_made_of(WARPGRADE_ONLY_OPERATOR, kind, scalar_suffix<T>());
    };
    if constexpr (is("sum")) return f(Sum<T>(), Sum<T>::identity()), true;
    if constexpr (is("product")) return f(Product<T>(), Product<T>::identity()), true;
    if constexpr (is("min")) return f(Min<T>(), Min<T>::identity()), true;
    if constexpr (is("max")) return f(Max<T>(), Max<T>::identity()), true;
    if constexpr (std::is_integral_v<T> && is("bit_or")) return f(BitOr<T>(), BitOr<T>::identity()), true;
    if constexpr (std::is_integral_v<T> && is("bit_and")) return f(BitAnd<T>(), BitAnd<T>::identity()), true;
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
  if constexpr (std::is_same_v<T, Affine>) {
    if (std::strcmp(name, "affine_u32") != 0) return false;
    call_with_probe<ComposeAffine>(f);
    return true;
  } else if constexpr (std::is_same_v<T, Interval>) {
    if (std::strcmp(name, "interval") != 0) return false;
    call_with_probe<JoinIntervals>(f);
    return true;
  } else if constexpr (std::is_same_v<T, Traced>) {
    if (!kCanTrace || std::strcmp(name, "traced") != 0) return false;
    if constexpr (kCanTrace) call_with_probe<CombineTraced>(f);
    return true;
  } else {
    struct Named {
      const char* name;
      OperatorKind kind;
    };
    constexpr Named kinds[] = {{"sum", OperatorKind::sum},       {"product", OperatorKind::product},
                               {"min", OperatorKind::min},       {"max", OperatorKind::max},
                               {"bit_or", OperatorKind::bit_or}, {"bit_and", OperatorKind::bit_and}};
    for (const Named& k : kinds) {
      const std::size_t length = std::strlen(k.name);
      if (std::strncmp(name, k.name, length) != 0 || std::strcmp(name + length, scalar_suffix<T>()) != 0)
        continue;
      if (!std::is_integral_v<T> && (k.kind == OperatorKind::bit_or || k.kind == OperatorKind::bit_and))
        return false;
      const AnyOperator<T> op{k.kind};
      f(op, op.identity());
      return true;
    }
    return false;
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
