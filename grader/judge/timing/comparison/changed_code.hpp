// Has a process overwritten its own program? A submission shares its process with the runner: if it
// overwrites the first bytes of one of the runner's functions with a jump, its own code runs instead. On
// Linux a page of code that was written to no longer belongs to the file: it counts as 'anonymous' for ever,
// even if it is restored.
#pragma once

#include <cstdint>
#include <istream>
#include <optional>

namespace warpgrade::judge {

/// Bytes of the process's executable files in memory (its program, its libraries) that were written to.
/// Nothing: not known (no such process, not Linux, or the process hides: prctl(PR_SET_DUMPABLE, 0)).
/// Breakpoints of a debugger count, so compare with a trusted process.
std::optional<std::uint64_t> changed_code_bytes(int process);

/// The same of the text of /proc/<pid>/smaps.
std::uint64_t changed_code_bytes(std::istream& smaps);

}  // namespace warpgrade::judge
