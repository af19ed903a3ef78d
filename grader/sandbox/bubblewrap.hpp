// bubblewrap: a program runs in namespaces of its own (users, files, processes, network, IPC), in which there
// is nothing but what it needs.
#pragma once

#include "sandbox/permissions.hpp"
#include "system/process.hpp"

namespace warpgrade::sandbox {

/// The same program under bwrap.
system::ProcessOptions under_bubblewrap(system::ProcessOptions options, const Permissions& permissions);

/// `started`: a bwrap. True if `process` is its child, the program that it runs; false for processes that the
/// program has started.
bool is_program_of_bubblewrap(pid_t started, pid_t process);

}  // namespace warpgrade::sandbox
