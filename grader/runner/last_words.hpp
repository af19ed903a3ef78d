// A chance to say where a program dies of a signal, before it does. The signal then takes its usual course,
// so that the judge sees which signal it was.
#pragma once

namespace warpgrade::runner {

/// `say` is called from a handler of SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT. It has a second, since
/// it may wait for ever: for a lock that the dying code holds, or in a heap that it broke.
void prepare_last_words(void (*say)());

}  // namespace warpgrade::runner
