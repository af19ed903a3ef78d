#include "judge/run/outcome.hpp"

#include <cmath>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "judge/run/protocol_child.hpp"

namespace warpgrade::judge {
namespace {

constexpr std::size_t kMostFindings = 64;
constexpr std::size_t kMostHotLines = 16;

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
    throw broken_protocol("its message has not the form of an outcome");
  }
  for (std::vector<Finding>* findings : {&outcome.findings, &outcome.warnings}) {
    if (findings->size() > kMostFindings) findings->resize(kMostFindings);
    for (Finding& finding : *findings) shorten_paths(finding);
  }
  for (Finding& warning : outcome.warnings) warning.verdict = Verdict::pass;
  if (outcome.hot_lines.size() > kMostHotLines) outcome.hot_lines.resize(kMostHotLines);
  for (HotLine& line : outcome.hot_lines) shorten(line.file);
  std::erase_if(outcome.cost, [](const auto& entry) { return !std::isfinite(entry.second); });
  return outcome;
}

void shorten_path(Place& place) { shorten(place.file); }

void shorten_paths(Finding& finding) {
  shorten_path(finding.place);
  if (finding.other) shorten_path(*finding.other);
}

}  // namespace warpgrade::judge
