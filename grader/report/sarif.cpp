// A rule for each kind of finding that occurs (or verdict, where a finding has no kind), a result for each
// finding.
#include <map>
#include <ostream>

#include <nlohmann/json.hpp>

#include "report/finding_list.hpp"
#include "report/formats.hpp"
#include "report/style.hpp"
#include "report/text.hpp"

namespace warpgrade::report {
namespace {

using nlohmann::json;

json location_of(const Place& place) {
  json region{{"startLine", place.line}};
  if (place.column > 0) region["startColumn"] = place.column;
  return {{"physicalLocation", {{"artifactLocation", {{"uri", place.file}}}, {"region", region}}}};
}

std::string rule_of(const ListedFinding& listed) {
  return listed.is_warning && !listed.finding.kind ? "warning" : std::string(name_of(listed.finding));
}

std::string_view meaning_of_rule(const ListedFinding& listed) {
  if (listed.finding.kind) return explain(*listed.finding.kind);
  return listed.is_warning ? "Right, but not as CUDA asks for it." : explain(listed.finding.verdict);
}

json result_of(const ListedFinding& listed) {
  const Finding& finding = listed.finding;
  std::string text = finding.message;
  if (!finding.remedy.empty()) text += " " + finding.remedy;
  json result{{"ruleId", rule_of(listed)},
              {"level", listed.is_warning ? "warning" : "error"},
              {"message", {{"text", text + " [" + listed.task + "]"}}},
              {"locations", {location_of(finding.place)}}};
  if (finding.other && finding.other->line > 0 && !finding.other->file.empty()) {
    json other = location_of(*finding.other);
    other["message"] = {{"text", "the other access"}};
    result["relatedLocations"] = {other};
  }
  return result;
}

json rules_of(const std::vector<ListedFinding>& findings) {
  std::map<std::string, std::string> texts;
  for (const ListedFinding& listed : findings) texts.emplace(rule_of(listed), meaning_of_rule(listed));
  json rules = json::array();
  for (const auto& [name, text] : texts)
    rules.push_back({{"id", name}, {"shortDescription", {{"text", text}}}});
  return rules;
}

}  // namespace

void write_sarif(std::ostream& out, const Result& result) {
  const std::vector<ListedFinding> findings = findings_with_lines(result);
  json results = json::array();
  for (const ListedFinding& listed : findings) results.push_back(result_of(listed));
  const json run{{"tool", {{"driver", {{"name", "Warpgrade"}, {"rules", rules_of(findings)}}}}},
                 {"results", results}};
  const json sarif{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                   {"version", "2.1.0"},
                   {"runs", json::array({run})}};
  out << json_text(sarif);
}

}  // namespace warpgrade::report
