// Chooses what to show of a failing task: its first failing case in full, the others by name.
#include "report/task_section.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/failure.hpp"
#include "report/style.hpp"
#include "report/text.hpp"
#include "report/timing_table.hpp"

namespace warpgrade::report {
namespace {

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
    const bool says_why_not_run = task.verdict == Verdict::not_run && !candidate.findings.empty();
    if (!fails(candidate) && !says_why_not_run) continue;
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

std::string other_cases(const TaskResult& task, const CaseResult& shown, const HumanOptions& options) {
  std::vector<const CaseResult*> alike, otherwise, not_run;
  for (const CaseResult& one : task.cases) {
    if (&one == &shown) continue;
    if (one.verdict == Verdict::not_run)
      not_run.push_back(&one);
    else if (fails(one))
      (one.verdict == shown.verdict ? alike : otherwise).push_back(&one);
  }
  std::string text;
  const auto add = [&](const std::string& line) { text += indented(line, kTaskIndent, options); };
  if (!alike.empty()) {
    add(fmt::format("{} with the same verdict: {}", counted(alike.size(), "more case"), join_names(alike)));
  }
  if (!otherwise.empty()) {
    add(fmt::format("{} {}: {}", counted(otherwise.size(), "more case"),
                    otherwise.size() == 1 ? "fails" : "fail", count_verdicts(otherwise)));
  }
  if (!not_run.empty()) add(not_run_line(not_run));
  return text.empty() ? text : fmt::format("\n{}", text);
}

/// `shown`: the case that is shown; nullptr: none.
std::string_view meaning(Verdict verdict, const CaseResult* shown) {
  if (shown == nullptr || shown->verdict != verdict) return explain(verdict);
  for (const Finding& finding : shown->findings)
    if (finding.verdict == verdict) return explain(finding);
  return explain(verdict);
}

std::string heading(const std::string& names, Verdict verdict, const CaseResult* shown,
                    const HumanOptions& options) {
  const Style style(options.color, options.unicode);
  const std::string line = fmt::format("{} {}: {}", style.mark(verdict), names, in_words(verdict));
  return fmt::format("\n{}\n{}", style.bold(style.in_color_of(verdict, line)),
                     indented(meaning(verdict, shown), kTaskIndent, options));
}

std::string hint_lines(const TaskResult& task, const HumanOptions& options) {
  if (task.hint.empty()) return {};
  return fmt::format("\n{}",
                     indented(fmt::format("Hint: {}", reflow(printable(task.hint))), kTaskIndent, options));
}

// Not wrapped: it must survive being copied.
std::string run_again(const std::string& command, const HumanOptions& options) {
  const Style style(options.color, options.unicode);
  return command.empty() ? "" : fmt::format("\n  Run it again: {}\n", style.bold(printable(command)));
}

std::string task_section(const ExerciseResult& exercise, const TaskResult& task, const std::string& command,
                         const HumanOptions& options) {
  const CaseResult* shown = case_to_show(task);
  std::string text = heading(exercise.name + "/" + task.name, task.verdict, shown, options);
  if (!task.findings.empty())
    text += fmt::format("\n{}", describe_findings(exercise, task.findings, options));
  if (shown == nullptr) {  // no case fails: it is too slow
    if (const std::string why = tier_sentence(task); !why.empty())
      text += fmt::format("\n{}", indented(why, kTaskIndent, options));
    return text + hint_lines(task, options) +
           run_again(fmt::format("{} {}/{}", command, exercise.name, task.name), options);
  }
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
                           const std::string& command, const HumanOptions& options) {
  // The whole file is at fault where no task builds.
  std::string names = exercise.name;
  if (tasks.size() < exercise.tasks.size()) {
    for (std::size_t i = 0; i < tasks.size(); ++i) names += (i == 0 ? "/" : ", ") + tasks[i]->name;
  }
  const std::string again = tasks.size() == 1 ? exercise.name + "/" + tasks.front()->name : exercise.name;
  return fmt::format("{}\n{}{}", heading(names, tasks.front()->verdict, nullptr, options),
                     describe_findings(exercise, tasks.front()->findings, options),
                     run_again(fmt::format("{} {}", command, again), options));
}

std::string not_started_section(const ExerciseResult& exercise, const std::vector<const TaskResult*>& tasks,
                                const HumanOptions& options) {
  std::string names;
  for (const TaskResult* task : tasks) names += (names.empty() ? "" : ", ") + task->name;
  const Style style(options.color, options.unicode);
  const std::string line = fmt::format("{} {}: not started", style.mark(Verdict::not_started), exercise.name);
  const auto with_hint =
      std::find_if(tasks.begin(), tasks.end(), [](const auto* t) { return !t->hint.empty(); });
  std::string text =
      fmt::format("\n{}\n{}", style.bold(style.in_color_of(Verdict::not_started, line)),
                  indented(printable(names + "\nFill in the TODO blocks of " + shown_path(exercise.source)),
                           kTaskIndent, options));
  if (with_hint != tasks.end()) {
    text += fmt::format("  For a hint: {}\n",
                        style.bold(fmt::format("./grade hint {}/{}", exercise.name, (*with_hint)->name)));
  }
  return text;
}

bool has_findings(const CaseResult& result) { return !result.findings.empty(); }

std::string warnings_section(const ExerciseResult& exercise, const TaskResult& task,
                             const HumanOptions& options) {
  if (task.warnings.empty()) return {};
  const Style style(options.color, options.unicode);
  const std::string line =
      fmt::format("! {}/{}: {} that {} no points", exercise.name, task.name,
                  counted(task.warnings.size(), "warning"), task.warnings.size() == 1 ? "costs" : "cost");
  return fmt::format("\n{}\n\n{}", style.bold(line), describe_findings(exercise, task.warnings, options));
}

// Only the build of a task failed: it has findings of its own, and no case that ran.
bool failed_before_cases(const TaskResult& task) {
  return !task.findings.empty() && std::none_of(task.cases.begin(), task.cases.end(), has_findings);
}

// A task that only waits for a device is in the table. One that says why it was not run has a section, too.
bool has_a_section(const TaskResult& task) {
  if (task.verdict != Verdict::not_run) return task.verdict != Verdict::pass;
  return !task.findings.empty() || std::any_of(task.cases.begin(), task.cases.end(), has_findings);
}

}  // namespace

std::string failures(const ExerciseResult& exercise, const std::string& command,
                     const HumanOptions& options) {
  std::string text;
  std::vector<const TaskResult*> not_started, shown;
  for (const TaskResult& task : exercise.tasks) {
    const bool was_shown = std::find(shown.begin(), shown.end(), &task) != shown.end();
    if (was_shown || !has_a_section(task)) continue;
    if (task.verdict == Verdict::not_started && task.findings.empty()) {
      not_started.push_back(&task);
    } else if (failed_before_cases(task)) {
      std::vector<const TaskResult*> alike;
      for (const TaskResult& other : exercise.tasks) {
        if (failed_before_cases(other) && same_findings(task, other)) alike.push_back(&other);
      }
      shown.insert(shown.end(), alike.begin(), alike.end());
      text += shared_section(exercise, alike, command, options);
    } else {
      text += task_section(exercise, task, command, options);
    }
  }
  if (!not_started.empty()) text += not_started_section(exercise, not_started, options);
  for (const TaskResult& task : exercise.tasks) text += warnings_section(exercise, task, options);
  return text;
}

}  // namespace warpgrade::report
