// The judge watches the time of a call and sends a signal when it is over. Only the runner can tell where the
// submission is at that moment.
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
