// Which files this process has open when it starts, and how many it and its children may have open.
#pragma once

namespace warpgrade::system {

/// Where standard input, output or errors are closed, the next file that is opened would get that number, and
/// a report would go there. Takes such numbers; as with what is closed, nothing can be written to them.
void hold_standard_files();

/// Raises the soft limit as far as the grader can use it. Throws std::runtime_error if it stays too low to
/// work with.
void require_open_files();

}  // namespace warpgrade::system
