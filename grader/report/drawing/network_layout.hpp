// Where the comparators of a network stand: wires run from left to right; comparators that can run at the
// same time are a step; within a step those that would cover each other stand in lanes side by side.
#pragma once

#include <cstddef>
#include <vector>

#include "report/drawing/network.hpp"

namespace warpgrade::report::drawing {

struct PlacedComparator {
  unsigned step = 0, lane = 0;
};

/// Barriers of a block, to the left of a step. step: the number of steps for those behind the last one.
struct WireBarriers {
  unsigned launch = 0, block = 0, step = 0, count = 0;
  unsigned first_wire = 0, last_wire = 0;  ///< of the block
};

struct NetworkLaunch {
  unsigned launch = 0, first_step = 0, last_step = 0;
};

struct NetworkLayout {
  std::vector<PlacedComparator> comparators;  ///< as in the network
  std::vector<unsigned> lanes;                ///< of each step
  std::vector<WireBarriers> barriers;
  std::vector<NetworkLaunch> launches;  ///< those with comparators
  unsigned steps() const { return unsigned(lanes.size()); }
};

NetworkLayout lay_out(const Network& network);

unsigned first_wire(const Comparator& comparator);
unsigned last_wire(const Comparator& comparator);

}  // namespace warpgrade::report::drawing
