#include "report/trace/races.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>

namespace warpgrade::report::trace {
namespace {

/// An event and its step.
struct Party {
  std::size_t event = 0, step = 0;
};

std::array<unsigned, 3> coordinates_of(unsigned number, const std::array<unsigned, 3>& extent) {
  const unsigned x = std::max(extent[0], 1u), y = std::max(extent[1], 1u);
  return {number % x, number / x % y, number / (x * y)};
}

bool is_at(const Recording& recording, const RecordedEvent& event, const Place& place) {
  const bool accesses = event.kind == RecordedKind::read || event.kind == RecordedKind::write ||
                        event.kind == RecordedKind::atomic;
  if (!accesses || event.line >= recording.lines.size()) return false;
  const RecordedLaunch& launch = recording.launches[event.launch];
  const Place& line = recording.lines[event.line];
  const auto name = [](const std::string& file) { return std::filesystem::path(file).filename(); };
  return line.line == place.line && name(line.file) == name(place.file) &&
         (!place.block || *place.block == coordinates_of(event.block, launch.grid)) &&
         (!place.thread || *place.thread == coordinates_of(event.thread, launch.block));
}

std::vector<Party> parties_at(const Recording& recording, const std::vector<Step>& steps,
                              const Place& place) {
  std::vector<Party> found;
  for (std::size_t step = 0; step < steps.size(); ++step) {
    if (steps[step].kind == StepKind::others) continue;
    for (const std::size_t event : steps[step].events)
      if (is_at(recording, recording.events[event], place)) found.push_back({event, step});
  }
  return found;
}

/// Is it the same memory, and does nothing order them?
bool are_in_conflict(const Recording& recording, const RecordedEvent& a, const RecordedEvent& b) {
  const bool is_same_thread = a.block == b.block && a.thread == b.thread;
  if (a.launch != b.launch || a.array != b.array || is_same_thread) return false;
  if (a.block != b.block && recording.arrays[a.array].shared) return false;
  if (a.block == b.block && a.phase != b.phase) return false;  // a barrier lies between them
  if (a.kind == RecordedKind::read && b.kind == RecordedKind::read) return false;
  if (a.kind == RecordedKind::atomic && b.kind == RecordedKind::atomic) return false;
  return a.byte < b.byte + b.bytes && b.byte < a.byte + a.bytes;
}

/// The finding names two places, and several pairs of events may fit them. Takes the pair whose events are
/// closest to each other.
std::optional<Race> race_of(const Recording& recording, const std::vector<Step>& steps, std::size_t finding) {
  const Finding& told = recording.findings[finding];
  if (told.verdict != Verdict::race || !told.other) return std::nullopt;
  const auto here = parties_at(recording, steps, told.place),
             there = parties_at(recording, steps, *told.other);
  std::optional<Race> best;
  for (const Party& a : here)
    for (const Party& b : there) {
      if (!are_in_conflict(recording, recording.events[a.event], recording.events[b.event])) continue;
      const bool in_order = std::tie(a.step, a.event) < std::tie(b.step, b.event);
      const Party &first = in_order ? a : b, &second = in_order ? b : a;
      if (best && best->second_step - best->first_step <= second.step - first.step) continue;
      best = Race{finding, first.step, second.step, first.event, second.event};
    }
  return best;
}

}  // namespace

std::vector<Race> races_of(const Recording& recording, const std::vector<Step>& steps) {
  std::vector<Race> races;
  for (std::size_t i = 0; i < recording.findings.size(); ++i)
    if (const auto race = race_of(recording, steps, i)) races.push_back(*race);
  return races;
}

}  // namespace warpgrade::report::trace
