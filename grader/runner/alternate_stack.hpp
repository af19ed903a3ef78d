// A stack for signal handlers: the interrupted code may run on a fiber's small stack, or have used up its
// own.
#pragma once

#include <cstddef>
#include <signal.h>

namespace warpgrade::runner {

/// Handlers installed with SA_ONSTACK run on it from now on.
inline void use_alternate_stack() {
  constexpr std::size_t bytes = std::size_t(1) << 20;  // looking up a place in the source takes much
  alignas(std::max_align_t) static std::byte memory[bytes];
  stack_t stack{};
  stack.ss_sp = memory;
  stack.ss_size = bytes;
  sigaltstack(&stack, nullptr);
}

}  // namespace warpgrade::runner
