// Atomic operations of user code. CUDA's atomicAdd and the like call atomic_access, and the headers then do
// the plain operation themselves. std::atomic and compiler builtins call the __tsan_atomic callbacks, which
// must do the operation as well. Memory orders matter only to the race detector, since one OS thread runs a
// grid.
#include <cstdint>

#include "check/access.hpp"
#include "race/volatile_data.hpp"
#include "schedule/spin.hpp"
#include "state/simulation.hpp"
#include "wgsim/abi.h"

namespace wgsim {

using namespace core;

namespace {

template <AccessKind kind>
void check_atomic(std::uintptr_t address, unsigned size, Site site, bool reads) {
  if (running.thread == nullptr) return check<Access::read_write, true, kind>(address, size, site);
  finish_stale_read();
  let_others_run(reads);
  if (reads) take_turns(address);
  if (reads)
    check<Access::read_write, true, kind>(address, size, site);
  else
    check<Access::write, true, kind>(address, size, site);
  watch_for_spinning(address, size, site);
  simulation.listeners.flag_read.tell(address, AccessKind::atomic);
  simulation.listeners.flag_written.tell(address, true);
}

}  // namespace

void atomic_access(void* address, std::size_t size, Scope scope, Site site, bool reads) {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  if (scope == Scope::block)
    check_atomic<AccessKind::block_atomic>(a, unsigned(size), site, reads);
  else
    check_atomic<AccessKind::atomic>(a, unsigned(size), site, reads);
}

void atomic_load_access(void* address, std::size_t size, Scope scope, Site site) {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  const auto bytes = unsigned(size);
  if (running.thread == nullptr) return check<Access::read, true, AccessKind::atomic>(a, bytes, site);
  finish_stale_read();
  let_others_run(true);
  if (scope == Scope::block)
    check<Access::read, true, AccessKind::block_atomic>(a, bytes, site);
  else
    check<Access::read, true, AccessKind::atomic>(a, bytes, site);
  watch_for_spinning(a, bytes, site);
  simulation.listeners.flag_read.tell(a, AccessKind::atomic);
}

/// One OS thread runs a grid, so every write is seen at once, and a fence has nothing to do.
void fence(Scope scope, FenceOrder order) {
  if (!running.user) return;
  const InLibrary in_library;
  for (Listener* const listener : listeners_of(Event::fenced)) listener->fenced(scope, order);
}

}  // namespace wgsim

namespace {

using namespace wgsim::core;

bool acquires(int order) { return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE; }
bool releases(int order) { return order >= __ATOMIC_RELEASE; }
void fence_of_access() { wgsim::fence(wgsim::Scope::device, wgsim::FenceOrder::release_acquire); }

/// Checks the access. If the thread spins, others run first: they may change the value, so it is read after
/// this.
template <Access access, class T>
void before(const volatile T* p, int order, const void* return_address) {
  const auto address = reinterpret_cast<std::uintptr_t>(p);
  if (running.thread == nullptr)
    return check<access, true, AccessKind::atomic>(address, sizeof(T), return_address);
  finish_stale_read();
  let_others_run(reads(access));
  if (access == Access::read_write) take_turns(address);
  check<access, true, AccessKind::atomic>(address, sizeof(T), return_address);
  if (access != Access::write) watch_for_spinning(address, sizeof(T), return_address);
  if (access != Access::write) simulation.listeners.flag_read.tell(address, AccessKind::atomic);
  if (access != Access::write && acquires(order)) fence_of_access();
  if (access != Access::read && releases(order)) fence_of_access();
  if (access != Access::read) simulation.listeners.flag_written.tell(address, access == Access::read_write);
}

}  // namespace

#define WGSIM_RETURN_ADDRESS __builtin_return_address(0)

#define WGSIM_FETCH(bits, T, name, expression)                              \
  T __tsan_atomic##bits##_fetch_##name(volatile T* p, T value, int order) { \
    before<Access::read_write>(p, order, WGSIM_RETURN_ADDRESS);             \
    const T old = *p;                                                       \
    *p = T(expression);                                                     \
    return old;                                                             \
  }

#define WGSIM_COMPARE_EXCHANGE(bits, T, strength)                                                         \
  int __tsan_atomic##bits##_compare_exchange_##strength(volatile T* p, T* expected, T desired, int order, \
                                                        int) {                                            \
    before<Access::read_write>(p, order, WGSIM_RETURN_ADDRESS);                                           \
    if (*p != *expected) return *expected = *p, 0;                                                        \
    *p = desired;                                                                                         \
    return 1;                                                                                             \
  }

#define WGSIM_ATOMICS(bits, T)                                                                         \
  T __tsan_atomic##bits##_load(const volatile T* p, int order) {                                       \
    return before<Access::read>(p, order, WGSIM_RETURN_ADDRESS), *p;                                   \
  }                                                                                                    \
  void __tsan_atomic##bits##_store(volatile T* p, T value, int order) {                                \
    before<Access::write>(p, order, WGSIM_RETURN_ADDRESS);                                             \
    *p = value;                                                                                        \
  }                                                                                                    \
  T __tsan_atomic##bits##_exchange(volatile T* p, T value, int order) {                                \
    before<Access::read_write>(p, order, WGSIM_RETURN_ADDRESS);                                        \
    const T old = *p;                                                                                  \
    *p = value;                                                                                        \
    return old;                                                                                        \
  }                                                                                                    \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* p, T expected, T desired, int order, int) { \
    before<Access::read_write>(p, order, WGSIM_RETURN_ADDRESS);                                        \
    const T old = *p;                                                                                  \
    if (old == expected) *p = desired;                                                                 \
    return old;                                                                                        \
  }                                                                                                    \
  WGSIM_COMPARE_EXCHANGE(bits, T, strong)                                                              \
  WGSIM_COMPARE_EXCHANGE(bits, T, weak)                                                                \
  WGSIM_FETCH(bits, T, add, old + value)                                                               \
  WGSIM_FETCH(bits, T, sub, old - value)                                                               \
  WGSIM_FETCH(bits, T, and, old& value)                                                                \
  WGSIM_FETCH(bits, T, or, old | value)                                                                \
  WGSIM_FETCH(bits, T, xor, old ^ value)                                                               \
  WGSIM_FETCH(bits, T, nand, ~(old & value))

extern "C" {

WGSIM_ATOMICS(8, std::uint8_t)
WGSIM_ATOMICS(16, std::uint16_t)
WGSIM_ATOMICS(32, std::uint32_t)
WGSIM_ATOMICS(64, std::uint64_t)

void __tsan_atomic_thread_fence(int order) {
  using enum wgsim::FenceOrder;
  wgsim::fence(wgsim::Scope::device, order == __ATOMIC_SEQ_CST ? sequential : release_acquire);
}
void __tsan_atomic_signal_fence(int) {}

}  // extern "C"
