// How often a task applied the traced operator (traced.cuh).
#pragma once

#include <cstdint>

namespace warpgrade::runner {

/// The applications since the last call.
std::uint64_t take_applications();

}  // namespace warpgrade::runner
