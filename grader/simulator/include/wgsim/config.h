// What the simulator's headers need from the compiler.
#pragma once

/// For functions that keep records for user code: -fsanitize=thread does not instrument them. They are never
/// inlined: clang would inline them and then instrument them with their caller.
#ifdef __clang__
#define WGSIM_UNINSTRUMENTED __attribute__((disable_sanitizer_instrumentation, noinline))
#else
#define WGSIM_UNINSTRUMENTED __attribute__((no_sanitize_thread))
#endif

/// Inlined into the caller, also without optimisation: memory accesses in it are the user's, at the line of
/// the user.
#define WGSIM_INLINE inline __attribute__((always_inline))

/// Using the name is a compile error at the line of the user, which says `reason`.
#if __has_attribute(unavailable)
#define WGSIM_UNAVAILABLE(reason) __attribute__((unavailable(reason)))
#else
#define WGSIM_UNAVAILABLE(reason) __attribute__((error(reason)))
#endif

namespace wgsim {

/// The type T, where the compiler must not deduce it. (std::type_identity is of C++20.)
template <class T>
struct Same {
  using type = T;
};
template <class T>
using SameT = typename Same<T>::type;

}  // namespace wgsim
