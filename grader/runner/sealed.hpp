// The operators over sealed elements (kit/sealed.cuh): of one call at a time.
#pragma once

#include <cstdint>
#include <string>

namespace warpgrade::runner {

/// Before a call: which operator its elements are for, and their key. Another operator: the call has no such
/// elements.
void begin_sealed(const std::string& op, std::uint64_t key);

}  // namespace warpgrade::runner
