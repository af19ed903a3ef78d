// Numbers for places in user code, small enough for a stamp. A place is the program counter of an access, or
// the Site of an atomic.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "state/accesses.hpp"
#include "state/where.hpp"

namespace wgsim::core {

class RaceSites {
 public:
  static constexpr unsigned kSites = 1u << Stamp::kSiteBits;

  /// The number of a place that has come before; 0 if it has none yet, or is hard to find. `keys`: those of
  /// the numbers, running.race_site_keys.
  template <class Place>
  static unsigned find(const std::uint64_t* keys, Place place) {
    const std::uint64_t key = key_of(place);
    const unsigned at = first_guess(key);
    return keys[at] == key ? at : 0;
  }
  /// Gives it one if need be.
  template <class Place>
  unsigned number_of(Place place) {
    const unsigned known = find(keys_, place);
    return known != 0 ? known : add(key_of(place), Where(place), first_guess(key_of(place)));
  }
  unsigned number_of(const Where& where) {
    if (where.site.file != nullptr) return number_of(where.site);
    return number_of(static_cast<const void*>(static_cast<const char*>(where.pc) + 1));
  }
  /// The place with this number. For 0, and for a number that is not in use, an unknown place.
  const Where& operator[](unsigned number) const { return places_[number]; }
  const std::uint64_t* keys() const { return keys_; }
  /// Before a launch: room for its places, if there is little left.
  void make_room();

 private:
  static std::uint64_t key_of(const void* return_address) {
    return reinterpret_cast<std::uint64_t>(return_address);
  }
  static std::uint64_t key_of(Site site) {
    const auto file = reinterpret_cast<std::uint64_t>(site.file);
    return (file * 31 + std::uint64_t(site.line)) | std::uint64_t(1) << 63;
  }
  static unsigned first_guess(std::uint64_t key) {
    return unsigned(key * 0x9e3779b97f4a7c15u >> (64 - Stamp::kSiteBits));
  }
  unsigned add(std::uint64_t key, const Where& where, unsigned at);

  std::uint64_t keys_[kSites] = {};
  Where places_[kSites] = {};
  unsigned used_ = 0;
};

[[gnu::noinline]] inline unsigned RaceSites::add(std::uint64_t key, const Where& where, unsigned at) {
  if (key == 0) return 0;
  for (unsigned tries = 0; tries < kSites; ++tries, at = (at + 1) % kSites) {
    if (keys_[at] == key) return at;
    if (keys_[at] != 0 || at == 0) continue;
    keys_[at] = key;
    places_[at] = where;
    ++used_;
    return at;
  }
  return 0;
}

inline void RaceSites::make_room() {
  if (used_ < kSites / 2) return;
  std::fill(std::begin(keys_), std::end(keys_), 0);
  used_ = 0;
}

}  // namespace wgsim::core
