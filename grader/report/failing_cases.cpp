#include "report/failing_cases.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "report/style.hpp"
#include "report/text.hpp"

namespace warpgrade::report {
namespace {

constexpr std::size_t kNamedCases = 6;

std::string join_names(const std::vector<const CaseResult*>& cases) {
  std::string text;
  for (std::size_t i = 0; i < std::min(cases.size(), kNamedCases); ++i) {
    text += (i == 0 ? "" : ", ") + printable(cases[i]->name);
  }
  return cases.size() > kNamedCases ? text + ", …" : text;
}

bool has_findings(const CaseResult& result) { return !result.findings.empty(); }

bool same_findings(const TaskResult& a, const TaskResult& b) {
  const auto same = [](const Finding& x, const Finding& y) {
    return x.message == y.message && x.place.file == y.place.file && x.place.line == y.place.line;
  };
  return a.verdict == b.verdict &&
         std::equal(a.findings.begin(), a.findings.end(), b.findings.begin(), b.findings.end(), same);
}

}  // namespace

std::string case_name(const CaseResult& result) {
  return fmt::format("{} on {}", printable(result.name), to_string(result.device));
}

const CaseResult* case_to_show(const TaskResult& task) {
  if (const CaseResult* leading = leading_case(task.cases)) return leading;
  if (task.verdict != Verdict::not_run) return nullptr;
  const auto says_why = std::ranges::find_if(task.cases, has_findings);
  return says_why == task.cases.end() ? nullptr : &*says_why;
}

std::string_view meaning(Verdict verdict, const CaseResult* shown) {
  if (shown == nullptr || shown->verdict != verdict) return explain(verdict);
  for (const Finding& finding : shown->findings)
    if (finding.verdict == verdict) return explain(finding);
  return explain(verdict);
}

std::vector<std::string> about_other_cases(const TaskResult& task, const CaseResult& shown) {
  std::map<Verdict, std::vector<const CaseResult*>> failing;
  std::map<std::string, int> not_run;  // by reason
  for (const CaseResult& one : task.cases) {
    if (&one == &shown) continue;
    if (one.verdict == Verdict::not_run)
      ++not_run[one.findings.empty() ? "" : one.findings.front().message];
    else if (is_failure(one))
      failing[one.verdict].push_back(&one);
  }
  std::vector<std::string> lines;
  if (const auto alike = failing.extract(shown.verdict))
    lines.push_back(fmt::format("{} with the same verdict: {}", counted(alike.mapped().size(), "more case"),
                                join_names(alike.mapped())));
  for (const auto& [verdict, cases] : failing)
    lines.push_back(fmt::format("Also {} with {}: {}", counted(cases.size(), "case"), in_words(verdict),
                                join_names(cases)));
  for (const auto& [reason, count] : not_run)
    lines.push_back(fmt::format("{} not run{}{}", counted(std::size_t(count), "case"),
                                reason.empty() ? "" : ": ", printable(reason)));
  return lines;
}

bool wants_hint(const CaseResult* shown) {
  return shown != nullptr && shown->verdict == Verdict::wrong_answer &&
         std::ranges::none_of(shown->findings, [](const Finding& finding) {
           return finding.names_mistake || finding.call_dependence;
         });
}

bool failed_before_cases(const TaskResult& task) {
  return !task.findings.empty() && std::none_of(task.cases.begin(), task.cases.end(), has_findings);
}

bool has_a_section(const TaskResult& task) {
  if (task.verdict != Verdict::not_run) return task.verdict != Verdict::pass;
  return !task.findings.empty() || std::any_of(task.cases.begin(), task.cases.end(), has_findings);
}

std::vector<const TaskResult*> failed_alike(const ExerciseResult& exercise, const TaskResult& task) {
  std::vector<const TaskResult*> alike;
  for (const TaskResult& other : exercise.tasks)
    if (failed_before_cases(other) && same_findings(task, other)) alike.push_back(&other);
  return alike;
}

}  // namespace warpgrade::report
