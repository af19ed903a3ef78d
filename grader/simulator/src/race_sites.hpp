// Numbers for places in user code, small enough for a stamp. A place is the program counter of an access, or
// the Site of an atomic.
#pragma once

#include <cstdint>

#include "findings.hpp"
#include "race_stamp.hpp"

namespace wgsim::core {

class RaceSites {
 public:
  static constexpr unsigned kSites = 1u << Stamp::kSiteBits;

  unsigned number_of(const void* return_address) {
    return number_of(reinterpret_cast<std::uint64_t>(return_address), Where(return_address));
  }
  unsigned number_of(Site site) {
    const auto file = reinterpret_cast<std::uint64_t>(site.file);
    return number_of((file * 31 + std::uint64_t(site.line)) | std::uint64_t(1) << 63, Where(site));
  }
  unsigned number_of(const Where& where) {
    if (where.site.file != nullptr) return number_of(where.site);
    return number_of(static_cast<const void*>(static_cast<const char*>(where.pc) + 1));
  }
  /// Number 0, and a number that is not in use: an unknown place.
  const Where& operator[](unsigned number) const { return places_[number]; }
  /// Before a launch: room for its places, if there is little left.
  void make_room();

 private:
  unsigned number_of(std::uint64_t key, const Where& where) {
    const auto at = unsigned(key * 0x9e3779b97f4a7c15u >> (64 - Stamp::kSiteBits));
    if (keys_[at] == key) [[likely]]
      return at;
    return add(key, where, at);
  }
  unsigned add(std::uint64_t key, const Where& where, unsigned at);

  std::uint64_t keys_[kSites] = {};
  Where places_[kSites] = {};
  unsigned used_ = 0;
};
extern RaceSites race_sites;

}  // namespace wgsim::core
