#include "memory/grader_memory.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <utility>
#include <vector>

#ifdef __x86_64__
#include <cpuid.h>
#endif

#include "memory/space.hpp"
#include "program/foreign_data.hpp"
#include "state/simulation.hpp"

namespace wgsim::core {

struct GraderMemory {
  std::vector<Section> sections;
  Section stack{0, 0};
  int key = -1;  ///< of the processor, for all of it: one instruction locks it. -1: the processor has no keys
  bool is_locked = false;
  unsigned open = 0;  ///< how many GraderMemoryOpen live
};

namespace {

#ifdef __linux__

int new_key() { return pkey_alloc(0, 0); }
void set_key(int key, bool lock) { pkey_set(key, lock ? PKEY_DISABLE_WRITE : 0); }

void give_key(const Section& section, int key) {
  if (section.begin >= section.end) return;
  void* const begin = reinterpret_cast<void*>(section.begin);
  if (pkey_mprotect(begin, section.end - section.begin, PROT_READ | PROT_WRITE, key) != 0)
    throw std::runtime_error(std::string("the simulator can't protect its memory: ") + std::strerror(errno));
}

#else

int new_key() { return -1; }
void set_key(int, bool) {}
void give_key(const Section&, int) {}

#endif

/// Without keys each page costs time, at each call that opens the memory, and the heap can be large.
void find_sections(GraderMemory& memory) {
  memory.sections = grader_variables();
  if (memory.sections.empty()) return;
  memory.key = new_key();
  if (memory.key < 0) return;
  memory.sections.push_back(grader_heap());
  for (const Section& section : memory.sections) give_key(section, memory.key);
}

void set_stack(GraderMemory& memory, const Section& stack) {
  if (memory.key >= 0 && stack.begin != memory.stack.begin) {
    give_key(memory.stack, 0);
    give_key(stack, memory.key);
  }
  memory.stack = stack;
}

void set_pages(const GraderMemory& memory, bool lock) {
  const auto set = lock ? map_pages_to_read : map_pages;
  for (const Section& section : memory.sections) set(section.begin, section.end - section.begin);
  set(memory.stack.begin, memory.stack.end - memory.stack.begin);
}

void set_memory(const GraderMemory& memory, bool lock) {
  if (memory.key >= 0)
    set_key(memory.key, lock);
  else
    set_pages(memory, lock);
}

}  // namespace

void lock_grader_memory(std::uintptr_t stack) {
  GraderMemory& memory = *simulation.grader_memory;
  if (memory.is_locked || memory.open > 0) return;
  if (memory.sections.empty()) find_sections(memory);
  if (memory.sections.empty()) return;
  set_stack(memory, {stack, round_to_pages(stack_begin())});
  memory.is_locked = true;  // before it can no longer be written
  set_memory(memory, true);
}

void open_grader_memory() {
  GraderMemory& memory = *simulation.grader_memory;
  if (!memory.is_locked) return;
  set_memory(memory, false);
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

/// Reads no memory of the program.
void open_in_signal_handler() {
#if defined(__linux__) && defined(__x86_64__)
  unsigned a = 0, b = 0, c = 0, d = 0;
  __cpuid_count(7, 0, a, b, c, d);
  constexpr unsigned kHasKeys = 1u << 4;  // OSPKE: else there is no such instruction
  if ((c & kHasKeys) != 0) asm volatile("wrpkru" : : "a"(0), "c"(0), "d"(0) : "memory");
#endif
}

}  // namespace wgsim
