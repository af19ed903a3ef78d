// Where stacks lie, and the pool of fibers that own them.
#include "grid/fiber.hpp"

#include <stdexcept>

#include "memory/space.hpp"
#include "state/simulation.hpp"

namespace wgsim::core {

namespace {

// One guard page lies below each stack. The top of each stack is moved by a page and a cache line against
// the one before, so that the frames of many threads spread over all sets of the caches and of the TLB.
// Otherwise they would all meet in one set.
constexpr unsigned kTops = 64;
std::size_t guard_bytes() { return round_to_pages(1); }
std::size_t offset_of_top(std::size_t i) { return (i % kTops) * (round_to_pages(1) + 64); }

static_assert(kReservationAlignment % kStackSpan == 0);
std::uintptr_t first_stack() { return space.slot_base(space.stack_slot); }

}  // namespace

std::size_t FiberPool::capacity() const {
  reserve_space();
  return space.stack_slots * space.slot_bytes() / kStackSpan;
}

void FiberPool::start(Fiber& fiber) {
  fiber.context = make_context(fiber.stack_top, fiber.stack_top - fiber.stack_low, main_);
}

Fiber* FiberPool::take() {
  if (free_.empty()) {
    const std::size_t i = all_.size();
    if (i >= capacity()) throw std::runtime_error("the simulator has no stack left for another thread");
    Fiber& fiber = all_.emplace_back();
    const std::uintptr_t begin = first_stack() + i * kStackSpan;
    fiber.stack_low = begin + guard_bytes();
    fiber.stack_top = begin + kStackSpan - offset_of_top(i);
    map_pages(fiber.stack_low, kStackSpan - guard_bytes());
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
