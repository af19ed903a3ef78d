// What the grader must know of an operator of which it has only the name.
#pragma once

#include <string_view>

#include "kit/probes.cuh"

namespace warpgrade::kit {

inline constexpr const char* kTracedOperator = Probe<Traced>::name;
inline constexpr const char* kIntervalOperator = Probe<Interval>::name;

/// May the operands of `op` ("sum_i32", "interval") be exchanged? Of a name that is no operator's, an order
/// of keys for example: yes.
bool commutes(std::string_view op);

}  // namespace warpgrade::kit
