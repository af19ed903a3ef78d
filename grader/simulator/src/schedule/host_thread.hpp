// One thread of the host uses the simulated device: kernels run in it, and the simulator keeps no locks.
#pragma once

#include "wgsim/abi.h"

namespace wgsim::core {

/// Ends the program with a message if another thread of the host has used the device before.
void require_one_host_thread(Site site);

}  // namespace wgsim::core
