// A time limit for code that may never return: a signal, on a stack of its own.
//
// What is limited is processor time, so that a verdict does not depend on what else the machine does. Code
// that waits uses none; for it the clock counts, with kClockLimitFactor times the limit
// (protocol/runner_messages.hpp).
#pragma once

namespace warpgrade::runner {

class Watchdog {
 public:
  /// When `seconds` are used up, `on_timeout` is called from a signal handler; it ends the process or
  /// returns.
  Watchdog(double seconds, void (*on_timeout)());
  ~Watchdog();  ///< in time
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
};

}  // namespace warpgrade::runner
