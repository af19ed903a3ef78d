// A line of the submission with much traffic, as the simulator counted it. It travels from runner to report.
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace warpgrade {

struct HotLine {
  std::string file;  ///< as in Place
  int line = 0;
  std::string kernel;
  std::string kind;                ///< "global load", "shared store", "global atomic", …
  std::uint64_t requests = 0;      ///< warp instructions
  std::uint64_t transactions = 0;  ///< sectors; of shared memory passes over the banks; of atomics turns
  std::uint64_t ideal = 0;         ///< the fewest that could serve the same bytes
};

void to_json(nlohmann::json& j, const HotLine& line);
void from_json(const nlohmann::json& j, HotLine& line);

}  // namespace warpgrade
