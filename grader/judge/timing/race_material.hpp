// What a race is over, as the exercise's oracle describes it by a smaller case: an array that has as many
// elements as the case is large grows with n, any other (a result, bins) stays as it is. The referee makes
// the large inputs from the small ones (the pool), which takes a GPU a fraction of a millisecond.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "judge/timing/race.hpp"
#include "model/element_type.hpp"
#include "referee/protocol.hpp"

namespace warpgrade::judge {

struct RaceMaterial {
  referee::OpenRace race;
  std::vector<std::byte> pool;
  std::map<std::string, double> parameters;
  std::vector<std::pair<std::string, ElementType>> outputs;  ///< names and types
  std::uint64_t input_bytes = 0, output_bytes = 0;           ///< at full size
};

RaceMaterial make_race_material(const RaceRequest& request);

}  // namespace warpgrade::judge
