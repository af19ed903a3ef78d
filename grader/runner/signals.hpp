// Signals that end a call: the judge's, when its time is over, and those of a crash. Only the runner can tell
// where the submission is at that moment.
#pragma once

namespace warpgrade::runner {

class TimeUp {
 public:
  /// As long as it lives, the judge's signal calls `on_time_up` from a signal handler on a stack of its own;
  /// it ends the process or returns. `is_good` may ask for a later moment, for a tenth of a second: it gets
  /// the third argument of the signal's handler.
  TimeUp(void (*on_time_up)(), bool (*is_good)(const void* context));
  ~TimeUp();
  TimeUp(const TimeUp&) = delete;
  TimeUp& operator=(const TimeUp&) = delete;
};

/// Lets a program that is about to die of a signal say where it is. Then the program dies of that signal, so
/// that the judge sees which one it was.
/// `say` is called from a handler of SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT. It has a second, since
/// it may wait for ever: for a lock that the dying code holds, or in a heap that it broke.
/// `open_page` is asked before: true if it has opened the page that was touched (nullptr: it is none of
/// SIGSEGV), so that the program goes on.
void prepare_last_words(void (*say)(), bool (*open_page)(const void* address, bool writes));

}  // namespace warpgrade::runner
