// Which pages each side finds locked.
#include "schedule/wall.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "memory/allocations.hpp"
#include "memory/grader_memory.hpp"
#include "memory/host_heap.hpp"
#include "memory/shared_memory.hpp"
#include "memory/space.hpp"
#include "program/device_variables.hpp"
#include "program/foreign_data.hpp"
#include "schedule/scheduler.hpp"
#include "state/simulation.hpp"
#include "wgsim/simulator.hpp"

namespace wgsim::core {

struct Wall {
  bool stands = false;
  bool main_runs = false;
  std::uintptr_t stack_top = 0;  ///< the submission's frames lie below
  Section stack{0, 0};           ///< what is locked of them
};

namespace {

/// Sections of the submission begin with a page of their own (cmake/own_variables.ld).
void set_section(const Section& section, bool lock) {
  if (section.begin == section.end || section.begin % round_to_pages(1) != 0) return;
  (lock ? lock_pages : map_pages)(section.begin, section.end - section.begin);
}

void set_device_memory(bool lock) {
  set_allocations(lock);
  set_section(device_section(), lock);
  set_section(constant_section(), lock);
  set_shared_arenas(lock);
  if (lock) simulation.scheduler->lock_stacks();  // each is opened when a thread takes it
}

void set_host_memory(bool lock) {
  for (const Section& section : own_variables()) set_section(section, lock);
  set_section(pages_of_host_heap(), lock);
  set_section(simulation.wall->stack, lock);
}

/// What one side leaves in registers that no function has to restore would be there for the other: calls
/// through pointers of another type reach the registers of the x87 stack, into which results are put.
void empty_registers() {
#if defined(__x86_64__)
  asm volatile(
      "fninit\n pxor %%xmm0, %%xmm0\n pxor %%xmm1, %%xmm1\n pxor %%xmm2, %%xmm2\n pxor %%xmm3, %%xmm3\n"
      "pxor %%xmm4, %%xmm4\n pxor %%xmm5, %%xmm5\n pxor %%xmm6, %%xmm6\n pxor %%xmm7, %%xmm7\n"
      "pxor %%xmm8, %%xmm8\n pxor %%xmm9, %%xmm9\n pxor %%xmm10, %%xmm10\n pxor %%xmm11, %%xmm11\n"
      "pxor %%xmm12, %%xmm12\n pxor %%xmm13, %%xmm13\n pxor %%xmm14, %%xmm14\n pxor %%xmm15, %%xmm15\n" ::
          : "st", "st(1)", "st(2)", "st(3)", "st(4)", "st(5)", "st(6)", "st(7)", "xmm0", "xmm1", "xmm2",
            "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
            "xmm14", "xmm15");
#endif
}

void let_run(Side side) {
  if (side != Side::host) open_grader_memory();
  const Side before = std::exchange(simulation.side, side);
  if (before != side) empty_registers();
  if ((before == Side::host) != (side == Side::host)) set_device_memory(side == Side::host);
  if ((before == Side::kernel) != (side == Side::kernel)) set_host_memory(side == Side::kernel);
  if (side == Side::host) lock_grader_memory(simulation.wall->stack_top);
}

}  // namespace

bool has_wall() { return simulation.wall->stands; }

bool is_graded_host() { return has_wall() || (!simulation.wall->main_runs && is_graded_program()); }

Turn::Turn(Side side) : before_(simulation.side), open_before_(exchange_grader_memory_open(0)) {
  if (has_wall()) let_run(side);
}

Turn::Turn(const void* frame) : before_(simulation.side), open_before_(exchange_grader_memory_open(0)) {
  if (!has_wall()) return;
  constexpr std::size_t kSavedByCall = 2 * sizeof(void*);  // the return address and a frame pointer
  Wall& wall = *simulation.wall;
  wall.stack.begin = round_to_pages(reinterpret_cast<std::uintptr_t>(frame) + kSavedByCall);
  wall.stack.end = std::max(wall.stack.begin, wall.stack_top);
  let_run(Side::kernel);
}

Turn::~Turn() {
  open_grader_memory();
  exchange_grader_memory_open(open_before_);
  if (has_wall()) let_run(before_);
}

}  // namespace wgsim::core

namespace wgsim {

using namespace core;

[[gnu::noinline]] void raise_wall() {
  Wall& wall = *simulation.wall;
  // Who calls this, or calls who calls it, calls the submission, and pushes onto their own frame: that is
  // less than a page.
  const std::size_t page = round_to_pages(1);
  wall.stack_top = round_to_pages(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0))) + page;
  // A program that has called nobody yet has no more pages than these.
  if (stack_begin() != 0) wall.stack_top = std::min(wall.stack_top, round_to_pages(stack_begin()));
  wall.stands = true;
  exchange_grader_memory_open(0);
  let_run(Side::host);
}

void main_runs() { simulation.wall->main_runs = true; }

void lower_wall() {
  if (has_wall()) let_run(Side::grader);
  simulation.wall->stands = false;
}

bool open_managed_page(const void* address, bool writes) {
  if (has_wall() && simulation.side == Side::host) {
    const GraderMemoryOpen open;
    if (open_managed(address, writes)) return true;
  }
  lower_wall();
  return false;
}

}  // namespace wgsim
