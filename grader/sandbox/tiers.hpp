// The means of the tiers (model/sandbox_tier.hpp), each in a file of its own.
#pragma once

#include <memory>
#include <sys/types.h>

#include "sandbox/sandbox.hpp"
#include "system/process.hpp"

namespace warpgrade::sandbox {

// ---- bubblewrap.cpp -------------------------------------------------------------------------------------
//
// A program runs in namespaces of its own (users, files, processes, network, IPC), in which there is nothing
// but what it needs.

/// The same program under bwrap.
system::ProcessOptions under_bubblewrap(system::ProcessOptions options, const Permissions& permissions);

/// `started`: a bwrap. True if `process` is the program that it runs; false for processes that the program
/// has started.
bool is_program_of_bubblewrap(pid_t started, pid_t process);

// ---- landlock.cpp ---------------------------------------------------------------------------------------
//
// Landlock: a process gives up all files but some, for itself and all that come from it. It needs no rights
// and no namespaces, so it works in most containers. How much it covers depends on the kernel: signals and
// abstract sockets from Linux 6.12 on, TCP from 6.7 on; the filter of system calls (seccomp.hpp) covers the
// rest, as well as it can.

/// The kernel's version of Landlock; 0: it has none.
int landlock_version();

/// What a child does to confine itself. Throws std::system_error.
std::shared_ptr<const system::ChildSetup> landlock_setup(const Permissions& permissions);

// ---- other_user.cpp -------------------------------------------------------------------------------------
//
// Where root grades, and can do nothing better: the program runs as the user nobody.

/// What a child does to become nobody. The writable folders are given to that user.
std::shared_ptr<const system::ChildSetup> other_user_setup(const Permissions& permissions);

}  // namespace warpgrade::sandbox
