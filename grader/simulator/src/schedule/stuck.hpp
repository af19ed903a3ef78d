// Says why a grid does not go on, and ends its kernel.
#pragma once

#include <string>

#include "report/findings.hpp"

namespace wgsim::core {

/// Nothing can run any more: every thread waits.
[[noreturn]] void end_deadlock();
/// All threads that can run spin, and nothing changes. `where` is what the running thread waits for.
[[noreturn]] void end_livelock(const Where& where);
/// " 60 blocks of the grid never started: …", or an empty string.
std::string describe_unstarted_blocks();

}  // namespace wgsim::core
