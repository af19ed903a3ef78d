// What the simulator's headers need from the compiler.
#pragma once

/// Bookkeeping on behalf of user code: the compiler's -fsanitize=thread leaves it alone. It is never inlined:
/// clang would, and then instrument it with its caller.
#ifdef __clang__
#define WGSIM_UNINSTRUMENTED __attribute__((disable_sanitizer_instrumentation, noinline))
#else
#define WGSIM_UNINSTRUMENTED __attribute__((no_sanitize_thread))
#endif

/// Part of its caller, also without optimisation: its memory accesses are the user's and carry the user's
/// line.
#define WGSIM_INLINE inline __attribute__((always_inline))

/// Using it is a compile error at the user's line that says `reason`.
#if __has_attribute(unavailable)
#define WGSIM_UNAVAILABLE(reason) __attribute__((unavailable(reason)))
#else
#define WGSIM_UNAVAILABLE(reason) __attribute__((error(reason)))
#endif
