// Has a process overwritten its own program? A submission shares its process with the runner, and a jump over
// the first bytes of the runner's functions makes them do what it likes. On Linux a page of code that was
// written to is no longer the file's: it counts as 'anonymous', for good, even if it is restored.
#pragma once

#include <cstdint>
#include <istream>
#include <optional>

namespace warpgrade::judge {

/// Bytes of the process's executable files in memory (its program, its libraries) that were written to.
/// Nothing: not known (no such process, not Linux, or the process hides: prctl(PR_SET_DUMPABLE, 0)).
/// A debugger's breakpoints count, so compare with a process that is trusted.
std::optional<std::uint64_t> changed_code_bytes(int process);

/// The same of the text of /proc/<pid>/smaps.
std::uint64_t changed_code_bytes(std::istream& smaps);

}  // namespace warpgrade::judge
