#include "race/sites.hpp"

#include <algorithm>
#include <iterator>

namespace wgsim::core {

unsigned RaceSites::add(std::uint64_t key, const Where& where, unsigned at) {
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

void RaceSites::make_room() {
  if (used_ < kSites / 2) return;
  std::fill(std::begin(keys_), std::end(keys_), 0);
  used_ = 0;
}

}  // namespace wgsim::core
