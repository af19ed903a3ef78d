// The judge watches the time of a call, and says by a signal when it is over. Where it went only the runner
// knows.
#pragma once

namespace warpgrade::runner {

class TimeUp {
 public:
  /// As long as it lives, the judge's signal calls `on_time_up` from a signal handler on a stack of its own;
  /// it ends the process or returns.
  explicit TimeUp(void (*on_time_up)());
  ~TimeUp();
  TimeUp(const TimeUp&) = delete;
  TimeUp& operator=(const TimeUp&) = delete;
};

}  // namespace warpgrade::runner
