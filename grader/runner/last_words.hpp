// A chance to say where a program dies of a signal, before it does. The signal then takes its usual course,
// so that the judge sees the true cause of death.
#pragma once

namespace warpgrade::runner {

/// `say` is called from a handler of SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT. It has a second: what it
/// needs (a lock, the heap) may be what the dying code held or broke.
void prepare_last_words(void (*say)());

}  // namespace warpgrade::runner
