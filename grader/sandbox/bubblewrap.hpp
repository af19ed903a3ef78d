// bubblewrap: a program runs in namespaces of its own (users, files, processes, network, IPC), in which there
// is nothing but what it needs.
#pragma once

#include "sandbox/permissions.hpp"
#include "system/process.hpp"

namespace warpgrade::sandbox {

/// The same program under bwrap.
system::ProcessOptions under_bubblewrap(system::ProcessOptions options, const Permissions& permissions);

/// Is `process` the program that bwrap, which was started as `started`, runs? And not one that it has
/// started.
bool is_program_of_bubblewrap(pid_t started, pid_t process);

}  // namespace warpgrade::sandbox
