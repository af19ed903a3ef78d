// Atomic functions, with CUDA's overloads and scopes (atomicAdd, atomicAdd_block, atomicAdd_system, …).
// One OS thread runs a grid and nothing switches threads inside a function here, so after the check a plain
// read, change, write is atomic. All return the old value.
#pragma once

#include <type_traits>

#include "abi.h"
#include "config.h"

namespace wgsim {

enum class AtomicOp { add, subtract, exchange, min, max, increment, decrement, bit_and, bit_or, bit_xor };

/// The new value. Integers wrap around, as on a GPU; increment and decrement wrap at `operand`.
template <AtomicOp op, class T>
WGSIM_INLINE T after(T old, T operand) {
  constexpr bool is_integer = T(0.5) == T(0);
  T result = operand;  // exchange
  if constexpr (op == AtomicOp::add && is_integer) __builtin_add_overflow(old, operand, &result);
  if constexpr (op == AtomicOp::add && !is_integer) result = old + operand;
  if constexpr (op == AtomicOp::subtract && is_integer) __builtin_sub_overflow(old, operand, &result);
  if constexpr (op == AtomicOp::subtract && !is_integer) result = old - operand;
  if constexpr (op == AtomicOp::min) result = operand < old ? operand : old;
  if constexpr (op == AtomicOp::max) result = old < operand ? operand : old;
  if constexpr (op == AtomicOp::increment) result = old >= operand ? 0 : old + 1;
  if constexpr (op == AtomicOp::decrement) result = old == 0 || old > operand ? operand : old - 1;
  if constexpr (op == AtomicOp::bit_and) result = old & operand;
  if constexpr (op == AtomicOp::bit_or) result = old | operand;
  if constexpr (op == AtomicOp::bit_xor) result = old ^ operand;
  return result;
}

template <AtomicOp op, class T>
WGSIM_UNINSTRUMENTED T atomic_update(T* address, T operand, Scope scope, Site site) {
  atomic_access(address, sizeof(T), scope, site, op != AtomicOp::exchange);
  const T old = *address;
  *address = after<op>(old, operand);
  return old;
}

template <class T>
WGSIM_UNINSTRUMENTED T atomic_compare_and_swap(T* address, T expected, T desired, Scope scope, Site site) {
  atomic_access(address, sizeof(T), scope, site);
  const T old = *address;
  if (old == expected) *address = desired;
  return old;
}

/// A memory order as a fence before or after an access with a relaxed one. `order`: as std::memory_order.
inline void release_before(int order, Scope scope) {
  if (order >= __ATOMIC_RELEASE) fence(scope, FenceOrder::release_acquire);
}
inline void acquire_after(int order, Scope scope) {
  if (order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE) fence(scope, FenceOrder::release_acquire);
}

}  // namespace wgsim

#define WGSIM_ATOMIC_IN_SCOPE(name, scope, op, T)                                                  \
  WGSIM_INLINE T name(T* address, T operand, wgsim::Site site = wgsim::Site::here()) {             \
    return wgsim::atomic_update<wgsim::AtomicOp::op>(address, operand, wgsim::Scope::scope, site); \
  }
#define WGSIM_ATOMIC(name, op, T)                   \
  WGSIM_ATOMIC_IN_SCOPE(name, device, op, T)        \
  WGSIM_ATOMIC_IN_SCOPE(name##_block, block, op, T) \
  WGSIM_ATOMIC_IN_SCOPE(name##_system, system, op, T)

WGSIM_ATOMIC(atomicAdd, add, int)
WGSIM_ATOMIC(atomicAdd, add, unsigned int)
WGSIM_ATOMIC(atomicAdd, add, unsigned long long)
WGSIM_ATOMIC(atomicAdd, add, float)
WGSIM_ATOMIC(atomicAdd, add, double)
WGSIM_ATOMIC(atomicSub, subtract, int)
WGSIM_ATOMIC(atomicSub, subtract, unsigned int)
WGSIM_ATOMIC(atomicExch, exchange, int)
WGSIM_ATOMIC(atomicExch, exchange, unsigned int)
WGSIM_ATOMIC(atomicExch, exchange, unsigned long long)
WGSIM_ATOMIC(atomicExch, exchange, float)
WGSIM_ATOMIC(atomicMin, min, int)
WGSIM_ATOMIC(atomicMin, min, unsigned int)
WGSIM_ATOMIC(atomicMin, min, long long)
WGSIM_ATOMIC(atomicMin, min, unsigned long long)
WGSIM_ATOMIC(atomicMax, max, int)
WGSIM_ATOMIC(atomicMax, max, unsigned int)
WGSIM_ATOMIC(atomicMax, max, long long)
WGSIM_ATOMIC(atomicMax, max, unsigned long long)
WGSIM_ATOMIC(atomicInc, increment, unsigned int)
WGSIM_ATOMIC(atomicDec, decrement, unsigned int)
WGSIM_ATOMIC(atomicAnd, bit_and, int)
WGSIM_ATOMIC(atomicAnd, bit_and, unsigned int)
WGSIM_ATOMIC(atomicAnd, bit_and, unsigned long long)
WGSIM_ATOMIC(atomicOr, bit_or, int)
WGSIM_ATOMIC(atomicOr, bit_or, unsigned int)
WGSIM_ATOMIC(atomicOr, bit_or, unsigned long long)
WGSIM_ATOMIC(atomicXor, bit_xor, int)
WGSIM_ATOMIC(atomicXor, bit_xor, unsigned int)
WGSIM_ATOMIC(atomicXor, bit_xor, unsigned long long)

#undef WGSIM_ATOMIC
#undef WGSIM_ATOMIC_IN_SCOPE

#define WGSIM_ATOMIC_CAS_IN_SCOPE(name, scope, T)                                                  \
  WGSIM_INLINE T name(T* address, T expected, T desired, wgsim::Site site = wgsim::Site::here()) { \
    return wgsim::atomic_compare_and_swap(address, expected, desired, wgsim::Scope::scope, site);  \
  }
#define WGSIM_ATOMIC_CAS(T)                            \
  WGSIM_ATOMIC_CAS_IN_SCOPE(atomicCAS, device, T)      \
  WGSIM_ATOMIC_CAS_IN_SCOPE(atomicCAS_block, block, T) \
  WGSIM_ATOMIC_CAS_IN_SCOPE(atomicCAS_system, system, T)

WGSIM_ATOMIC_CAS(int)
WGSIM_ATOMIC_CAS(unsigned int)
WGSIM_ATOMIC_CAS(unsigned long long)
WGSIM_ATOMIC_CAS(unsigned short)

#undef WGSIM_ATOMIC_CAS
#undef WGSIM_ATOMIC_CAS_IN_SCOPE

// Overloads that CUDA does not have. Students often ask for them, so the error says what to do instead. They
// are templates: a program may have a function of its own with that name.
#define WGSIM_NO_ATOMIC(name, instead)                                                        \
  template <class T, std::enable_if_t<std::is_same<T, float>::value, int> = 0>                \
  T name(T*, wgsim::SameT<T>) WGSIM_UNAVAILABLE("CUDA has no " #name " for float: " instead); \
  template <class T, std::enable_if_t<std::is_same<T, double>::value, int> = 0>               \
  T name(T*, wgsim::SameT<T>) WGSIM_UNAVAILABLE("CUDA has no " #name " for double: " instead);

WGSIM_NO_ATOMIC(atomicMin, "write a loop with atomicCAS on the bits of the value")
WGSIM_NO_ATOMIC(atomicMax, "write a loop with atomicCAS on the bits of the value")
WGSIM_NO_ATOMIC(atomicSub, "use atomicAdd with the negated value")

#undef WGSIM_NO_ATOMIC
