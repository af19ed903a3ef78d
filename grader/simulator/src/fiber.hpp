// Fibers: stacks and contexts (Boost.Context), pooled. A fiber runs one thread after another of a block and
// keeps its stack only while a thread is in the middle of something.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include <boost/context/detail/fcontext.hpp>

namespace wgsim::core {

struct Fiber {
  boost::context::detail::fcontext_t context = nullptr;
  std::uintptr_t stack_low = 0;
  std::uintptr_t stack_top = 0;
};

/// A GPU gives a thread at most 512 KB of local memory. Only pages that are touched cost memory here.
inline constexpr std::size_t kStackBytes = 768 * 1024;

using FiberMain = void (*)(boost::context::detail::transfer_t);

class FiberPool {
 public:
  explicit FiberPool(FiberMain main) : main_(main) {}
  /// A fiber that is parked in its loop, or a new one that starts with `main`.
  Fiber* take();
  void give(Fiber* fiber) { free_.push_back(fiber); }
  /// After a kernel was ended: no fiber is in the middle of anything any more.
  void abandon_all();
  std::size_t capacity() const;

 private:
  void start(Fiber& fiber);
  FiberMain main_;
  std::deque<Fiber> all_;
  std::vector<Fiber*> free_;
};

inline Fiber* left = nullptr;  ///< the fiber that switched last; the one it goes to stores its context

/// Must be called first by a fiber's main: completes the switch that started it.
inline void complete_switch(boost::context::detail::transfer_t transfer) { left->context = transfer.fctx; }

/// Leaves `from` and goes on in `to`; returns when somebody switches back to `from`.
inline void switch_fiber(Fiber& from, Fiber& to) {
  left = &from;
  complete_switch(boost::context::detail::jump_fcontext(to.context, nullptr));
}

/// The stack of a fiber that will run soon: what it saved, and the frames above.
inline void prefetch_stack(const Fiber& fiber) {
  const char* p = static_cast<const char*>(fiber.context);
  for (int i = 0; i < 6; ++i) __builtin_prefetch(p + 64 * i, 1);
}

}  // namespace wgsim::core
