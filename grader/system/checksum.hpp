// XXH3 with 128 bits (Collet, xxHash 0.8, 2020): tells one content from another. It is no signature.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace warpgrade::system {

/// 32 hexadecimal digits, as `xxhsum -H2` prints them.
std::string xxh3_128(std::span<const std::uint8_t> bytes);
std::string xxh3_128(std::string_view text);

}  // namespace warpgrade::system
