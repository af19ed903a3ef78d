// A line of the submission with much traffic, as the simulator counted it: each kind of traffic apart. It
// travels from runner to report.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "simulator/include/wgsim/costs.hpp"

namespace warpgrade {

// What kind of work of a warp a line of source makes, and which resource of the GPU it takes.
// traffic_kinds.def is the list.

using TrafficKind = wgsim::Traffic;

/// "global load"
std::string_view to_string(TrafficKind kind);
/// Throws std::runtime_error for words that are of none.
TrafficKind traffic_kind_from_string(std::string_view words);

struct Resource {
  std::string_view title;  ///< "global memory"
  std::string_view unit;   ///< "sectors"
  std::string_view cost;   ///< its remedy says how a line takes less of it
};

inline constexpr std::array kResources = {
#define WARPGRADE_RESOURCE(name, title, unit, cost) Resource{title, unit, cost},
#define WARPGRADE_TRAFFIC_KIND(name, words, resource)
#include "model/traffic_kinds.def"
#undef WARPGRADE_RESOURCE
#undef WARPGRADE_TRAFFIC_KIND
};

/// Its place in kResources.
enum class ResourceKind {
#define WARPGRADE_RESOURCE(name, title, unit, cost) name,
#define WARPGRADE_TRAFFIC_KIND(name, words, resource)
#include "model/traffic_kinds.def"
#undef WARPGRADE_RESOURCE
#undef WARPGRADE_TRAFFIC_KIND
};

ResourceKind resource_of(TrafficKind kind);

/// So many of a call travel: those with the most transactions.
inline constexpr std::size_t kMostHotLines = 48;

using HotLine = wgsim::LineCosts;

}  // namespace warpgrade

template <>
struct nlohmann::adl_serializer<wgsim::LineCosts> {
  static void to_json(json& j, const wgsim::LineCosts& line);
  static void from_json(const json& j, wgsim::LineCosts& line);
};
