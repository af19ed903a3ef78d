// Host code: the thread that it runs in, and what it may not touch.
//
// Device memory is locked while host code of a submission runs, as on a machine with a GPU: pages of
// allocations can't be read or written there (mprotect), whoever compiled the code that tries. So a library
// that is given a device pointer is found, too. Instrumented code is checked at each access besides
// (check/access.hpp), which also covers variables, shared and local memory.
//
// Managed memory moves by pages, as on a machine with a GPU: the first touch of a page is a fault, which
// opens the page and counts what the host learns there as its work (memory/managed.hpp).
//
// All this happens between lock_device_memory() and unlock_device_memory() (wgsim/simulator.hpp). Otherwise,
// as in programs of warpgrade-sim, a Turn does nothing.
#pragma once

#include "state/simulation.hpp"
#include "wgsim/abi.h"

namespace wgsim::core {

/// Ends the program with a message if another thread of the host has used the device before: kernels run in
/// the thread that uses it, and the simulator keeps no locks.
void require_one_host_thread(Site site);

/// While it lives, this side runs.
class Turn {
 public:
  explicit Turn(Side side);
  ~Turn();
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  Side before_;
};

/// Is this a submission, from which device memory is kept?
bool locks_device_memory();

}  // namespace wgsim::core
