#include "judge/check/name_mistake.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace warpgrade::judge {
namespace {

constexpr std::uint64_t kLargest = 5'000;  // larger cases show nothing new, and take time
constexpr std::uint64_t kFewestWrong = 3;

bool is_one_number(const kit::ExpectedArray& output) { return output.values.count() == 1; }

/// Do all elements have the same value? Such an output can have many causes: zeros everywhere, for example.
bool is_all_the_same(const Bytes& output, std::size_t element) {
  return output.size() <= element ||
         std::equal(output.begin() + std::ptrdiff_t(element), output.end(), output.begin());
}

bool can_be_chance(const kit::CaseData& data, const CallResult& call, const Finding& wrong) {
  // The oracle offers mistakes only where one number can tell.
  if (data.outputs.size() == 1 && is_one_number(data.outputs.front())) return false;
  if (wrong.mismatch_count < kFewestWrong) return true;
  for (std::size_t i = 0; i < data.outputs.size(); ++i)
    if (!is_one_number(data.outputs[i]) &&  // a count beside the elements
        is_all_the_same(call.outputs.at(i), data.outputs[i].values.type.size()))
      return true;
  return false;
}

}  // namespace

void name_mistake(CaseResult& result, const kit::Oracle& oracle, const kit::CaseRequest& request,
                  const kit::CaseData& data, const CallResult& call, const Tolerances& tolerances) {
  const auto wrong = std::ranges::find(result.findings, Verdict::wrong_answer, &Finding::verdict);
  const bool has_another_cause = std::ranges::any_of(result.findings, [](const Finding& finding) {
    return is_students_fault(finding.verdict) && finding.verdict != Verdict::wrong_answer;
  });
  if (request.n > kLargest || wrong == result.findings.end() || has_another_cause ||
      can_be_chance(data, call, *wrong))
    return;
  const std::string* explains = nullptr;
  for (const std::string& mistake : data.mistakes) {
    kit::CaseRequest with_mistake = request;
    with_mistake.mistake = mistake;
    if (compare_outputs(oracle(with_mistake), call.outputs, call.poison, tolerances)) continue;
    if (explains != nullptr) return;  // two mistakes give this result, so neither is sure
    explains = &mistake;
  }
  if (explains == nullptr) return;
  wrong->message = fmt::format("That is the result if {}. {}", *explains, wrong->message);
  wrong->names_mistake = true;
}

}  // namespace warpgrade::judge
