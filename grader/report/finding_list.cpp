#include "report/finding_list.hpp"

#include <algorithm>
#include <ostream>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "report/failing_cases.hpp"
#include "report/failure.hpp"
#include "report/formats.hpp"
#include "report/style.hpp"
#include "report/text.hpp"

namespace warpgrade::report {
namespace {

/// What decides the verdict, at the place where the work on the task begins.
Finding about_the_section(const ExerciseResult& exercise, const TaskResult& task) {
  Finding finding = leading_finding(task).value_or(Finding{});
  finding.verdict = task.verdict;
  if (finding.message.empty()) finding.message = explain(task.verdict);
  finding.place.file = exercise.source;
  finding.place.line = std::max(task.line, 1);
  finding.place.column = 0;
  return finding;
}

/// Of a task that was begun and fails. Tasks that do not compile for the same error have it once.
bool has_no_line(const TaskResult& task, const std::string& name, const std::vector<ListedFinding>& listed) {
  if (task.verdict == Verdict::not_started || !is_students_fault(task.verdict)) return false;
  if (const auto leading = leading_finding(task); leading && leading->place.line > 0) return false;
  return std::ranges::none_of(listed,
                              [&](const ListedFinding& one) { return !one.is_warning && one.task == name; });
}

// ---- As a compiler's lines --------------------------------------------------------------------------------

std::string place_of(const Place& place) {
  const std::string file = printable(place.file);
  return place.column > 0 ? fmt::format("{}:{}:{}", file, place.line, place.column)
                          : fmt::format("{}:{}", file, place.line);
}

/// A message is one line here.
std::string in_one_line(const std::string& text) {
  std::string line = printable(text);
  for (char& c : line)
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  return line;
}

}  // namespace

std::optional<Finding> leading_finding(const TaskResult& task) {
  std::vector<Finding> findings = task.findings;
  if (const CaseResult* shown = case_to_show(task); findings.empty() && shown != nullptr)
    findings = without_secrets(*shown).findings;
  findings = most_important_first(std::move(findings), task.verdict);
  if (findings.empty()) return std::nullopt;
  return findings.front();
}

std::vector<ListedFinding> findings_with_lines(const Result& result) {
  std::vector<ListedFinding> list;
  std::set<std::tuple<std::string, int, std::string_view>> seen;
  const auto add = [&](const std::string& task, const std::vector<Finding>& findings, bool are_warnings) {
    for (const Finding& finding : findings) {
      const bool is_theirs = are_warnings || is_students_fault(finding.verdict);
      if (!is_theirs || finding.place.file.empty() || finding.place.line <= 0) continue;
      if (seen.insert({finding.place.file, finding.place.line, name_of(finding)}).second)
        list.push_back({task, finding, are_warnings});
    }
  };
  for (const ExerciseResult& exercise : result.exercises)
    for (const TaskResult& task : exercise.tasks) {
      const std::string name = exercise.name + "/" + task.name;
      add(name, task.findings, /*are_warnings=*/false);
      for (const CaseResult& full : task.cases)
        add(name, without_secrets(full).findings, /*are_warnings=*/false);
      if (has_no_line(task, name, list)) list.push_back({name, about_the_section(exercise, task)});
      add(name, task.warnings, /*are_warnings=*/true);
    }
  return list;
}

void write_compiler_lines(std::ostream& out, const Result& result) {
  for (const ListedFinding& listed : findings_with_lines(result)) {
    const Finding& finding = listed.finding;
    const std::string where = place_of(finding.place);
    if (listed.is_warning)
      out << fmt::format("{}: warning: {} [{}]\n", where, in_one_line(finding.message),
                         printable(listed.task));
    else
      out << fmt::format("{}: error: {}: {} [{}]\n", where, in_words(name_of(finding)),
                         in_one_line(finding.message), printable(listed.task));
    if (finding.other && finding.other->line > 0 && !finding.other->file.empty())
      out << fmt::format("{}: note: the other access\n", place_of(*finding.other));
    if (!finding.remedy.empty()) out << fmt::format("{}: note: {}\n", where, in_one_line(finding.remedy));
  }
}

}  // namespace warpgrade::report
