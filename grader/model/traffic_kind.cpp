#include "model/traffic_kind.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <string>

namespace warpgrade {
namespace {

struct TrafficRow {
  TrafficKind kind;
  std::string_view words;
  ResourceKind resource;
};

constexpr TrafficRow kTrafficKinds[] = {
#define WARPGRADE_RESOURCE(name, title, unit, cost)
#define WARPGRADE_TRAFFIC_KIND(name, words, resource) {TrafficKind::name, words, ResourceKind::resource},
#include "model/traffic_kinds.def"
#undef WARPGRADE_RESOURCE
#undef WARPGRADE_TRAFFIC_KIND
};

const TrafficRow& row(TrafficKind kind) { return *std::ranges::find(kTrafficKinds, kind, &TrafficRow::kind); }

}  // namespace

std::string_view to_string(TrafficKind kind) { return row(kind).words; }

TrafficKind traffic_kind_from_string(std::string_view words) {
  const auto* found = std::ranges::find(kTrafficKinds, words, &TrafficRow::words);
  if (found == std::end(kTrafficKinds)) throw std::runtime_error("no kind of traffic: " + std::string(words));
  return found->kind;
}

ResourceKind resource_of(TrafficKind kind) { return row(kind).resource; }

const Resource& info(ResourceKind kind) { return kResources[static_cast<std::size_t>(kind)]; }

}  // namespace warpgrade
