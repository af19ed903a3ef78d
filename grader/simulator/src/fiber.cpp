#include "fiber.hpp"

#include <stdexcept>

#include "space.hpp"

namespace wgsim::core {

namespace {

// A guard page below each stack. It also moves each stack by a page against the one before, and tops are
// moved by 64 bytes each, so that the same variable of many threads does not fall into one set of the cache.
constexpr std::size_t kGuardBytes = 16 * 1024;
constexpr std::size_t kStride = kStackBytes + kGuardBytes;

Fiber* left = nullptr;  ///< the fiber that switched last; the one it goes to stores its context

}  // namespace

std::size_t FiberPool::capacity() const {
  reserve_space();
  return space.slot_bytes() / kStride;
}

void FiberPool::start(Fiber& fiber) {
  fiber.context = boost::context::detail::make_fcontext(reinterpret_cast<void*>(fiber.stack_top),
                                                        fiber.stack_top - fiber.stack_low, main_);
}

Fiber* FiberPool::take() {
  if (free_.empty()) {
    const std::size_t i = all_.size();
    if (i >= capacity()) throw std::runtime_error("the simulator has no stack left for another thread");
    auto fiber = std::make_unique<Fiber>();
    fiber->stack_low = space.slot_base(kStackSlot) + i * kStride + kGuardBytes;
    fiber->stack_top = fiber->stack_low + kStackBytes - (i % 64) * 64;
    map_pages(fiber->stack_low, kStackBytes);
    start(*fiber);
    free_.push_back(fiber.get());
    all_.push_back(std::move(fiber));
  }
  Fiber* fiber = free_.back();
  free_.pop_back();
  return fiber;
}

void FiberPool::abandon_all() {
  free_.clear();
  for (auto& fiber : all_) {
    start(*fiber);
    free_.push_back(fiber.get());
  }
}

void switch_fiber(Fiber& from, Fiber& to) {
  left = &from;
  complete_switch(boost::context::detail::jump_fcontext(to.context, nullptr));
}

void complete_switch(boost::context::detail::transfer_t transfer) { left->context = transfer.fctx; }

}  // namespace wgsim::core
