#include "model/hot_line.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

#include "model/whole_number.hpp"

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

}  // namespace warpgrade

using warpgrade::HotLine;
using LineSerializer = nlohmann::adl_serializer<HotLine>;

void LineSerializer::to_json(nlohmann::json& j, const HotLine& line) {
  j = {{"file", line.file},         {"line", line.line},
       {"kernel", line.kernel},     {"kind", warpgrade::to_string(line.kind)},
       {"requests", line.requests}, {"transactions", line.transactions},
       {"ideal", line.ideal}};
}

void LineSerializer::from_json(const nlohmann::json& j, HotLine& line) {
  j.at("file").get_to(line.file);
  line.line = warpgrade::whole_number<int>(j.at("line"));
  j.at("kernel").get_to(line.kernel);
  line.kind = warpgrade::traffic_kind_from_string(j.at("kind").get<std::string>());
  line.requests = warpgrade::whole_number<std::uint64_t>(j.at("requests"));
  line.transactions = warpgrade::whole_number<std::uint64_t>(j.at("transactions"));
  line.ideal = warpgrade::whole_number<std::uint64_t>(j.at("ideal"));
}
