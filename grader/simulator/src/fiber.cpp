// Where stacks lie, and the pool of fibers that own them.
#include "fiber.hpp"

#include <stdexcept>

#include "space.hpp"

namespace wgsim::core {

namespace {

// One guard page below each stack. It also moves each stack by a page against the one before, and tops are
// moved by 64 bytes each, so that the frames of many threads spread over all sets of the caches.
std::size_t guard_bytes() { return round_to_pages(1); }
std::size_t stride() { return kStackBytes + guard_bytes(); }

}  // namespace

std::size_t FiberPool::capacity() const {
  reserve_space();
  return space.slot_bytes() / stride();
}

void FiberPool::start(Fiber& fiber) {
  fiber.context = boost::context::detail::make_fcontext(reinterpret_cast<void*>(fiber.stack_top),
                                                        fiber.stack_top - fiber.stack_low, main_);
}

Fiber* FiberPool::take() {
  if (free_.empty()) {
    const std::size_t i = all_.size();
    if (i >= capacity()) throw std::runtime_error("the simulator has no stack left for another thread");
    Fiber& fiber = all_.emplace_back();
    fiber.stack_low = space.slot_base(kStackSlot) + i * stride() + guard_bytes();
    fiber.stack_top = fiber.stack_low + kStackBytes - (i % 64) * 64;
    map_pages(fiber.stack_low, kStackBytes);
    start(fiber);
    free_.push_back(&fiber);
  }
  Fiber* fiber = free_.back();
  free_.pop_back();
  return fiber;
}

void FiberPool::abandon_all() {
  free_.clear();
  for (Fiber& fiber : all_) {
    start(fiber);
    free_.push_back(&fiber);
  }
}

}  // namespace wgsim::core
