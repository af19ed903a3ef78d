// The grader's own memory: its variables, its heap, and its part of the stack. While host code of a
// submission runs, all of it is read-only (schedule/wall.hpp). So compiled code of a library, which has no
// hooks, can't change a count or a finding for its caller. What host code calls of the simulator opens it for
// as long.
//
// Nothing of this happens in programs that are not graded.
#pragma once

#include <cstdint>

#include "wgsim/simulator.hpp"

namespace wgsim::core {

/// stack: the frames of the grader lie above it.
void lock_grader_memory(std::uintptr_t stack);
void open_grader_memory();

/// Make one at the top of each function of the simulator that host code calls and that changes anything.
class GraderMemoryOpen {
 public:
  GraderMemoryOpen() { begin_call_of_host(); }
  ~GraderMemoryOpen() { end_call_of_host(); }
  GraderMemoryOpen(const GraderMemoryOpen&) = delete;
};

/// Host code may run within such a function, and there they count anew: returns how many live, and says how
/// many there are now.
unsigned exchange_grader_memory_open(unsigned now);

}  // namespace wgsim::core
