// A recording has thousands of events, so each is an array of numbers in JSON, in the order of `fields`.
#include "model/recording.hpp"

#include <algorithm>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "model/whole_number.hpp"

namespace warpgrade {
namespace {

using Json = nlohmann::json;

/// Passes each number of an event to `f`.
template <class Event, class F>
void for_each_field(Event& e, F f) {
  f(e.launch), f(e.block), f(e.thread), f(e.phase), f(e.line), f(e.instruction);
  f(e.array), f(e.byte), f(e.bytes), f(e.before), f(e.after), f(e.source), f(e.lanes);
  f(e.left), f(e.right), f(e.low), f(e.high);
}

Json to_numbers(const RecordedEvent& event) {
  Json numbers = Json::array({int(event.kind), int(event.is_comparator)});
  for_each_field(event, [&numbers](auto field) { numbers.push_back(field); });
  return numbers;
}

void require(bool holds) {
  if (!holds) throw std::invalid_argument("an event that can't be");
}

RecordedEvent event_of(const Json& numbers, const Recording& recording) {
  RecordedEvent event;
  const auto kind = whole_number<unsigned>(numbers.at(0));
  require(kind <= unsigned(RecordedKind::warp_sync));
  event.kind = RecordedKind(kind);
  event.is_comparator = whole_number<unsigned>(numbers.at(1)) != 0;
  std::size_t next = 2;
  for_each_field(event, [&]<class T>(T& field) { field = whole_number<T>(numbers.at(next++)); });
  require(event.launch < recording.launches.size() && event.line < recording.lines.size());
  const RecordedLaunch& launch = recording.launches[event.launch];
  require(event.block < launch.blocks() && event.thread < launch.threads_per_block());
  require(event.bytes <= 8 && event.source < launch.threads_per_block());
  require(!is_access(event.kind) || event.array < recording.arrays.size());
  return event;
}

Json to_json_of(const RecordedLaunch& launch) {
  return {{"kernel", launch.kernel},
          {"grid", launch.grid},
          {"block", launch.block},
          {"dynamic_shared_bytes", launch.dynamic_shared_bytes}};
}

Json to_json_of(const RecordedArray& array) {
  return {{"name", array.name},
          {"shared", array.shared},
          {"element_bytes", array.element_bytes},
          {"elements", array.elements}};
}

std::array<unsigned, 3> extent_of(const Json& j) {
  std::array<unsigned, 3> extent{};
  for (std::size_t i = 0; i < extent.size(); ++i) extent[i] = whole_number<unsigned>(j.at(i));
  return extent;
}

}  // namespace

bool Recording::is_empty() const { return n > 0 && outputs.empty() && events.empty() && findings.empty(); }

bool Recording::is_right() const {
  return findings.empty() && !is_empty() && std::ranges::all_of(outputs, &RecordedOutput::right);
}

void to_json(Json& j, const Recording& recording) {
  j = {{"launches", Json::array()},
       {"arrays", Json::array()},
       {"lines", Json::array()},
       {"events", Json::array()},
       {"cut", recording.cut}};
  for (const RecordedLaunch& launch : recording.launches) j["launches"].push_back(to_json_of(launch));
  for (const RecordedArray& array : recording.arrays) j["arrays"].push_back(to_json_of(array));
  for (const Place& line : recording.lines) j["lines"].push_back({line.file, line.line});
  for (const RecordedEvent& event : recording.events) j["events"].push_back(to_numbers(event));
}

void from_json(const Json& j, Recording& recording) {
  recording = {};
  for (const Json& launch : j.at("launches"))
    recording.launches.push_back({launch.at("kernel").get<std::string>(), extent_of(launch.at("grid")),
                                  extent_of(launch.at("block")),
                                  launch.at("dynamic_shared_bytes").get<std::uint64_t>()});
  for (const Json& array : j.at("arrays")) {
    recording.arrays.push_back({{array.at("name").get<std::string>(), array.at("shared").get<bool>(),
                                 whole_number<unsigned>(array.at("element_bytes")),
                                 whole_number<std::uint64_t>(array.at("elements"))}});
    require(recording.arrays.back().element_bytes > 0);
  }
  for (const Json& line : j.at("lines")) {
    Place& place = recording.lines.emplace_back();
    place.file = line.at(0).get<std::string>();
    place.line = whole_number<int>(line.at(1));
  }
  for (const Json& event : j.at("events")) recording.events.push_back(event_of(event, recording));
  recording.cut = j.at("cut").get<bool>();
}

}  // namespace warpgrade
