// From the words of a command line to one of the subcommands, and from exceptions to exit codes.
#pragma once

namespace warpgrade::app {

/// Returns the exit code (FIXED): 0 all passed · 1 the student's work falls short · 2 the grader or the
/// machine.
int run_command_line(int argc, char** argv);

}  // namespace warpgrade::app
