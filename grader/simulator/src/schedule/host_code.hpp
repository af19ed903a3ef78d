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

/// While it lives, no other thread of the host uses the device: each call of the API and each launch holds
/// one. Kernels run in the thread that uses the device. Without Options::several_host_threads it ends the
/// program with a message if another thread has used the device before. (Not in kernels, which may end
/// without destroying it.)
class DeviceLock {
 public:
  explicit DeviceLock(Site site);
  ~DeviceLock();
  DeviceLock(const DeviceLock&) = delete;
};

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
