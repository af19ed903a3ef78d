// What exactly a finding is, where its verdict stands for several mistakes. finding_kinds.def is the list.
#pragma once

#include <optional>
#include <string_view>

#include "model/verdict.hpp"

namespace warpgrade {

enum class FindingKind {
#define WARPGRADE_FINDING_KIND(name, verdict, meaning) name,
#include "model/finding_kinds.def"
#undef WARPGRADE_FINDING_KIND
};

std::string_view to_string(FindingKind kind);
std::optional<FindingKind> finding_kind_from_string(std::string_view name);

/// The verdict that it gives.
Verdict verdict_of(FindingKind kind);

/// One sentence for a student.
std::string_view explain(FindingKind kind);

/// What a finding is: of a kind, which gives the verdict, or just what a verdict says.
struct Diagnosis {
  Verdict verdict;
  std::optional<FindingKind> kind;

  Diagnosis(Verdict known) : verdict(known) {}
  Diagnosis(FindingKind known) : verdict(verdict_of(known)), kind(known) {}
};

}  // namespace warpgrade
