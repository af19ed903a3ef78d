// The end of a kernel that does what it may not, or that does not go on.
#pragma once

#include <optional>

#include "driver_types.h"  // cudaError_t; the simulator's own
#include "report/findings.hpp"

namespace wgsim::core {

/// The same as report, then ends the kernel with a sticky error. Its threads are abandoned: never resumed,
/// not unwound.
[[noreturn]] void end_kernel(Problem problem, Facts facts, const Where& where, cudaError_t error,
                             const std::optional<OtherParty>& other = {});

/// Nothing can run any more: every thread waits.
[[noreturn]] void end_deadlock();
/// All threads that can run spin, and nothing changes. `where` is what the running thread waits for.
[[noreturn]] void end_livelock(const Where& where);

}  // namespace wgsim::core
