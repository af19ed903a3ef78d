// Fibers: pooled stacks, each with the place where it stopped. A fiber runs one thread of a block after
// another, and keeps its stack for a thread only while that thread has started and not ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "grid/context.hpp"

namespace wgsim::core {

/// Each stack has a megabyte of addresses to itself, aligned. So one comparison tells whether an address is
/// on the stack of the running thread. (A GPU gives a thread at most 512 KB of local memory.) Only pages
/// that are touched cost memory.
inline constexpr std::size_t kStackSpan = std::size_t(1) << 20;

/// How much of a stack a waiting thread uses between its kernel and the switch, in cache lines.
inline constexpr int kStackLinesAhead = 2;

struct Fiber {
  Context context;  ///< where it is parked; if a thread of it waits, Thread::context has the place
  std::uintptr_t stack_low = 0;
  std::uintptr_t stack_top = 0;
};

/// For code that runs on a fiber.
[[gnu::always_inline]] inline bool is_on_own_stack(std::uintptr_t address) {
  return (address ^ stack_pointer()) < kStackSpan;
}

class FiberPool {
 public:
  explicit FiberPool(ContextMain main) : main_(main) {}
  /// A fiber that is parked in its loop, or a new one that starts with `main`.
  Fiber* take();
  void give(Fiber* fiber) { free_.push_back(fiber); }
  /// After an error ended a kernel: takes all fibers back, whatever they were doing.
  void abandon_all();
  std::size_t capacity() const;

 private:
  void start(Fiber& fiber);
  ContextMain main_;
  std::deque<Fiber> all_;
  std::vector<Fiber*> free_;
};

/// Loads the top of the stack of a thread that will run soon into the cache. (Forced inline: g++ believes
/// that a function which only prefetches has no effect, and drops the call.)
[[gnu::always_inline]] inline void prefetch_stack(const Context& context) {
  const char* p = static_cast<const char*>(context.stack_pointer);
  for (int i = 0; i < kStackLinesAhead; ++i) __builtin_prefetch(p + 64 * i, 1);
}

}  // namespace wgsim::core
