// Fibers: stacks and where they stopped, pooled. A fiber runs one thread after another of a block and
// keeps its stack only while a thread is in the middle of something.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "schedule/context.hpp"

namespace wgsim::core {

/// Each stack has a megabyte of addresses to itself, aligned, so that whether an address is on the stack that
/// runs is one comparison. A GPU gives a thread at most 512 KB of local memory. Only pages that are touched
/// cost memory.
inline constexpr std::size_t kStackSpan = std::size_t(1) << 20;

/// What lies between a kernel and the switch at a barrier, in lines of the cache.
inline constexpr int kStackLinesAhead = 2;

struct Fiber {
  Context context;  ///< while it is parked; while a thread of it waits, the thread knows where
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
  /// After a kernel was ended: no fiber is in the middle of anything any more.
  void abandon_all();
  std::size_t capacity() const;

 private:
  void start(Fiber& fiber);
  ContextMain main_;
  std::deque<Fiber> all_;
  std::vector<Fiber*> free_;
};

/// The stack of a thread that will run soon: what it saved, and the frames above. (Inline by force: g++ takes
/// a function that only prefetches for one without effect, and drops the call.)
[[gnu::always_inline]] inline void prefetch_stack(const Context& context) {
  const char* p = static_cast<const char*>(context.stack_pointer);
  for (int i = 0; i < kStackLinesAhead; ++i) __builtin_prefetch(p + 64 * i, 1);
}

}  // namespace wgsim::core
