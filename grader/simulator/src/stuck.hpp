// Says why a grid does not go on; see scheduler.hpp for end_deadlock.
#pragma once

#include <string>

#include "findings.hpp"

namespace wgsim::core {

/// All that runs spins in vain; `where` is what the running thread waits for.
[[noreturn]] void end_livelock(const Where& where);
/// " 60 blocks of the grid never started: …", or nothing.
std::string describe_unstarted_blocks();

}  // namespace wgsim::core
