#include "report/failing_cases.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/for_students.hpp"
#include "report/style.hpp"
#include "report/text.hpp"

namespace warpgrade::report {
namespace {

constexpr std::size_t kNamedCases = 6;

/// ": n1.sum, n2.sum, …; 3 of them hidden". Nothing where none has a name.
std::string join_names(std::vector<const CaseResult*> cases) {
  const std::size_t hidden =
      std::erase_if(cases, [](const CaseResult* one) { return one->name == kHiddenCase; });
  std::string text;
  for (std::size_t i = 0; i < std::min(cases.size(), kNamedCases); ++i)
    text += (i == 0 ? ": " : ", ") + printable(cases[i]->name);
  if (cases.size() > kNamedCases) text += ", …";
  if (hidden == 0) return text;
  return cases.empty() ? ", hidden" : fmt::format("{}; {} hidden", text, hidden);
}

bool has_findings(const CaseResult& result) { return !result.findings.empty(); }

bool same_findings(const TaskResult& a, const TaskResult& b) {
  const auto same = [](const Finding& x, const Finding& y) {
    return x.message == y.message && x.place.file == y.place.file && x.place.line == y.place.line;
  };
  return a.verdict == b.verdict &&
         std::equal(a.findings.begin(), a.findings.end(), b.findings.begin(), b.findings.end(), same);
}

/// "global_bytes is 3.1 times what is allowed at n = 1000"
std::vector<std::string> costs_above(const TaskResult& task, bool takes_all) {
  std::vector<std::string> texts;
  for (const auto& [name, cost] : task.cost)
    if (cost.is_above() && cost.takes_all == takes_all)
      texts.push_back(*cost.bound > 0 ? fmt::format("{} is {} times what is allowed at n = {}", name,
                                                    number(cost.measured / *cost.bound), cost.n)
                                      : fmt::format("none of {} is allowed", name));
  return texts;
}

/// Of a task that is too much work.
std::string why_no_points(const TaskResult& task) {
  const std::vector<std::string> costs = costs_above(task, /*takes_all=*/true);
  const auto is_hosts_work = [](const CaseResult& one) {
    return one.verdict == Verdict::too_much_work && !is_right_with_losses(one);
  };
  const std::string why = !costs.empty() ? fmt::format("This takes all of them: {}.", fmt::join(costs, ", "))
                          : std::ranges::any_of(task.cases, is_hosts_work)
                              ? "Work outside of kernels takes all of them."
                              : "They are for a task all of whose cases were run.";
  return fmt::format("Points: 0 of {}. {}", number(task.points), why);
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
    lines.push_back(fmt::format("{} with the same verdict{}", counted(alike.mapped().size(), "more case"),
                                join_names(alike.mapped())));
  for (const auto& [verdict, cases] : failing)
    lines.push_back(fmt::format("Also {} with {}{}", counted(cases.size(), "case"), in_words(verdict),
                                join_names(cases)));
  for (const auto& [reason, count] : not_run)
    lines.push_back(fmt::format("{} not run{}{}", counted(std::size_t(count), "case"),
                                reason.empty() ? "" : ": ", printable(reason)));
  return lines;
}

std::string about_points(const TaskResult& task) {
  if (task.max_score() == 0 || traits(task.verdict).bounds_hold) return {};
  const bool is_costly = task.verdict == Verdict::too_much_work;
  if (task.score == 0) return is_costly ? why_no_points(task) : "";
  if (task.technique_loss > 0)
    return fmt::format("Points: {} of {}. Another technique than the task's costs {}.", number(task.score),
                       number(task.points), number(task.technique_loss));
  std::string text = fmt::format("Points: right {} of {}", number(task.score - task.cost_score),
                                 number(task.right_points()));
  if (task.cost_points > 0)
    text += fmt::format(", cost {} of {}", number(task.cost_score), number(task.cost_points));
  return is_costly ? fmt::format("{}: {}.", text, fmt::join(costs_above(task, /*takes_all=*/false), ", "))
                   : text + ". Groups of cases that are all right keep their points.";
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

std::optional<Section> section_of(const TaskResult& task) {
  if (!has_a_section(task)) return std::nullopt;
  if (task.verdict == Verdict::not_started && task.findings.empty())
    return Section{Section::Kind::not_started, {&task}};
  return Section{failed_before_cases(task) ? Section::Kind::failed_alike : Section::Kind::one_task, {&task}};
}

std::vector<Section> sections_of(const ExerciseResult& exercise) {
  std::vector<Section> sections;
  Section not_started{Section::Kind::not_started};
  for (const TaskResult& task : exercise.tasks) {
    std::optional<Section> section = section_of(task);
    if (!section) continue;
    if (section->kind == Section::Kind::failed_alike) section->tasks = failed_alike(exercise, task);
    if (section->kind == Section::Kind::not_started)
      not_started.tasks.push_back(&task);
    else if (section->tasks.front() == &task)  // or else it stands there already
      sections.push_back(*section);
  }
  if (!not_started.tasks.empty()) sections.push_back(not_started);
  return sections;
}

std::string names_of(const std::vector<const TaskResult*>& tasks) {
  std::string names;
  for (const TaskResult* task : tasks) names += (names.empty() ? "" : ", ") + task->name;
  return names;
}

std::string names_of(const ExerciseResult& exercise, const std::vector<const TaskResult*>& tasks) {
  return exercise.name + (tasks.size() < exercise.tasks.size() ? "/" + names_of(tasks) : "");
}

std::string warnings_title(const ExerciseResult& exercise, const TaskResult& task, std::size_t warnings) {
  return fmt::format("! {}/{}: {} that {} no points", exercise.name, task.name, counted(warnings, "warning"),
                     warnings == 1 ? "costs" : "cost");
}

std::vector<const TaskResult*> failed_alike(const ExerciseResult& exercise, const TaskResult& task) {
  std::vector<const TaskResult*> alike;
  for (const TaskResult& other : exercise.tasks)
    if (failed_before_cases(other) && same_findings(task, other)) alike.push_back(&other);
  return alike;
}

}  // namespace warpgrade::report
