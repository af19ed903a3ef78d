#include "report/trace/races.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

namespace warpgrade::report::trace {
namespace {

std::array<unsigned, 3> coordinates_of(unsigned number, const std::array<unsigned, 3>& extent) {
  const unsigned x = std::max(extent[0], 1u), y = std::max(extent[1], 1u);
  return {number % x, number / x % y, number / (x * y)};
}

/// Is it an access by the thread at this place?
bool is_at(const Recording& recording, const RecordedEvent& event, const Place& place) {
  if (!is_access(event.kind) || event.line >= recording.lines.size()) return false;
  const RecordedLaunch& launch = recording.launches[event.launch];
  const Place& line = recording.lines[event.line];
  const auto name = [](const std::string& file) { return std::filesystem::path(file).filename(); };
  return line.line == place.line && name(line.file) == name(place.file) &&
         (!place.block || *place.block == coordinates_of(event.block, launch.grid)) &&
         (!place.thread || *place.thread == coordinates_of(event.thread, launch.block));
}

bool overlap(const RecordedEvent& a, const RecordedEvent& b) {
  return a.launch == b.launch && a.array == b.array && a.byte < b.byte + b.bytes && b.byte < a.byte + a.bytes;
}

std::optional<std::size_t> step_of(const std::vector<Step>& steps, std::size_t event) {
  const auto step = std::ranges::find_if(steps, [event](const Step& one) {
    return one.kind != StepKind::others && std::ranges::find(one.events, event) != one.events.end();
  });
  return step == steps.end() ? std::nullopt : std::optional(std::size_t(step - steps.begin()));
}

/// The last access of the same bytes by the other thread, and that in which the race was found. A wide one is
/// several events; and a store may have been found to race only when its thread went on.
std::optional<std::pair<std::size_t, std::size_t>> events_of(const Recording& recording,
                                                             const Finding& finding) {
  const std::vector<RecordedEvent>& events = recording.events;
  if (recording.cut && finding.event >= events.size()) return std::nullopt;  // neither was recorded
  const auto is_here = [&](std::size_t event) { return is_at(recording, events[event], finding.place); };
  std::size_t now = finding.event;
  while (now > 0 && (now >= events.size() || !is_here(now))) --now;
  for (; now < events.size() && is_here(now); ++now)
    for (std::size_t before = now; before-- > 0;)
      if (overlap(events[before], events[now]) && is_at(recording, events[before], *finding.other))
        return std::pair(before, now);
  return std::nullopt;
}

}  // namespace

std::vector<Race> races_of(const Recording& recording, const std::vector<Step>& steps) {
  std::vector<Race> races;
  for (std::size_t i = 0; i < recording.findings.size(); ++i) {
    const Finding& finding = recording.findings[i];
    if (finding.verdict != Verdict::race || !finding.other) continue;
    const auto events = events_of(recording, finding);
    if (!events) continue;
    const auto first = step_of(steps, events->first), second = step_of(steps, events->second);
    if (first && second) races.push_back({i, *first, *second, events->first, events->second});
  }
  return races;
}

}  // namespace warpgrade::report::trace
