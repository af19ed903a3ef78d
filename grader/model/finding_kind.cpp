#include "model/finding_kind.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace warpgrade {
namespace {

struct Row {
  FindingKind kind;
  std::string_view name;
  Verdict verdict;
  std::string_view meaning;
};

constexpr Row kKinds[] = {
#define WARPGRADE_FINDING_KIND(name, verdict, meaning) {FindingKind::name, #name, Verdict::verdict, meaning},
#include "model/finding_kinds.def"
#undef WARPGRADE_FINDING_KIND
};

const Row& row(FindingKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

}  // namespace

std::string_view to_string(FindingKind kind) { return row(kind).name; }

Verdict verdict_of(FindingKind kind) { return row(kind).verdict; }

std::string_view explain(FindingKind kind) { return row(kind).meaning; }

std::optional<FindingKind> finding_kind_from_string(std::string_view name) {
  const auto* found = std::ranges::find(kKinds, name, &Row::name);
  return found == std::end(kKinds) ? std::nullopt : std::optional(found->kind);
}

}  // namespace warpgrade
