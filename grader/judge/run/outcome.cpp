#include "judge/run/outcome.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "judge/run/child_messages.hpp"
#include "model/costs.hpp"

namespace warpgrade::judge {
namespace {

constexpr std::size_t kMostFindings = 64, kQuotedName = 40;

void shorten(std::string& file) {
  const std::string here = std::filesystem::current_path().string() + '/';
  if (file.starts_with(here)) file.erase(0, here.size());
}

}  // namespace

protocol::Outcome read_outcome(const nlohmann::json& json) {
  protocol::Outcome outcome;
  try {
    json.get_to(outcome);
  } catch (const std::exception&) {
    throw broken_protocol("its message is not a valid outcome");
  }
  for (const Finding& finding : outcome.findings)
    if (!traits(finding.verdict).a_runner_tells)
      throw broken_protocol(
          fmt::format("it reports '{}', which only the grader can", to_string(finding.verdict)));
  for (const auto& [name, value] : outcome.cost) {
    if (std::ranges::find(all_costs(), name, &Cost::name) == all_costs().end())
      throw broken_protocol(fmt::format("no cost is named '{}'", name.substr(0, kQuotedName)));
    if (!std::isfinite(value) || value < 0)
      throw broken_protocol(fmt::format("its figure for '{}' is not a valid count", name));
  }
  for (std::vector<Finding>* findings : {&outcome.findings, &outcome.warnings}) {
    if (findings->size() > kMostFindings) findings->resize(kMostFindings);
    for (Finding& finding : *findings) shorten_paths(finding);
  }
  for (Finding& warning : outcome.warnings) warning.verdict = Verdict::pass;
  if (outcome.hot_lines.size() > kMostHotLines) outcome.hot_lines.resize(kMostHotLines);
  for (HotLine& line : outcome.hot_lines) shorten(line.file);
  for (Place& line : outcome.recording.lines) shorten(line.file);
  return outcome;
}

void shorten_path(Place& place) { shorten(place.file); }

void shorten_paths(Finding& finding) {
  shorten_path(finding.place);
  if (finding.other) shorten_path(*finding.other);
}

}  // namespace warpgrade::judge
