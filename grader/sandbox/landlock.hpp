// Landlock: a process gives up all files but some, for itself and all that come from it. It needs no rights
// and no namespaces, so it works in most containers. How much it covers depends on the kernel: signals and
// abstract sockets from Linux 6.12 on, TCP from 6.7 on; the filter of system calls (seccomp.hpp) covers the
// rest, as well as it can.
#pragma once

#include <memory>
#include <string>

#include "sandbox/permissions.hpp"
#include "system/process.hpp"

namespace warpgrade::sandbox {

/// The kernel's version of Landlock; 0: it has none.
int landlock_version();

/// What a child does to confine itself. Throws std::system_error.
std::shared_ptr<const system::ChildSetup> landlock_setup(const Permissions& permissions);

}  // namespace warpgrade::sandbox
