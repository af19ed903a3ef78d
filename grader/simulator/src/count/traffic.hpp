// What one warp instruction costs.
#pragma once

#include "count/warp_log.hpp"

namespace wgsim::core {

constexpr unsigned kSectorBytes = 32;

struct GlobalTraffic {
  unsigned bytes;  ///< that its lanes touch, each once
  unsigned sectors, ideal_sectors;
};
GlobalTraffic global_traffic(const Issue& issue);
struct SharedTraffic {
  unsigned passes, ideal_passes;
};
SharedTraffic shared_traffic(const Issue& issue);
unsigned distinct_addresses(const Issue& issue);
/// Words of 4 bytes: the constant cache serves them one after the other, each to all lanes that read it.
unsigned distinct_words(const Issue& issue);

}  // namespace wgsim::core
