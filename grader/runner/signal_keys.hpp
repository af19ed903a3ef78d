// Protection keys in a handler of a signal. The simulator locks the runner's memory with a key of the
// processor while host code runs, and Linux begins a handler with all keys locked but the first, for reading
// too.
#pragma once

#ifdef __x86_64__
#include <cpuid.h>
#endif

namespace warpgrade::runner {

/// First of all in a handler: opens all memory, until the handler returns. Reads no memory itself.
[[gnu::always_inline]] inline void open_all_keys() {
#if defined(__linux__) && defined(__x86_64__)
  unsigned a = 0, b = 0, c = 0, d = 0;
  __cpuid_count(7, 0, a, b, c, d);
  constexpr unsigned kKeysAreUsed = 1u << 4;  // OSPKE
  if ((c & kKeysAreUsed) != 0) asm volatile("wrpkru" : : "a"(0), "c"(0), "d"(0) : "memory");
#endif
}

}  // namespace warpgrade::runner
