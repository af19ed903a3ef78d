#include "model/verdict.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace warpgrade {
namespace {

constexpr VerdictTraits kVerdicts[] = {
#define WARPGRADE_VERDICT(word, whose, words, ...) \
  {.verdict = Verdict::word, .name = #word, .fault = Fault::whose, .meaning = words, __VA_ARGS__},
#include "model/verdicts.def"
#undef WARPGRADE_VERDICT
};

}  // namespace

const VerdictTraits& traits(Verdict verdict) { return kVerdicts[static_cast<std::size_t>(verdict)]; }

std::string_view to_string(Verdict verdict) { return traits(verdict).name; }

std::string_view explain(Verdict verdict) { return traits(verdict).meaning; }

std::optional<Verdict> verdict_from_string(std::string_view name) {
  const auto* found = std::ranges::find(kVerdicts, name, &VerdictTraits::name);
  return found == std::end(kVerdicts) ? std::nullopt : std::optional(found->verdict);
}

bool is_students_fault(Verdict verdict) { return traits(verdict).fault == Fault::students; }

}  // namespace warpgrade
