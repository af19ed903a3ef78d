// Functions of the runner that host code of a submission calls.
#pragma once

namespace warpgrade::runner {

/// Such a function makes one, if it changes anything: the simulator locks the runner's memory while host code
/// runs. A device that does so says here how it is opened.
class CalledBySubmission {
 public:
  static inline void (*on_begin)() = [] {};
  static inline void (*on_end)() = [] {};

  CalledBySubmission() { on_begin(); }
  ~CalledBySubmission() { on_end(); }
  CalledBySubmission(const CalledBySubmission&) = delete;
};

}  // namespace warpgrade::runner
