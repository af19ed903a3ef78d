// The element types of each task, for bind.cu and oracle.cpp: a submission is compiled once for each of them.
#pragma once

#include "kit/operators.cuh"

namespace reduce_types {

using warpgrade::Affine;
using warpgrade::Brackets;
using warpgrade::Interval;
using warpgrade::kit::Traced;
using warpgrade::kit::Types;

// Affine, Brackets and Interval need the order of the elements, and only `interleaved` keeps it.
using interleaved = Types<std::int32_t, float, Affine, Brackets, Interval, Traced>;
using global_memory = Types<std::int32_t, std::uint32_t, float, Traced>;
using shared_memory = Types<std::uint8_t, std::int32_t, double, Traced>;
using coarsened = Types<std::uint8_t, std::int32_t, float, double, Traced>;
using reproducible = Types<std::int32_t, float, double, Traced>;

}  // namespace reduce_types
