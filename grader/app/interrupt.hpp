// Ctrl-C, and a scheduler's SIGTERM.
#pragma once

#include <functional>

namespace warpgrade::app {

/// From now on SIGINT, SIGTERM and SIGHUP end the command at once with a word on standard error and the exit
/// code that a shell expects (128 + signal). Reports are renamed into place, so none is left half written;
/// the children end with us, and theirs (system/orphans.hpp).
/// `message` must live as long as the program. `first`: what else the handler does, if anything; only what is
/// safe in one.
void end_cleanly_when_interrupted(const char* message = "interrupted; no report was written.",
                                  void (*first)() = nullptr);

/// The same, but first another thread calls `tell`, which says what is finished. It is no signal handler, so
/// it may allocate and print. A second signal ends the command at once.
void tell_what_is_finished_when_interrupted(std::function<void()> tell);

}  // namespace warpgrade::app
