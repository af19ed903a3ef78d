#include "system/time_use.hpp"

#include <algorithm>

#include "system/process_info.hpp"

namespace warpgrade::system {

void TimeUse::look() {
  const ProcessTree tree = look_at_tree(process_);
  const auto now = Clock::now();
  if (processor_seconds_at_first_) {
    computed_s_ = std::max(computed_s_, tree.processor_seconds - *processor_seconds_at_first_);
    // The present state counts for one interval at most: the process that looks may itself have waited for a
    // processor.
    const std::chrono::duration<double> passed = std::min<Clock::duration>(now - last_look_, kInterval);
    if (!tree.computes) waited_s_ += passed.count();
  } else {
    processor_seconds_at_first_ = tree.processor_seconds;
  }
  last_look_ = now;
}

}  // namespace warpgrade::system
