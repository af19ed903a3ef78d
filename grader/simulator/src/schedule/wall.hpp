// The wall between the host code and the kernels of a submission. Both run in one process, but as on a
// machine with a GPU each has memory of its own, which the other can't touch, whoever compiled the code that
// tries: the pages of the other are locked (mprotect).
//
//   while this runs   these pages are locked
//   host code         the device's: allocations, __device__ and __constant__ variables, shared memory, local
//                     memory (the stacks of fibers); managed memory, until host code touches a page.
//                     The grader's memory is read-only (memory/grader_memory.hpp)
//   a kernel          the host's: the submission's variables, heap (memory/host_heap.hpp) and stack
//   the grader        none
//
// Managed memory moves by pages, as on a machine with a GPU: the first touch of a page is a fault, which
// opens the page and counts its bytes as host work.
//
// There is a wall from raise_wall() to lower_wall() (wgsim/simulator.hpp). Without it, as
// in programs of warpgrade-sim, a Turn does nothing.
#pragma once

#include "state/side.hpp"

namespace wgsim::core {

/// While it lives, this side runs.
class Turn {
 public:
  explicit Turn(Side side);
  /// A kernel's. The host's stack is locked from the page behind this frame on (__builtin_frame_address(0)).
  explicit Turn(const void* frame);
  ~Turn();
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  Side before_;
  unsigned open_before_;
};

/// Is this a submission, whose sides are kept apart?
bool has_wall();

/// Does host code of a submission run, so not the runner? Also before main, where a submission's variables
/// are initialised.
bool is_graded_host();

}  // namespace wgsim::core
