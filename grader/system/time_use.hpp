// How a process spends its time. A time limit must not depend on what else the machine does, so it goes by
// what the process itself has had and wanted: time on a processor, and time in which it waited for something
// else than a processor. Where the system does not tell the states of threads (macOS), all time counts as
// waiting.
#pragma once

#include <chrono>
#include <optional>
#include <sys/types.h>

namespace warpgrade::system {

/// The time of a process and of all processes that come from it, from the first look on.
class TimeUse {
 public:
  static constexpr std::chrono::milliseconds kInterval{50};

  /// Does not look at the process yet: a look takes longer than the calls that are timed.
  explicit TimeUse(pid_t process) : process_(process) {}

  /// To be called again and again, about once in kInterval.
  void look();
  double computed_s() const { return computed_s_; }
  double waited_s() const { return waited_s_; }

 private:
  using Clock = std::chrono::steady_clock;

  pid_t process_;
  std::optional<double> processor_seconds_at_first_;
  Clock::time_point last_look_;
  double computed_s_ = 0;
  double waited_s_ = 0;
};

}  // namespace warpgrade::system
