#include "report/failing_cases.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

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

// "12 race, 8 wrong answer": the most severe first.
std::string count_verdicts(const std::vector<const CaseResult*>& cases) {
  std::map<Verdict, int, std::greater<>> counts;
  for (const CaseResult* one : cases) ++counts[one->verdict];
  if (counts.size() == 1) return in_words(counts.begin()->first);
  std::vector<std::string> texts;
  for (const auto& [verdict, count] : counts) texts.push_back(fmt::format("{} {}", count, in_words(verdict)));
  return fmt::format("{}", fmt::join(texts, ", "));
}

// Why cases were left out, in the words of the first of them.
std::string not_run_line(const std::vector<const CaseResult*>& cases) {
  std::string text = fmt::format("{} not run", counted(cases.size(), "case"));
  if (!cases.front()->findings.empty()) text += ": " + printable(cases.front()->findings.front().message);
  return text;
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

bool is_failure(const CaseResult& result) {
  return result.verdict != Verdict::pass && result.verdict != Verdict::not_run;
}

std::string case_name(const CaseResult& result) { return printable(result.name) + " on " + result.device; }

const CaseResult* case_to_show(const TaskResult& task) {
  const CaseResult* shown = nullptr;
  for (const CaseResult& candidate : task.cases) {
    const bool says_why_not_run = task.verdict == Verdict::not_run && !candidate.findings.empty();
    if (!is_failure(candidate) && !says_why_not_run) continue;
    if (candidate.verdict == task.verdict) return &candidate;
    if (shown == nullptr) shown = &candidate;
  }
  return shown;
}

std::string_view meaning(Verdict verdict, const CaseResult* shown) {
  if (shown == nullptr || shown->verdict != verdict) return explain(verdict);
  for (const Finding& finding : shown->findings)
    if (finding.verdict == verdict) return explain(finding);
  return explain(verdict);
}

std::vector<std::string> about_other_cases(const TaskResult& task, const CaseResult& shown) {
  std::vector<const CaseResult*> alike, otherwise, not_run;
  for (const CaseResult& one : task.cases) {
    if (&one == &shown) continue;
    if (one.verdict == Verdict::not_run)
      not_run.push_back(&one);
    else if (is_failure(one))
      (one.verdict == shown.verdict ? alike : otherwise).push_back(&one);
  }
  std::vector<std::string> lines;
  if (!alike.empty()) {
    lines.push_back(
        fmt::format("{} with the same verdict: {}", counted(alike.size(), "more case"), join_names(alike)));
  }
  if (!otherwise.empty()) {
    lines.push_back(fmt::format("{} {}: {}", counted(otherwise.size(), "more case"),
                                otherwise.size() == 1 ? "fails" : "fail", count_verdicts(otherwise)));
  }
  if (!not_run.empty()) lines.push_back(not_run_line(not_run));
  return lines;
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
