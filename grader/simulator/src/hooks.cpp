// The callbacks of -fsanitize=thread: instrumented code calls one before each memory access. The runtime
// library of ThreadSanitizer is not linked; these functions take its place. Those for atomics are in
// hooks_atomic.cpp, malloc and the like in hooks_heap.cpp.
//
// g++ and clang call different callbacks, and name some differently; those of both are here. Volatile
// accesses have callbacks of their own, which also notice threads that spin.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <string>

#include "check/access.hpp"
#include "race/volatile_data.hpp"
#include "report/findings.hpp"
#include "schedule/end_kernel.hpp"
#include "schedule/spin.hpp"
#include "state/simulation.hpp"

using wgsim::core::Access;

namespace {

std::uintptr_t number(const volatile void* p) { return reinterpret_cast<std::uintptr_t>(p); }

template <Access access, bool aligned = true>
void check_volatile(std::uintptr_t address, unsigned size, const void* return_address) {
  using namespace wgsim::core;
  if (running.thread == nullptr) return check<access, aligned>(address, size, return_address);
  finish_stale_read();
  let_others_run(reads(access));
  simulation.suspected_read = 0;
  const bool is_first = !reads(access) && !is_written(address, size);
  check<access, aligned, AccessKind::volatile_access>(address, size, return_address);
  if (reads(access)) {
    if (watch_for_spinning(address, size, return_address) && running.check) {  // others may have written
      simulation.suspected_read = 0;
      check_in_kernel<access, aligned, AccessKind::volatile_access>(address, size, return_address);
    }
    if (!make_stale(address, size)) simulation.listeners.flag_read.tell(address, AccessKind::volatile_access);
  } else {
    remember_value_before(address, size, is_first);
    simulation.listeners.flag_written.tell(address, false);
  }
}

void refuse_in_kernel(const char* function, const void* return_address) {
  using namespace wgsim::core;
  if (!running.user) return;
  end_kernel(Problem::not_in_kernels, {{"function", function}}, Where(return_address), cudaErrorNotSupported);
}

}  // namespace

#define WGSIM_RETURN_ADDRESS __builtin_return_address(0)

#define WGSIM_HOOKS(size)                                                                           \
  void __tsan_read##size(void* p) { check<Access::read>(number(p), size, WGSIM_RETURN_ADDRESS); }   \
  void __tsan_write##size(void* p) { check<Access::write>(number(p), size, WGSIM_RETURN_ADDRESS); } \
  void __tsan_read_write##size(void* p) {                                                           \
    check<Access::read_write>(number(p), size, WGSIM_RETURN_ADDRESS);                               \
  }                                                                                                 \
  void __tsan_unaligned_read##size(void* p) {                                                       \
    check<Access::read, false>(number(p), size, WGSIM_RETURN_ADDRESS);                              \
  }                                                                                                 \
  void __tsan_unaligned_write##size(void* p) {                                                      \
    check<Access::write, false>(number(p), size, WGSIM_RETURN_ADDRESS);                             \
  }                                                                                                 \
  void __tsan_unaligned_read_write##size(void* p) {                                                 \
    check<Access::read_write, false>(number(p), size, WGSIM_RETURN_ADDRESS);                        \
  }                                                                                                 \
  void __tsan_volatile_read##size(void* p) {                                                        \
    check_volatile<Access::read>(number(p), size, WGSIM_RETURN_ADDRESS);                            \
  }                                                                                                 \
  void __tsan_volatile_write##size(void* p) {                                                       \
    check_volatile<Access::write>(number(p), size, WGSIM_RETURN_ADDRESS);                           \
  }                                                                                                 \
  void __tsan_unaligned_volatile_read##size(void* p) {                                              \
    check_volatile<Access::read, false>(number(p), size, WGSIM_RETURN_ADDRESS);                     \
  }                                                                                                 \
  void __tsan_unaligned_volatile_write##size(void* p) {                                             \
    check_volatile<Access::write, false>(number(p), size, WGSIM_RETURN_ADDRESS);                    \
  }

#define WGSIM_COPY_HOOKS(prefix)                                      \
  void* prefix##memcpy(void* to, const void* from, std::size_t n) {   \
    check_range(number(from), n, Access::read, WGSIM_RETURN_ADDRESS); \
    check_range(number(to), n, Access::write, WGSIM_RETURN_ADDRESS);  \
    return std::memcpy(to, from, n);                                  \
  }                                                                   \
  void* prefix##memmove(void* to, const void* from, std::size_t n) {  \
    check_range(number(from), n, Access::read, WGSIM_RETURN_ADDRESS); \
    check_range(number(to), n, Access::write, WGSIM_RETURN_ADDRESS);  \
    return std::memmove(to, from, n);                                 \
  }                                                                   \
  void* prefix##memset(void* to, int value, std::size_t n) {          \
    check_range(number(to), n, Access::write, WGSIM_RETURN_ADDRESS);  \
    return std::memset(to, value, n);                                 \
  }

#define WGSIM_READ(from, n) check_range(number(from), n, Access::read, WGSIM_RETURN_ADDRESS)
extern "C" {

using namespace wgsim::core;

// ---- Functions of the C library that read memory for their caller ---------------------------------------
// The driver puts these in the place of the library's, which nobody instruments.

int __wgsim_memcmp(const void* a, const void* b, std::size_t n) {
  WGSIM_READ(a, n);
  WGSIM_READ(b, n);
  return std::memcmp(a, b, n);
}
const void* __wgsim_memchr(const void* in, int value, std::size_t n) {
  WGSIM_READ(in, n);
  return std::memchr(in, value, n);
}
std::size_t __wgsim_strlen(const char* text) { return check_text(text, WGSIM_RETURN_ADDRESS); }
int __wgsim_strcmp(const char* a, const char* b) {
  check_text(a, WGSIM_RETURN_ADDRESS);
  check_text(b, WGSIM_RETURN_ADDRESS);
  return std::strcmp(a, b);
}
int __wgsim_strncmp(const char* a, const char* b, std::size_t n) {
  check_text(a, WGSIM_RETURN_ADDRESS, n);
  check_text(b, WGSIM_RETURN_ADDRESS, n);
  return std::strncmp(a, b, n);
}

// ---- What the C library keeps for the host --------------------------------------------------------------
// It is not for kernels: the seed of rand() would tell the host what a thread has read, as would a piece of
// the host's heap that a thread takes. (The heap that CUDA has for kernels is in hooks_heap.cpp.)

#define WGSIM_FOR_HOST(result, symbol, name, function, parameters, ...) \
  result __wgsim_##symbol parameters {                                  \
    refuse_in_kernel(name, WGSIM_RETURN_ADDRESS);                       \
    return function(__VA_ARGS__);                                       \
  }
WGSIM_FOR_HOST(void*, calloc, "calloc", std::calloc, (std::size_t n, std::size_t size), n, size)
WGSIM_FOR_HOST(void*, realloc, "realloc", std::realloc, (void* memory, std::size_t n), memory, n)
WGSIM_FOR_HOST(int, rand, "rand", std::rand, ())
WGSIM_FOR_HOST(void, srand, "srand", std::srand, (unsigned seed), seed)

/// What `throw` calls first.
void* __wgsim___cxa_allocate_exception(std::size_t n) {
  if (running.user)
    end_kernel(Problem::exception_in_kernel, {}, Where(WGSIM_RETURN_ADDRESS), cudaErrorNotSupported);
  return abi::__cxa_allocate_exception(n);
}

// ---- Mathematics that reads or writes where it is told (driver/mathematics.hpp) -------------------------

#define WGSIM_MATHEMATICS(type, T)                                                        \
  T __wgsim_modf##type(T x, T* whole) {                                                   \
    check_range(number(whole), sizeof *whole, Access::write, WGSIM_RETURN_ADDRESS);       \
    return ::modf##type(x, whole);                                                        \
  }                                                                                       \
  T __wgsim_frexp##type(T x, int* exponent) {                                             \
    check_range(number(exponent), sizeof *exponent, Access::write, WGSIM_RETURN_ADDRESS); \
    return ::frexp##type(x, exponent);                                                    \
  }                                                                                       \
  T __wgsim_remquo##type(T x, T y, int* quotient) {                                       \
    check_range(number(quotient), sizeof *quotient, Access::write, WGSIM_RETURN_ADDRESS); \
    return ::remquo##type(x, y, quotient);                                                \
  }                                                                                       \
  void __wgsim_sincos##type(T x, T* sine, T* cosine) {                                    \
    check_range(number(sine), sizeof *sine, Access::write, WGSIM_RETURN_ADDRESS);         \
    check_range(number(cosine), sizeof *cosine, Access::write, WGSIM_RETURN_ADDRESS);     \
    *sine = std::sin(x);                                                                  \
    *cosine = std::cos(x);                                                                \
  }                                                                                       \
  /* The library's writes the sign to a variable of the host. */                          \
  T __wgsim_lgamma##type(T x) {                                                           \
    int sign = 0;                                                                         \
    return ::lgamma##type##_r(x, &sign);                                                  \
  }                                                                                       \
  T __wgsim_nan##type(const char* text) {                                                 \
    check_text(text, WGSIM_RETURN_ADDRESS);                                               \
    return ::nan##type(text);                                                             \
  }
WGSIM_MATHEMATICS(, double)
WGSIM_MATHEMATICS(f, float)
WGSIM_MATHEMATICS(l, long double)

// ---- The compiler's hooks -------------------------------------------------------------------------------

WGSIM_HOOKS(1)
WGSIM_HOOKS(2)
WGSIM_HOOKS(4)
WGSIM_HOOKS(8)
WGSIM_HOOKS(16)

void __tsan_read_range(void* p, std::size_t n) {
  check_range(number(p), n, Access::read, WGSIM_RETURN_ADDRESS);
}
void __tsan_write_range(void* p, std::size_t n) {
  check_range(number(p), n, Access::write, WGSIM_RETURN_ADDRESS);
}

// The pointer to a virtual table is a part of its object.
void __tsan_vptr_read(void** p) { check<Access::read>(number(p), sizeof *p, WGSIM_RETURN_ADDRESS); }
void __tsan_vptr_update(void** p, void*) { check<Access::write>(number(p), sizeof *p, WGSIM_RETURN_ADDRESS); }

void __tsan_init() {}
void __tsan_func_entry(void* call) {
  if (running.each_access) simulation.listeners.called.tell(call);
}
void __tsan_func_exit() {
  if (running.each_access) simulation.listeners.returned.tell();
}
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}

// ---- Block copies: clang 19 calls the first three; objcopy makes others of plain names --------

WGSIM_COPY_HOOKS(__tsan_)
WGSIM_COPY_HOOKS(__wgsim_)

}  // extern "C"
