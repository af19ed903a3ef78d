// What a process that is about to end tells the judge: the place where its time was over, or where it
// crashed.
#pragma once

#include "protocol/channel.hpp"
#include "protocol/runner_messages.hpp"
#include "runner/device.hpp"
#include "runner/signals.hpp"

namespace warpgrade::runner {

/// What handlers of signals and of exit() need to know of the call that is running. There is one at a time.
struct Running {
  protocol::Channel* channel = nullptr;
  Device* device = nullptr;
  const protocol::Call* call = nullptr;  ///< nullptr: no task is running
};
extern Running running;

/// As long as it lives, the signals of runner/signals.hpp are answered from what `running` knows.
class LastWords {
 public:
  LastWords();

 private:
  TimeUp time_up_;
};

}  // namespace warpgrade::runner
