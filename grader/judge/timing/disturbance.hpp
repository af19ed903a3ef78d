// Did something else use the GPU? disturbance.cpp says by which signs that is seen.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "judge/timing/comparison/comparison.hpp"

namespace warpgrade::judge {

/// Why these times can't be used: the times of trusted contestants and of the copy vary as they do only when
/// something else uses the GPU, or when the GPU was throttled much of the time. It is a text for the student:
/// what was seen, and what to do. Empty: the times are good.
std::string disturbance(const Comparison& comparison, const std::vector<std::size_t>& trusted);

}  // namespace warpgrade::judge
