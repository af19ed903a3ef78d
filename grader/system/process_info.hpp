// What the system tells about any process, by its number (on Linux from /proc, on macOS a part of it), and
// about this machine.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <sys/types.h>

#include "system/descriptor.hpp"

namespace warpgrade::system {

struct ProcessInfo {
  pid_t parent = 0, group = 0;
  double processor_seconds = 0;  ///< used up so far by all of its threads, and by children that have ended
};

/// Nothing if there is no such process, or if the system does not tell.
std::optional<ProcessInfo> look_at_process(pid_t process);

std::size_t resident_bytes(pid_t process);  ///< 0: not known
std::size_t machine_bytes();                ///< the memory of the machine

inline double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// What this machine is called: to tell it from others that share a file system with it.
std::string host_name();

/// Is it a child of the other one, or a child of such a child, and so on? False where the system does not
/// tell.
bool is_descendant(pid_t process, pid_t ancestor);

/// A process, its children, their children, and so on, as they are now.
struct ProcessTree {
  int threads = 0;                 ///< 0: not known
  double processor_seconds = 0;    ///< used up so far, also by those that have ended
  bool computes = false;           ///< a thread of it has a processor, or would like to have one
  std::size_t resident_bytes = 0;  ///< what several processes share counts for each of them
};
ProcessTree look_at_tree(pid_t process);

/// Other processes of the same user can no longer read or change this one's memory. The judge knows the
/// answers, and the seeds of the inputs.
void hide_from_other_processes();

/// A process that another one has started, and may have waited for: then its number can belong to a stranger.
/// On Linux the handle stays with the process that had the number when it was made.
class ProcessHandle {
 public:
  explicit ProcessHandle(pid_t process);

  pid_t id() const { return pid_; }
  bool has_ended() const;
  void send_signal(int signal) const;

 private:
  pid_t pid_;
  Descriptor pidfd_;  ///< none: the system is too old for that, or not Linux
};

/// How a process, and all processes that come from it, spend their time, from the first look on. A time limit
/// must not depend on what else the machine does, so it goes by what the process itself has had and wanted:
/// time on a processor, and time in which it waited for something else than a processor. Where the system
/// does not tell the states of threads (macOS), all time counts as waiting.
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
