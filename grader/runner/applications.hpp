// How often a task applied the function over traced elements (kit/probes.cuh).
#pragma once

#include <cstdint>

#include "kit/probes.cuh"

namespace warpgrade::runner {

void count_application();

/// The same comparator counts once, however many threads do it: `a` and `b` as they were before it.
void count_comparator(kit::Traced a, kit::Traced b);

/// The applications since the last call.
std::uint64_t take_applications();

}  // namespace warpgrade::runner
