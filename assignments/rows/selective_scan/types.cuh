// The element types of each task, for bind.cu and oracle.cpp: a submission is compiled once for each of them.
#pragma once

#include "kit/operators.cuh"

namespace selective_scan_types {

using warpgrade::Affine;
using warpgrade::Interval;
using warpgrade::kit::Traced;
using warpgrade::kit::Types;

using one_block = Types<std::int32_t, Affine, Interval, Traced>;
using chunks = Types<std::int32_t, Affine, Interval, Traced>;

}  // namespace selective_scan_types
