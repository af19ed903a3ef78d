// What one warp instruction costs.
#pragma once

#include "count/warp_log.hpp"

namespace wgsim::core {

struct GlobalTraffic {
  unsigned bytes, sectors, ideal_sectors;
};
GlobalTraffic global_traffic(const Issue& issue);
struct SharedTraffic {
  unsigned passes, ideal_passes;
};
SharedTraffic shared_traffic(const Issue& issue);
unsigned distinct_addresses(const Issue& issue);

}  // namespace wgsim::core
