#include "quiz/own/words.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpgrade::quiz {
namespace {

constexpr std::size_t kShortInput = 16, kShortValue = 4;

/// Without what stands around it, and without a comment at its end.
std::string code_of(std::string line) {
  line.erase(std::min(line.find("//"), line.size()));
  constexpr const char* kBlank = " \t\r";
  line.erase(0, std::min(line.find_first_not_of(kBlank), line.size()));
  line.erase(line.find_last_not_of(kBlank) + 1);
  return line;
}

/// `if (…)`, `for (…)` without a brace: what they control stands on the next line.
bool is_head(std::string_view code) {
  const auto begins = [&](std::string_view word) { return code.starts_with(word); };
  return code.ends_with("else") ||
         (code.ends_with(')') && (begins("if") || begins("for") || begins("while") || begins("else if")));
}

bool ends_statement(std::string_view code) {
  return code.empty() || code.starts_with('#') || is_head(code) ||
         std::string_view(";{}:").find(code.back()) != std::string_view::npos;
}

/// "3", or with more dimensions "(3, 1)".
std::string number_in(unsigned number, const std::array<unsigned, 3>& extent) {
  const unsigned x = number % extent[0], y = number / extent[0] % extent[1],
                 z = number / extent[0] / extent[1];
  if (extent[2] > 1) return fmt::format("({}, {}, {})", x, y, z);
  return extent[1] > 1 ? fmt::format("({}, {})", x, y) : std::to_string(x);
}

}  // namespace

std::string ordinal(std::size_t number) {
  constexpr std::array<std::string_view, 4> kEndings{"th", "st", "nd", "rd"};
  const bool is_teen = number / 10 % 10 == 1;
  return fmt::format("{}{}", number, kEndings[is_teen || number % 10 > 3 ? 0 : number % 10]);
}

std::string times(std::size_t number) {
  return number == 1 ? "once" : number == 2 ? "twice" : fmt::format("{} times", number);
}

OwnWords::OwnWords(const Recording& of, std::string_view source) : recording(of) {
  std::istringstream stream{std::string(source)};
  for (std::string line; std::getline(stream, line);) lines_.push_back(code_of(line));
}

std::string OwnWords::call(bool and_input) const {
  std::string text = fmt::format("With n = {}", recording.n);
  if (!and_input) return text;
  if (!recording.op.empty()) text += fmt::format(" ({})", recording.op);
  return text + fmt::format(" and the input {}", fmt::join(recording.input_values, " "));
}

bool OwnWords::has_short_input() const {
  std::set<unsigned> written, inputs;
  for (const RecordedEvent& event : recording.events) {
    if (!is_access(event.kind) || array(event).shared) continue;
    if (event.kind == RecordedKind::read && !written.contains(event.array)) inputs.insert(event.array);
    if (event.kind != RecordedKind::read) written.insert(event.array);
  }
  const auto is_short = [](const std::string& value) { return value.size() <= kShortValue; };
  return inputs.size() == 1 && recording.input_values.size() <= kShortInput &&
         std::ranges::all_of(recording.input_values, is_short) &&
         recording.arrays[*inputs.begin()].elements == recording.input_values.size();
}

bool OwnWords::is_in_source(const RecordedEvent& event) const {
  const Place& place = recording.lines[event.line];
  return place.line > 0 && std::size_t(place.line) <= lines_.size() &&
         std::filesystem::path(place.file).filename() == std::filesystem::path(recording.source).filename();
}

bool OwnWords::can_name_line(const RecordedEvent& event) const {
  if (!is_in_source(event)) return false;
  auto at = std::size_t(line(event)) - 1;
  if (lines_[at].empty() || !ends_statement(lines_[at])) return false;
  while (at > 0 && lines_[--at].empty()) continue;
  return ends_statement(lines_[at]);
}

std::string OwnWords::at_line(const RecordedEvent& event) const {
  return fmt::format("line {} (`{}`)", line(event), lines_[std::size_t(line(event)) - 1]);
}

std::string OwnWords::line_of_file() const {
  return "line of " + std::filesystem::path(recording.source).filename().string();
}

bool OwnWords::is_flat(const RecordedEvent& event) const {
  const RecordedLaunch& launch = recording.launches[event.launch];
  return launch.block[1] * launch.block[2] * launch.grid[1] * launch.grid[2] == 1;
}

std::string OwnWords::block(const RecordedEvent& event) const {
  return fmt::format("block {} of {}", number_in(event.block, recording.launches[event.launch].grid),
                     kernel(event));
}

std::string OwnWords::thread(const RecordedEvent& event) const {
  return "thread " + number_in(event.thread, recording.launches[event.launch].block);
}

std::string OwnWords::then(const RecordedEvent& event) const {
  return fmt::format("in {}, {}", block(event),
                     event.phase == 0 ? "before its threads wait for each other"
                                      : fmt::format("after its threads have waited for each other {}, and "
                                                    "before they do so again",
                                                    times(event.phase)));
}

std::string OwnWords::kernel(const RecordedEvent& event) const {
  const std::string& name = recording.launches[event.launch].kernel;
  const bool is_only_one = std::ranges::count(recording.launches, name, &RecordedLaunch::kernel) == 1;
  return fmt::format("{}`{}`", is_only_one ? "" : "the first launch of ", name);
}

bool OwnWords::is_first_launch(const RecordedEvent& event) const {
  const auto& launches = recording.launches;
  return std::ranges::find(launches, launches[event.launch].kernel, &RecordedLaunch::kernel) ==
         launches.begin() + event.launch;
}

bool OwnWords::is_first_or_last_block(const RecordedEvent& event) const {
  return event.block == 0 || event.block + 1 == recording.launches[event.launch].blocks();
}

bool OwnWords::has_one_index(const RecordedEvent& event) const {
  const std::string begin = array(event).name + "[";
  return std::ranges::none_of(lines_, [&](const std::string& line) {
    const std::size_t at = line.find(begin);
    return at != line.npos && line.find("][", at) < line.find(' ', line.find(']', at));
  });
}

}  // namespace warpgrade::quiz
