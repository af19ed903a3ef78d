// What the system allows this process and its children: open files, addresses, memory, the size of files.
#pragma once

#include <cstdint>
#include <filesystem>

namespace warpgrade::system {

/// Where standard input, output or errors are closed, the next file that is opened would get that number, and
/// a report would go there. Takes such numbers; as with what is closed, nothing can be written to them.
void hold_standard_files();

/// The bytes of memory that the control groups of this process allow, as batch systems and containers set it
/// (cgroups(7), of both versions): the least of its group and those around it. `proc`: /proc/self/cgroup;
/// `groups`: /sys/fs/cgroup.
std::uintmax_t memory_of_groups(const std::filesystem::path& proc, const std::filesystem::path& groups);

/// Raises soft limits as far as the grader can use them. Throws std::runtime_error if one stays too low to
/// work with: it would be the grader that fails, and a submission that seems to.
void require_limits();

}  // namespace warpgrade::system
