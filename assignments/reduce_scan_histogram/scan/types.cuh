// The element types of each task, for bind.cu and oracle.cpp: a submission is compiled once for each of them.
#pragma once

#include "kit/operators.cuh"

namespace scan_types {

using warpgrade::Affine;
using warpgrade::Brackets;
using warpgrade::Interval;
using warpgrade::kit::Traced;
using warpgrade::kit::Types;

using hillis_steele = Types<std::int32_t, float, Affine, Interval, Traced>;
using double_buffered = Types<std::uint8_t, std::int32_t, Affine, Interval, Traced>;
using blelloch = Types<std::int32_t, float, Affine, Interval, Traced>;
using device_inclusive = Types<std::int32_t, float, Affine, Brackets, Interval, Traced>;
using device_exclusive = Types<std::uint8_t, std::int32_t, Affine, Interval, Traced>;
using from_the_right = Types<std::int32_t, float, Affine, Brackets, Interval, Traced>;

}  // namespace scan_types
