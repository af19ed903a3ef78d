// Where a signal has interrupted the program.
#pragma once

#include <cstdlib>
#include <dlfcn.h>
#include <ucontext.h>

#include "wgsim/config.h"

namespace wgsim {

/// The instruction that a signal interrupted. `signal_context`: the third argument of an SA_SIGINFO handler.
/// nullptr: it is not known.
WGSIM_UNINSTRUMENTED inline const void* interrupted_at(const void* signal_context) {
  if (signal_context == nullptr) return nullptr;
  const auto& machine = static_cast<const ucontext_t*>(signal_context)->uc_mcontext;
#if defined(__linux__) && defined(__x86_64__)
  return reinterpret_cast<const void*>(machine.gregs[REG_RIP]);
#elif defined(__linux__) && defined(__aarch64__)
  return reinterpret_cast<const void*>(machine.pc);
#elif defined(__APPLE__) && defined(__aarch64__)
  return reinterpret_cast<const void*>(machine->__ss.__pc);
#elif defined(__APPLE__)
  return reinterpret_cast<const void*>(machine->__ss.__rip);
#else
  return (void)machine, nullptr;
#endif
}

/// Then the handler must not allocate: malloc may have been at work. Ask again a moment later.
WGSIM_UNINSTRUMENTED inline bool interrupted_in_c_library(const void* signal_context) {
  const void* const at = interrupted_at(signal_context);
  Dl_info here{}, library{};
  return at != nullptr && dladdr(at, &here) != 0 &&
         dladdr(reinterpret_cast<const void*>(&std::malloc), &library) != 0 &&
         here.dli_fbase == library.dli_fbase;
}

}  // namespace wgsim
