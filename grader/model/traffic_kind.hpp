// What kind of work of a warp a line of source makes, and which resource of the GPU it takes.
// traffic_kinds.def is the list.
#pragma once

#include <array>
#include <string_view>

#include "simulator/include/wgsim/costs.hpp"

namespace warpgrade {

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
const Resource& info(ResourceKind kind);

}  // namespace warpgrade
