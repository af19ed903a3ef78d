// Was the GPU ours alone? disturbance.cpp says by which signs that is told.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "judge/timing/comparison/comparison.hpp"

namespace warpgrade::judge {

/// Why these times are worth nothing: the times of trusted contestants and of the copy vary as they do only
/// when something else uses the GPU, or when the GPU was throttled much of the time. Empty: they are good.
/// Otherwise it is a text for the student: what was seen, and what to do.
std::string disturbance(const Comparison& comparison, const std::vector<std::size_t>& trusted);

}  // namespace warpgrade::judge
