#include "model/verdict.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace warpgrade {
namespace {

enum class Fault { nobodys, students, graders };

struct Row {
  Verdict verdict;
  std::string_view name;
  Fault fault;
  std::string_view meaning;
};

constexpr Row kVerdicts[] = {
#define WARPGRADE_VERDICT(name, fault, meaning) {Verdict::name, #name, Fault::fault, meaning},
#include "model/verdicts.def"
#undef WARPGRADE_VERDICT
};

const Row& row(Verdict verdict) { return kVerdicts[static_cast<std::size_t>(verdict)]; }

}  // namespace

std::string_view to_string(Verdict verdict) { return row(verdict).name; }

std::string_view explain(Verdict verdict) { return row(verdict).meaning; }

std::optional<Verdict> verdict_from_string(std::string_view name) {
  const auto* found = std::ranges::find(kVerdicts, name, &Row::name);
  return found == std::end(kVerdicts) ? std::nullopt : std::optional(found->verdict);
}

bool is_students_fault(Verdict verdict) { return row(verdict).fault == Fault::students; }

}  // namespace warpgrade
