// XXH3 with 128 bits: tells one content from another (not a signature).
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace warpgrade::system {

/// 32 hexadecimal digits, as `xxhsum -H2` prints them.
std::string xxh3_128(std::span<const std::uint8_t> bytes);

}  // namespace warpgrade::system
