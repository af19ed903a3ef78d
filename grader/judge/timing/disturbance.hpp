// Did something else use the GPU during a comparison? disturbance.cpp lists the signs.
#pragma once

#include <string>
#include <vector>

#include "judge/timing/comparison/comparison.hpp"

namespace warpgrade::judge {

/// Why these times can't be used, as a text for the student: what was seen, and what to do. Empty if they are
/// good. They can't be used if the times of trusted contestants and of the copy vary as they do only when
/// something else uses the GPU, or if the GPU was throttled much of the time.
std::string disturbance(const Comparison& comparison, const std::vector<Contestant>& contestants);

}  // namespace warpgrade::judge
