// Lets a program that is about to die of a signal say where it is. Then the program dies of that signal, so
// that the judge sees which one it was.
#pragma once

namespace warpgrade::runner {

/// `say` is called from a handler of SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT. It has a second, since
/// it may wait for ever: for a lock that the dying code holds, or in a heap that it broke.
void prepare_last_words(void (*say)());

}  // namespace warpgrade::runner
