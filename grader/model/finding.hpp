// A finding: one problem in a submission, with its place. It travels from runner to judge to report.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "model/finding_kind.hpp"
#include "model/verdict.hpp"
#include "simulator/include/wgsim/finding.hpp"

namespace warpgrade {

/// Its file is as the student knows it, relative to the submission where possible.
using wgsim::Place;

/// One wrong element: index, what was expected, what came (already formatted).
struct Mismatch {
  std::string array;
  std::uint64_t index = 0;
  std::string expected;
  std::string got;
};

struct Finding {
  Verdict verdict = Verdict::grader_error;  ///< the verdict this finding leads to
  std::optional<FindingKind> kind;          ///< what it is, where the verdict does not say it all
  std::string message;                      ///< what is wrong, one or two sentences
  std::string remedy;                       ///< what to do; may be empty
  Place place;
  std::optional<Place> other;  ///< the other access of a race, the other barrier of a divergent one
  std::uint64_t event = 0;     ///< of a recorded call (Recording::events): in which it was found
  std::string inputs;          ///< what the first wrong element was made from; a secret of a hidden case
  std::vector<Mismatch> mismatches;  ///< the first few
  std::uint64_t mismatch_count = 0;  ///< all of them
  bool order_dependence = false;     ///< a race that only the results show: they differ with the order
  bool names_mistake = false;        ///< a wrong answer whose cause is known: a report shows it first
  bool call_dependence = false;      ///< something survives a call: the cause of whatever else goes wrong
};

/// One whose place is not known.
Finding make_finding(Diagnosis diagnosis, std::string message, std::string remedy = "");

/// The name of its kind, or else of its verdict.
std::string_view name_of(const Finding& finding);

/// What a finding is, for the student: its kind, or else its verdict. Dependence on order or call has words
/// of its own.
std::string_view explain(const Finding& finding);

void to_json(nlohmann::json& j, const Finding& finding);
void from_json(const nlohmann::json& j, Finding& finding);

}  // namespace warpgrade

template <>
struct nlohmann::adl_serializer<wgsim::Place> {
  static void to_json(json& j, const wgsim::Place& place);
  static void from_json(const json& j, wgsim::Place& place);
};
