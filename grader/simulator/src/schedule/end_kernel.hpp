// The end of a kernel that does what it may not.
#pragma once

#include <optional>

#include "driver_types.h"  // cudaError_t; the simulator's own
#include "report/findings.hpp"

namespace wgsim::core {

/// The same as report, then ends the kernel with a sticky error. Its threads are abandoned: never resumed,
/// not unwound.
[[noreturn]] void end_kernel(Problem problem, Facts facts, const Where& where, cudaError_t error,
                             const std::optional<OtherParty>& other = {});

}  // namespace wgsim::core
