// A line of the submission with much traffic, as the simulator counted it: each kind of traffic apart. It
// travels from runner to report.
#pragma once

#include <cstddef>

#include <nlohmann/json_fwd.hpp>

#include "model/traffic_kind.hpp"

namespace warpgrade {

/// So many of a call travel: those with the most transactions.
inline constexpr std::size_t kMostHotLines = 48;

using HotLine = wgsim::LineCosts;

}  // namespace warpgrade

template <>
struct nlohmann::adl_serializer<wgsim::LineCosts> {
  static void to_json(json& j, const wgsim::LineCosts& line);
  static void from_json(const json& j, wgsim::LineCosts& line);
};
