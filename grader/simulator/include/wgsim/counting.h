// What the rewriter puts at loops, branches and calls of device code when it compiles for counting. These
// calls tell the library where a thread is (src/count/count.hpp).
#pragma once

#include <type_traits>

#include "abi.h"
#include "config.h"

/// Before C++20 no function that makes one of these objects can be constexpr: the rewriter leaves those
/// alone.
#if __cplusplus >= 202002L
#define WGSIM_CONSTEXPR_SINCE_20 constexpr
#else
#define WGSIM_CONSTEXPR_SINCE_20
#endif

namespace wgsim {

/// The scope of a loop. It ends with the loop, whatever ends that.
struct Loop : LoopScope {
  WGSIM_INLINE constexpr Loop() {
    if (!__builtin_is_constant_evaluated()) enter_loop(*this);
  }
  WGSIM_INLINE WGSIM_CONSTEXPR_SINCE_20 ~Loop() {
    if (!__builtin_is_constant_evaluated()) leave_loop(*this);
  }
  WGSIM_INLINE constexpr bool goes_on(bool condition) {
    if (!__builtin_is_constant_evaluated()) count_condition(*this, condition);
    return condition;
  }
  WGSIM_INLINE constexpr void next() {
    if (!__builtin_is_constant_evaluated()) next_iteration(*this);
  }
};

/// The scope of a `switch`. Each label reports that it was reached; the first report is the way that the
/// thread took.
struct Switch : SwitchScope {
  WGSIM_INLINE constexpr Switch() : SwitchScope{nullptr} {}
  WGSIM_INLINE WGSIM_CONSTEXPR_SINCE_20 ~Switch() { to(0); }
  template <class T>
  WGSIM_INLINE constexpr T on(T value) {
    if (!__builtin_is_constant_evaluated() && !__builtin_constant_p(value)) enter_switch(*this);
    return value;
  }
  WGSIM_INLINE constexpr void to(unsigned way) {
    if (!__builtin_is_constant_evaluated() && place != nullptr) choose_way(*this, way);
  }
};

/// The value of an assignment to memory. It hides from the compiler where the value came from. Otherwise g++
/// would not load b[j] again after `a[i] = b[j]` (whether or not the two are the same, it would hold the
/// same value); clang would, and so would nvcc.
template <class T>
WGSIM_INLINE constexpr std::enable_if_t<std::is_scalar<T>::value, T> stored(T value) {
#ifndef __clang__
  if (!__builtin_is_constant_evaluated()) asm("" : "+g"(value));
#endif
  return value;
}
template <class T>
WGSIM_INLINE constexpr std::enable_if_t<!std::is_scalar<std::decay_t<T>>::value, T&&> stored(T&& value) {
  return static_cast<T&&>(value);
}

/// The condition of an `if`. A condition that the compiler knows can't make lanes of a warp go different
/// ways.
WGSIM_INLINE constexpr bool branch(bool taken) {
  if (!__builtin_is_constant_evaluated() && !__builtin_constant_p(taken)) count_branch(taken);
  return taken;
}

/// At the beginning of a function, and before a goto: nobody can do much without loops or these.
WGSIM_INLINE constexpr void step() {
  if (!__builtin_is_constant_evaluated()) count_step();
}

}  // namespace wgsim

#undef WGSIM_CONSTEXPR_SINCE_20
