#include "memory/grader_memory.hpp"

#include <utility>
#include <vector>

#include "memory/space.hpp"
#include "program/foreign_data.hpp"
#include "state/simulation.hpp"

namespace wgsim::core {

struct GraderMemory {
  std::vector<Section> sections;
  Section stack{0, 0};
  bool is_locked = false;
  unsigned open = 0;  ///< how many GraderMemoryOpen live
};

namespace {

void set_sections(const GraderMemory& memory, bool lock) {
  const auto set = lock ? map_pages_to_read : map_pages;
  for (const Section& section : memory.sections) set(section.begin, section.end - section.begin);
  if (memory.stack.begin < memory.stack.end) set(memory.stack.begin, memory.stack.end - memory.stack.begin);
}

}  // namespace

void lock_grader_memory(std::uintptr_t stack) {
  GraderMemory& memory = *simulation.grader_memory;
  if (memory.is_locked || memory.open > 0) return;
  if (memory.sections.empty()) memory.sections = grader_sections();
  if (memory.sections.empty()) return;
  memory.stack = {stack, round_to_pages(stack_begin())};
  memory.is_locked = true;  // before it can no longer be written
  set_sections(memory, true);
}

void open_grader_memory() {
  GraderMemory& memory = *simulation.grader_memory;
  if (!memory.is_locked) return;
  set_sections(memory, false);
  memory.is_locked = false;
}

unsigned exchange_grader_memory_open(unsigned now) {
  return std::exchange(simulation.grader_memory->open, now);
}

}  // namespace wgsim::core

namespace wgsim {

using namespace core;

void begin_call_of_host() {
  if (simulation.side != Side::host) return;
  open_grader_memory();
  ++simulation.grader_memory->open;
}

void end_call_of_host() {
  if (simulation.side != Side::host) return;  // its turn may have ended for good
  --simulation.grader_memory->open;
  lock_grader_memory(simulation.grader_memory->stack.begin);
}

}  // namespace wgsim
