// Chooses what to show of a failing task: its first failing case in full, the others by name.
#include "report/task_section.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "report/failure.hpp"
#include "report/style.hpp"
#include "report/text.hpp"

namespace warpgrade::report {
namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kNamedCases = 6;

bool fails(const CaseResult& result) {
  return result.verdict != Verdict::pass && result.verdict != Verdict::not_run;
}

std::string case_name(const CaseResult& result) { return printable(result.name) + " on " + result.device; }

// Of the failing cases the first with the task's verdict, so that heading and detail agree. Sizes ascend in
// most specs, so that it is a small one, too.
const CaseResult* case_to_show(const TaskResult& task) {
  const CaseResult* shown = nullptr;
  for (const CaseResult& candidate : task.cases) {
    if (!fails(candidate)) continue;
    if (candidate.verdict == task.verdict) return &candidate;
    if (shown == nullptr) shown = &candidate;
  }
  return shown;
}

std::string join_names(const std::vector<const CaseResult*>& cases) {
  std::string text;
  for (std::size_t i = 0; i < std::min(cases.size(), kNamedCases); ++i) {
    text += (i == 0 ? "" : ", ") + printable(cases[i]->name);
  }
  return cases.size() > kNamedCases ? text + ", …" : text;
}

std::string other_cases(const TaskResult& task, const CaseResult& shown, const HumanOptions& options) {
  std::vector<const CaseResult*> alike, otherwise;
  std::size_t not_run = 0;
  for (const CaseResult& one : task.cases) {
    if (one.verdict == Verdict::not_run) ++not_run;
    if (&one == &shown || !fails(one)) continue;
    (one.verdict == shown.verdict ? alike : otherwise).push_back(&one);
  }
  std::string text;
  const auto add = [&](const std::string& line) { text += indented(line, kIndent, options); };
  if (!alike.empty()) {
    add(fmt::format("{} with the same verdict: {}", counted(alike.size(), "more case"), join_names(alike)));
  }
  if (!otherwise.empty()) {
    add(fmt::format("{} with another: {}", counted(otherwise.size(), "more case"), join_names(otherwise)));
  }
  if (not_run > 0) add(counted(not_run, "case") + " not run.");
  return text.empty() ? text : "\n" + text;
}

std::string heading(const std::string& names, Verdict verdict, const HumanOptions& options) {
  const Style style(options.color, options.unicode);
  const std::string line = fmt::format("{} {}: {}", style.mark(verdict), names, in_words(verdict));
  return fmt::format("\n{}\n{}", style.bold(style.in_color_of(verdict, line)),
                     indented(explain(verdict), kIndent, options));
}

std::string hint_lines(const TaskResult& task, const HumanOptions& options) {
  if (task.hint.empty()) return {};
  return fmt::format("\n{}", indented(fmt::format("Hint: {}", printable(task.hint)), kIndent, options));
}

// Not wrapped: it must survive being copied.
std::string run_again(const std::string& command, const HumanOptions& options) {
  const Style style(options.color, options.unicode);
  return command.empty() ? "" : fmt::format("\n  Run it again: {}\n", style.bold(printable(command)));
}

std::string task_section(const ExerciseResult& exercise, const TaskResult& task,
                         const HumanOptions& options) {
  const CaseResult* shown = case_to_show(task);
  std::string text = heading(exercise.name + "/" + task.name, task.verdict, options);
  if (!task.findings.empty()) text += "\n" + describe_findings(exercise, task.findings, options);
  if (shown == nullptr) return text + hint_lines(task, options);
  if (options.all_cases) {
    for (const CaseResult& one : task.cases) {
      if (!fails(one)) continue;
      text += fmt::format("\n  Case {}: {}\n{}", case_name(one), in_words(one.verdict),
                          describe_case(exercise, one, options));
    }
  } else {
    text += fmt::format("\n  Case {}\n{}", case_name(*shown), describe_case(exercise, *shown, options));
    text += other_cases(task, *shown, options);
  }
  return text + hint_lines(task, options) + run_again(shown->reproduce, options);
}

bool same_findings(const TaskResult& a, const TaskResult& b) {
  const auto same = [](const Finding& x, const Finding& y) {
    return x.message == y.message && x.place.file == y.place.file && x.place.line == y.place.line;
  };
  return a.verdict == b.verdict &&
         std::equal(a.findings.begin(), a.findings.end(), b.findings.begin(), b.findings.end(), same);
}

// A file that does not compile fails all of its tasks with one message.
std::string shared_section(const ExerciseResult& exercise, const std::vector<const TaskResult*>& tasks,
                           const HumanOptions& options) {
  std::string names = exercise.name;
  for (std::size_t i = 0; i < tasks.size(); ++i) names += (i == 0 ? "/" : ", ") + tasks[i]->name;
  return heading(names, tasks.front()->verdict, options) + "\n" +
         describe_findings(exercise, tasks.front()->findings, options) +
         run_again("./grade " + exercise.name + (tasks.size() == 1 ? "/" + tasks.front()->name : ""),
                   options);
}

std::string not_started_section(const ExerciseResult& exercise, const std::vector<const TaskResult*>& tasks,
                                const HumanOptions& options) {
  std::string names;
  for (const TaskResult* task : tasks) names += (names.empty() ? "" : ", ") + task->name;
  const Style style(options.color, options.unicode);
  const std::string line = fmt::format("{} {}: not started", style.mark(Verdict::not_started), exercise.name);
  const std::string advice = fmt::format("{}. Fill in the TODO blocks of {}; ./grade hint {}/{} helps.",
                                         names, exercise.source, exercise.name, tasks.front()->name);
  return fmt::format("\n{}\n{}", style.bold(style.in_color_of(Verdict::not_started, line)),
                     indented(printable(advice), kIndent, options));
}

// Only the build of a task failed: it has findings of its own, and no case that ran.
bool failed_before_cases(const TaskResult& task) {
  const auto has_findings = [](const CaseResult& result) { return !result.findings.empty(); };
  return !task.findings.empty() && std::none_of(task.cases.begin(), task.cases.end(), has_findings);
}

}  // namespace

std::string failures(const ExerciseResult& exercise, const HumanOptions& options) {
  std::string text;
  std::vector<const TaskResult*> not_started, told;
  for (const TaskResult& task : exercise.tasks) {
    const bool was_told = std::find(told.begin(), told.end(), &task) != told.end();
    if (task.verdict == Verdict::pass || task.verdict == Verdict::not_run || was_told) continue;
    if (task.verdict == Verdict::not_started && task.findings.empty()) {
      not_started.push_back(&task);
    } else if (failed_before_cases(task)) {
      std::vector<const TaskResult*> alike;
      for (const TaskResult& other : exercise.tasks) {
        if (failed_before_cases(other) && same_findings(task, other)) alike.push_back(&other);
      }
      told.insert(told.end(), alike.begin(), alike.end());
      text += shared_section(exercise, alike, options);
    } else {
      text += task_section(exercise, task, options);
    }
  }
  if (!not_started.empty()) text += not_started_section(exercise, not_started, options);
  return text;
}

}  // namespace warpgrade::report
