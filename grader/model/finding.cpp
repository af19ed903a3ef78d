// Findings to and from JSON. They come from a runner, which holds a student's code and is not trusted: a
// wrong type throws nlohmann::json::exception, and whatever is too long is cut.
#include "model/finding.hpp"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "model/whole_number.hpp"

namespace warpgrade {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxText = 4096;
constexpr std::size_t kMaxMismatches = 64;

std::string text(const json& j, const char* key) {
  if (!j.contains(key)) return {};
  auto value = j.at(key).get<std::string>();
  if (value.size() <= kMaxText) return value;
  std::size_t end = kMaxText;
  // Back to the start of a UTF-8 sequence, so that no character is cut in two.
  while (end > 0 && (static_cast<unsigned char>(value[end]) & 0xC0) == 0x80) --end;
  return value.substr(0, end) + "…";
}

int line_number(const json& j, const char* key) {
  return j.contains(key) ? std::max(0, whole_number<int>(j.at(key))) : 0;
}

std::uint64_t count(const json& j, const char* key) {
  return j.contains(key) ? whole_number<std::uint64_t>(j.at(key)) : 0;
}

std::optional<std::array<unsigned, 3>> coordinates(const json& j, const char* key) {
  if (!j.contains(key) || j.at(key).is_null()) return std::nullopt;
  const json& value = j.at(key);
  return std::array{whole_number<unsigned>(value.at(0)), whole_number<unsigned>(value.at(1)),
                    whole_number<unsigned>(value.at(2))};
}

Mismatch mismatch_from(const json& j) {
  return {text(j, "array"), count(j, "index"), text(j, "expected"), text(j, "got")};
}

json mismatch_to(const Mismatch& m) {
  return {{"array", m.array}, {"index", m.index}, {"expected", m.expected}, {"got", m.got}};
}

// json::contains() is false for what is not an object, which would pass as 'all keys missing'.
void require_object(const json& j, const char* what) {
  if (!j.is_object()) throw json::type_error::create(302, std::string(what) + " must be an object", &j);
}

/// A kind has its verdict, and no other.
std::optional<FindingKind> kind_from(const json& j, Verdict verdict) {
  if (!j.contains("kind")) return std::nullopt;
  const auto name = j.at("kind").get<std::string>();
  const auto kind = finding_kind_from_string(name);
  if (!kind || verdict_of(*kind) != verdict)
    throw json::other_error::create(
        501, "'" + name.substr(0, 40) + "' is no kind of " + std::string(to_string(verdict)), &j);
  return kind;
}

}  // namespace

Finding make_finding(Diagnosis diagnosis, std::string message, std::string remedy) {
  Finding finding;
  finding.verdict = diagnosis.verdict;
  finding.kind = diagnosis.kind;
  finding.message = std::move(message);
  finding.remedy = std::move(remedy);
  return finding;
}

std::string_view name_of(const Finding& finding) {
  return finding.kind ? to_string(*finding.kind) : to_string(finding.verdict);
}

std::string_view explain(const Finding& finding) {
  if (finding.order_dependence)
    return "The result depends on the order in which threads and blocks run, although no two accesses race.";
  if (finding.call_dependence) return "The result depends on what earlier calls have left behind.";
  return finding.kind ? explain(*finding.kind) : explain(finding.verdict);
}

void to_json(json& j, const Finding& finding) {
  j = json{{"verdict", to_string(finding.verdict)}, {"message", finding.message}, {"place", finding.place}};
  if (finding.kind) j["kind"] = to_string(*finding.kind);
  if (!finding.remedy.empty()) j["remedy"] = finding.remedy;
  if (finding.other) j["other"] = *finding.other;
  if (finding.event > 0) j["event"] = finding.event;
  if (finding.order_dependence) j["order_dependence"] = true;
  if (finding.call_dependence) j["call_dependence"] = true;
  if (finding.mismatch_count == 0 && finding.mismatches.empty()) return;
  j["mismatch_count"] = finding.mismatch_count;
  if (!finding.inputs.empty()) j["inputs"] = finding.inputs;
  j["mismatches"] = json::array();
  for (const Mismatch& m : finding.mismatches) j["mismatches"].push_back(mismatch_to(m));
}

void from_json(const json& j, Finding& finding) {
  require_object(j, "a finding");
  const auto name = j.at("verdict").get<std::string>();
  const auto verdict = verdict_from_string(name);
  if (!verdict) throw json::other_error::create(501, "'" + name.substr(0, 40) + "' is not a verdict", &j);
  finding.verdict = *verdict;
  finding.kind = kind_from(j, *verdict);
  finding.message = text(j, "message");
  finding.remedy = text(j, "remedy");
  finding.place = j.contains("place") ? j.at("place").get<Place>() : Place{};
  finding.other.reset();
  if (j.contains("other") && !j.at("other").is_null()) finding.other = j.at("other").get<Place>();
  finding.event = count(j, "event");
  finding.order_dependence = j.contains("order_dependence") && j.at("order_dependence").get<bool>();
  finding.call_dependence = j.contains("call_dependence") && j.at("call_dependence").get<bool>();
  finding.mismatch_count = count(j, "mismatch_count");
  finding.inputs = text(j, "inputs");
  finding.mismatches.clear();
  if (!j.contains("mismatches")) return;
  const json& mismatches = j.at("mismatches");
  if (!mismatches.is_array()) throw json::type_error::create(302, "mismatches must be an array", &j);
  for (const json& entry : mismatches) {
    if (finding.mismatches.size() == kMaxMismatches) break;
    require_object(entry, "a mismatch");
    finding.mismatches.push_back(mismatch_from(entry));
  }
}

}  // namespace warpgrade

using warpgrade::Place;
using PlaceSerializer = nlohmann::adl_serializer<Place>;

void PlaceSerializer::to_json(nlohmann::json& j, const Place& place) {
  j = nlohmann::json{{"file", place.file}, {"line", place.line}};
  if (place.column > 0) j["column"] = place.column;
  if (!place.kernel.empty()) j["kernel"] = place.kernel;
  if (place.block) j["block"] = *place.block;
  if (place.thread) j["thread"] = *place.thread;
  if (place.called_at > 0) j["called_at"] = place.called_at;
}

void PlaceSerializer::from_json(const nlohmann::json& j, Place& place) {
  warpgrade::require_object(j, "a place");
  place.file = warpgrade::text(j, "file");
  place.line = warpgrade::line_number(j, "line");
  place.column = warpgrade::line_number(j, "column");
  place.kernel = warpgrade::text(j, "kernel");
  place.block = warpgrade::coordinates(j, "block");
  place.thread = warpgrade::coordinates(j, "thread");
  place.called_at = warpgrade::line_number(j, "called_at");
}
