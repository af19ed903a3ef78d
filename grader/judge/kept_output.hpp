// How much of what a submission prints stays in its result.
#pragma once

#include <cstddef>
#include <vector>

#include "model/result.hpp"

namespace warpgrade::judge {

inline constexpr std::size_t kKeptOutput = std::size_t(64) << 10;  ///< bytes, of all cases of a task together

/// Cuts what the cases of a task printed, and says where. The case that reports show keeps most.
void cut_output(std::vector<CaseResult>& cases);

}  // namespace warpgrade::judge
