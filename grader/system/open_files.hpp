// What this process has open: how many files it may open, and the three that each process has.
#pragma once

namespace warpgrade::system {

/// Raises the soft limit as far as the grader can use it. Throws std::runtime_error if it stays too low to
/// work with.
void require_open_files();

/// Opens standard input, output and error where the caller has closed them: otherwise the next file would get
/// one's number, and what is meant for the terminal would end up in it. Writing to what was closed fails, as
/// it should.
void open_standard_descriptors();

}  // namespace warpgrade::system
