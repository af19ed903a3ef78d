// Switching between stacks. A Context is the place where a stack stopped.
//
// Boost.Context does this on every processor. On x86-64, where most simulated threads run, we have a switch
// of our own, for one reason. The processor predicts the target of a return by the call that it remembers,
// and a switch must not spoil that. Boost's switch is called and left with a jump, so all returns after it
// are mispredicted, up to the kernel; that was half the cost of a barrier. (Ours also leaves the rounding
// modes alone, which a kernel does not change.)
//
// There are two ways to come back. After switch_context the thread returns through the functions that it
// called; threads of a block mostly wait in the same ones. switch_context_and_return must be the last call
// of a function that user code called: it goes straight on in user code, by a jump. The last call at this
// place came from another thread, perhaps at another barrier, so a return would be predicted wrongly.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__x86_64__) && !defined(WGSIM_PORTABLE_SWITCH)
#define WGSIM_OWN_SWITCH 1
#else
#include <boost/context/detail/fcontext.hpp>

#include "state/simulation.hpp"
#endif

namespace wgsim::core {

using ContextMain = void (*)();  ///< never returns

#if defined(WGSIM_OWN_SWITCH)

/// Points to what was pushed last on the stack that stopped: the way to go on, six registers and the return
/// address.
struct Context {
  void* stack_pointer = nullptr;
};

extern "C" {
/// Pushes what a function must preserve, stores the stack pointer, and goes on with the other stack.
void wgsim_switch_stack(void** from, void* to);
void wgsim_switch_stack_and_jump_back(void** from, void* to);
/// The second half of wgsim_switch_stack; no function.
void wgsim_come_back();
}

inline Context make_context(std::uintptr_t stack_top, std::size_t, ContextMain main) {
  // At a function's start the stack pointer is 8 below a multiple of 16, where its return address lies.
  constexpr int kSaved = 6;
  auto* top = reinterpret_cast<void**>(stack_top / 16 * 16);
  *--top = nullptr;  // main's return address; debuggers and unwinders take it as the end of the stack
  *--top = reinterpret_cast<void*>(main);
  for (int i = 0; i < kSaved; ++i) *--top = nullptr;
  *--top = reinterpret_cast<void*>(&wgsim_come_back);
  return {top};
}

/// Some address in the running function's frame. (__builtin_frame_address makes the function keep a frame
/// pointer.)
[[gnu::always_inline]] inline std::uintptr_t stack_pointer() {
  std::uintptr_t p;
  asm("mov %%rsp, %0" : "=r"(p));
  return p;
}

[[gnu::always_inline]] inline void switch_context(Context& from, const Context& to) {
  wgsim_switch_stack(&from.stack_pointer, to.stack_pointer);
}

[[gnu::always_inline]] inline void switch_context_and_return(Context& from, const Context& to) {
  wgsim_switch_stack_and_jump_back(&from.stack_pointer, to.stack_pointer);
}

#else

[[gnu::always_inline]] inline std::uintptr_t stack_pointer() {
  return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
}

struct Context {
  boost::context::detail::fcontext_t stack_pointer = nullptr;
};

inline Context make_context(std::uintptr_t stack_top, std::size_t bytes, ContextMain main) {
  simulation.starting_context = main;
  const auto start = [](boost::context::detail::transfer_t transfer) {
    simulation.left_context->stack_pointer = transfer.fctx;
    simulation.starting_context();
  };
  return {boost::context::detail::make_fcontext(reinterpret_cast<void*>(stack_top), bytes, start)};
}

inline void switch_context(Context& from, const Context& to) {
  simulation.left_context = &from;
  const auto transfer = boost::context::detail::jump_fcontext(to.stack_pointer, nullptr);
  simulation.left_context->stack_pointer = transfer.fctx;
}

inline void switch_context_and_return(Context& from, const Context& to) { switch_context(from, to); }

#endif

}  // namespace wgsim::core
