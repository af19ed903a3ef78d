// A line of the submission with much traffic, as the simulator counted it: each kind of traffic apart. It
// travels from runner to report.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "model/traffic_kind.hpp"

namespace warpgrade {

/// So many of a call travel: those with the most transactions.
inline constexpr std::size_t kMostHotLines = 48;

struct HotLine {
  std::string file;  ///< as in Place
  int line = 0;
  std::string kernel;
  TrafficKind kind = TrafficKind::global_load;
  std::uint64_t requests = 0;      ///< warp instructions; of branches those that split a warp
  std::uint64_t transactions = 0;  ///< of the kind's resource, in its unit
  std::uint64_t ideal = 0;         ///< the fewest that could do the same
};

void to_json(nlohmann::json& j, const HotLine& line);
void from_json(const nlohmann::json& j, HotLine& line);

}  // namespace warpgrade
