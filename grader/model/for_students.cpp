#include "model/for_students.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>

namespace warpgrade {
namespace {

bool has_digits(std::string_view text) { return text.find_first_of("0123456789") != text.npos; }

/// Its lines belong to the student's file. Numbers in a text may be sizes, or follow from one.
Finding in_general(const Finding& finding) {
  Finding result;
  result.verdict = finding.verdict;
  result.kind = finding.kind;
  result.order_dependence = finding.order_dependence;
  result.names_mistake = finding.names_mistake;
  result.call_dependence = finding.call_dependence;
  result.message =
      has_digits(finding.message) ? "This happens in a case that is not shown." : finding.message;
  result.remedy = has_digits(finding.remedy) ? "" : finding.remedy;
  result.place = finding.place;
  result.other = finding.other;
  for (Place* place : {&result.place, result.other ? &*result.other : nullptr})
    if (place != nullptr) place->block = place->thread = std::nullopt;
  return result;
}

/// `leads`: a hidden case is what a report shows of the task. Then all of them come before the others, else
/// behind them, since their place in a table tells a size too.
CaseResult in_general(const CaseResult& hidden, bool leads) {
  CaseResult result;
  result.name = kHiddenCase;
  result.device = hidden.device;
  result.verdict = hidden.verdict;
  result.n = leads ? 1 : std::numeric_limits<std::uint64_t>::max();
  result.group = hidden.group;
  result.seconds = hidden.seconds;
  result.hidden = true;
  for (const Finding& finding : hidden.findings) result.findings.push_back(in_general(finding));
  for (const Finding& warning : hidden.warnings) result.warnings.push_back(in_general(warning));
  return result;
}

void tell_no_sizes(TaskResult& task) {
  const CaseResult* leading = leading_case(task.cases);
  const bool hidden_leads = leading != nullptr && leading->hidden;
  for (CaseResult& one : task.cases)
    if (one.hidden) one = in_general(one, hidden_leads);
  task.warnings.clear();
  task.cost.clear();
  task.hot_lines.clear();
  task.proofs.clear();
  summarize(task);
}

}  // namespace

Result for_students(Result result) {
  for (ExerciseResult& exercise : result.exercises)
    for (TaskResult& task : exercise.tasks) {
      task.own.reset();  // it holds what is right
      if (std::ranges::any_of(task.cases, &CaseResult::hidden)) tell_no_sizes(task);
    }
  return result;
}

}  // namespace warpgrade
