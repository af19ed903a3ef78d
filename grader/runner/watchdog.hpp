// A time limit for code that may never return: a signal, on a stack of its own.
#pragma once

namespace warpgrade::runner {

class Watchdog {
 public:
  /// After `seconds`, `on_timeout` is called from a signal handler; it ends the process or returns.
  Watchdog(double seconds, void (*on_timeout)());
  ~Watchdog();  ///< in time
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
};

}  // namespace warpgrade::runner
