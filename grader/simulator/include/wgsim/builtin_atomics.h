// nvcc's built-in atomic functions, __nv_atomic_add and so on, which take their memory order and scope as
// arguments (CUDA C++ Programming Guide, "Built-in atomic functions").
#pragma once

#include "atomics.h"

#define __NV_ATOMIC_RELAXED __ATOMIC_RELAXED
#define __NV_ATOMIC_CONSUME __ATOMIC_CONSUME
#define __NV_ATOMIC_ACQUIRE __ATOMIC_ACQUIRE
#define __NV_ATOMIC_RELEASE __ATOMIC_RELEASE
#define __NV_ATOMIC_ACQ_REL __ATOMIC_ACQ_REL
#define __NV_ATOMIC_SEQ_CST __ATOMIC_SEQ_CST
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

namespace wgsim::builtin {

/// A cluster is one block here.
constexpr Scope scope_of(int scope) {
  return scope == __NV_THREAD_SCOPE_SYSTEM   ? Scope::system
         : scope == __NV_THREAD_SCOPE_DEVICE ? Scope::device
                                             : Scope::block;
}

template <AtomicOp op, class T>
T update(T* address, SameT<T> value, int order, int scope, Site site) {
  release_before(order, scope_of(scope));
  const T old = atomic_update<op>(address, value, scope_of(scope), site);
  acquire_after(order, scope_of(scope));
  return old;
}
template <class T>
WGSIM_UNINSTRUMENTED T read(const T* address) {
  return *address;
}

}  // namespace wgsim::builtin

#define WGSIM_SCOPE int scope = __NV_THREAD_SCOPE_SYSTEM, wgsim::Site site = wgsim::Site::here()

#define WGSIM_BUILTIN(name, op)                                                             \
  template <class T>                                                                        \
  T __nv_atomic_fetch_##name(T* address, wgsim::SameT<T> value, int order, WGSIM_SCOPE) {   \
    return wgsim::builtin::update<wgsim::AtomicOp::op>(address, value, order, scope, site); \
  }                                                                                         \
  template <class T>                                                                        \
  void __nv_atomic_##name(T* address, wgsim::SameT<T> value, int order, WGSIM_SCOPE) {      \
    wgsim::builtin::update<wgsim::AtomicOp::op>(address, value, order, scope, site);        \
  }
WGSIM_BUILTIN(add, add)
WGSIM_BUILTIN(sub, subtract)
WGSIM_BUILTIN(min, min)
WGSIM_BUILTIN(max, max)
WGSIM_BUILTIN(and, bit_and)
WGSIM_BUILTIN(or, bit_or)
WGSIM_BUILTIN(xor, bit_xor)
#undef WGSIM_BUILTIN

template <class T>
T __nv_atomic_exchange_n(T* address, wgsim::SameT<T> value, int order, WGSIM_SCOPE) {
  return wgsim::builtin::update<wgsim::AtomicOp::exchange>(address, value, order, scope, site);
}
template <class T>
void __nv_atomic_exchange(T* address, T* value, T* old, int order, WGSIM_SCOPE) {
  *old = __nv_atomic_exchange_n(address, *value, order, scope, site);
}
template <class T>
void __nv_atomic_store_n(T* address, wgsim::SameT<T> value, int order, WGSIM_SCOPE) {
  __nv_atomic_exchange_n(address, value, order, scope, site);
}
template <class T>
void __nv_atomic_store(T* address, T* value, int order, WGSIM_SCOPE) {
  __nv_atomic_exchange_n(address, *value, order, scope, site);
}
template <class T>
T __nv_atomic_load_n(T* address, int order, WGSIM_SCOPE) {
  wgsim::atomic_load_access(const_cast<std::remove_cv_t<T>*>(address), sizeof(T),
                            wgsim::builtin::scope_of(scope), site);
  const T value = wgsim::builtin::read(address);
  wgsim::acquire_after(order, wgsim::builtin::scope_of(scope));
  return value;
}
template <class T>
void __nv_atomic_load(T* address, T* value, int order, WGSIM_SCOPE) {
  *value = __nv_atomic_load_n(address, order, scope, site);
}
/// `weak`: it may fail for no reason, and does not here.
template <class T>
bool __nv_atomic_compare_exchange_n(T* address, T* expected, wgsim::SameT<T> desired, bool /*weak*/,
                                    int success, int /*failure*/, WGSIM_SCOPE) {
  wgsim::release_before(success, wgsim::builtin::scope_of(scope));
  const T old =
      wgsim::atomic_compare_and_swap(address, *expected, desired, wgsim::builtin::scope_of(scope), site);
  wgsim::acquire_after(success, wgsim::builtin::scope_of(scope));
  const bool swapped = old == *expected;
  *expected = old;
  return swapped;
}
template <class T>
bool __nv_atomic_compare_exchange(T* address, T* expected, T* desired, bool weak, int success, int failure,
                                  WGSIM_SCOPE) {
  return __nv_atomic_compare_exchange_n(address, expected, *desired, weak, success, failure, scope, site);
}
inline void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  if (order == __NV_ATOMIC_RELAXED) return;
  wgsim::fence(wgsim::builtin::scope_of(scope), order == __NV_ATOMIC_SEQ_CST
                                                    ? wgsim::FenceOrder::sequential
                                                    : wgsim::FenceOrder::release_acquire);
}

#undef WGSIM_SCOPE
