// How a process that holds a submission begins. Each way has a file of its own with nothing else in it, since
// a linker may take a member of an archive for any symbol in it, as for an instance of a template.
#pragma once

namespace warpgrade::runner {

/// Runs tasks as the judge asks for, and ends the process when it asks for no more (main.cpp).
[[noreturn]] void run_tasks();

/// Of a program with a main() of its own: waits for the judge's word before that begins, and tells the
/// outcome when it has ended (program_main.cpp).
void begin_program();

}  // namespace warpgrade::runner
