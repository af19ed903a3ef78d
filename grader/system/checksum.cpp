#include "system/checksum.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <fmt/format.h>

namespace warpgrade::system {

std::string xxh3_128(std::span<const std::uint8_t> bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string xxh3_128(std::string_view text) {
  return xxh3_128(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

}  // namespace warpgrade::system
