// How many files this process and its children may have open at a time.
#pragma once

namespace warpgrade::system {

/// Raises the soft limit as far as the grader can use it. Throws std::runtime_error if it stays too low to
/// work with.
void require_open_files();

}  // namespace warpgrade::system
