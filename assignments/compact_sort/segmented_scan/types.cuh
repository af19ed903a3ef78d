// The element types of each task, for bind.cu and oracle.cpp: a submission is compiled once for each of them.
#pragma once

#include "kit/operators.cuh"

namespace segmented_scan_types {

using warpgrade::Interval;
using warpgrade::kit::Traced;
using warpgrade::kit::Types;

using block_inclusive = Types<std::int32_t, Interval, Traced>;
using device_inclusive = Types<std::int32_t, float, Interval, Traced>;
using device_exclusive = Types<std::uint8_t, std::int32_t, Interval, Traced>;

}  // namespace segmented_scan_types
