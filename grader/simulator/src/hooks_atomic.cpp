// Atomic operations of user code. CUDA's atomicAdd & co. come through atomic_access (the headers do the plain
// operation themselves); std::atomic and compiler builtins through the __tsan_atomic callbacks, which have to
// perform the operation as well. Memory orders can be ignored: one OS thread runs a grid.
#include <cstdint>

#include "access.hpp"
#include "spin.hpp"
#include "wgsim/abi.h"

namespace wgsim {

using namespace core;

void atomic_access(void* address, std::size_t size, Scope, Site site, bool reads) {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  if (reads)
    check<Access::read_write>(a, unsigned(size), site);
  else
    check<Access::write>(a, unsigned(size), site);
  watch_for_spinning(a, size, site);
}

void fence(Scope) {}  // one OS thread: every write is seen at once

}  // namespace wgsim

namespace {

using namespace wgsim::core;

template <class T>
void before(const volatile T* p, const void* return_address) {
  const auto address = reinterpret_cast<std::uintptr_t>(p);
  check<Access::read_write>(address, sizeof(T), return_address);
  watch_for_spinning(address, sizeof(T), return_address);
}

template <class T>
void before_load(const volatile T* p, const void* return_address) {
  const auto address = reinterpret_cast<std::uintptr_t>(p);
  check<Access::read>(address, sizeof(T), return_address);
  watch_for_spinning(address, sizeof(T), return_address);
}

template <class T>
void before_store(const volatile T* p, const void* return_address) {
  check<Access::write>(reinterpret_cast<std::uintptr_t>(p), sizeof(T), return_address);
}

}  // namespace

#define WGSIM_RETURN_ADDRESS __builtin_return_address(0)

#define WGSIM_FETCH(bits, T, name, expression)                        \
  T __tsan_atomic##bits##_fetch_##name(volatile T* p, T value, int) { \
    before(p, WGSIM_RETURN_ADDRESS);                                  \
    const T old = *p;                                                 \
    *p = T(expression);                                               \
    return old;                                                       \
  }

#define WGSIM_COMPARE_EXCHANGE(bits, T, strength)                                                          \
  int __tsan_atomic##bits##_compare_exchange_##strength(volatile T* p, T* expected, T desired, int, int) { \
    before(p, WGSIM_RETURN_ADDRESS);                                                                       \
    if (*p != *expected) return *expected = *p, 0;                                                         \
    *p = desired;                                                                                          \
    return 1;                                                                                              \
  }

#define WGSIM_ATOMICS(bits, T)                                                                   \
  T __tsan_atomic##bits##_load(const volatile T* p, int) {                                       \
    return before_load(p, WGSIM_RETURN_ADDRESS), *p;                                             \
  }                                                                                              \
  void __tsan_atomic##bits##_store(volatile T* p, T value, int) {                                \
    before_store(p, WGSIM_RETURN_ADDRESS);                                                       \
    *p = value;                                                                                  \
  }                                                                                              \
  T __tsan_atomic##bits##_exchange(volatile T* p, T value, int) {                                \
    before(p, WGSIM_RETURN_ADDRESS);                                                             \
    const T old = *p;                                                                            \
    *p = value;                                                                                  \
    return old;                                                                                  \
  }                                                                                              \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* p, T expected, T desired, int, int) { \
    before(p, WGSIM_RETURN_ADDRESS);                                                             \
    const T old = *p;                                                                            \
    if (old == expected) *p = desired;                                                           \
    return old;                                                                                  \
  }                                                                                              \
  WGSIM_COMPARE_EXCHANGE(bits, T, strong)                                                        \
  WGSIM_COMPARE_EXCHANGE(bits, T, weak)                                                          \
  WGSIM_FETCH(bits, T, add, old + value)                                                         \
  WGSIM_FETCH(bits, T, sub, old - value)                                                         \
  WGSIM_FETCH(bits, T, and, old& value)                                                          \
  WGSIM_FETCH(bits, T, or, old | value)                                                          \
  WGSIM_FETCH(bits, T, xor, old ^ value)                                                         \
  WGSIM_FETCH(bits, T, nand, ~(old & value))

extern "C" {

WGSIM_ATOMICS(8, std::uint8_t)
WGSIM_ATOMICS(16, std::uint16_t)
WGSIM_ATOMICS(32, std::uint32_t)
WGSIM_ATOMICS(64, std::uint64_t)

void __tsan_atomic_thread_fence(int) {}
void __tsan_atomic_signal_fence(int) {}

}  // extern "C"
