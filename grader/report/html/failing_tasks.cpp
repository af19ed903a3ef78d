// Chooses the same cases as the report on a terminal (report/failing_cases.hpp): the first failing one of a
// task in full, the others by name.
#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "report/failing_cases.hpp"
#include "report/failing_sizes.hpp"
#include "report/failure.hpp"
#include "report/html/elements.hpp"
#include "report/html/sections.hpp"
#include "report/html/source.hpp"
#include "report/style.hpp"
#include "report/text.hpp"
#include "report/timing_table.hpp"
#include "system/base64.hpp"

namespace warpgrade::report::html {
namespace {

constexpr std::size_t kMostFindings = 3;
constexpr std::size_t kMostPrinted = 2000;  // bytes

std::string figure(const std::string& captions, const std::string& excerpt) {
  return captions.empty() ? "" : element("figure", captions + excerpt);
}

std::string caption(const std::string& lead, const Place& place) {
  const std::string where = describe_place(place);
  return where.empty() ? "" : element("figcaption", xml(lead + " " + where));
}

/// The line of a place and, of a function that the kernel calls, the line of the call.
std::vector<MarkedLine> marked_lines(const Place& place, const std::string& label) {
  std::vector<MarkedLine> lines{{place.line, label}};
  if (place.called_at > 0) lines.push_back({place.called_at, label});
  return lines;
}

/// Who and where, and the lines around it. Both parties of a race stand in one excerpt, numbered.
std::string parties(Excerpts& excerpts, const Finding& finding) {
  const Place& one = finding.place;
  if (!finding.other) return figure(caption("at", one), excerpts.quote(one.file, marked_lines(one, "")));
  const Place& two = *finding.other;
  const std::string first = caption("1: at", one), second = caption("2: and", two);
  std::vector<MarkedLine> lines = marked_lines(one, "1"), others = marked_lines(two, "2");
  if (one.file == two.file) {
    std::ranges::move(others, std::back_inserter(lines));
    return figure(first + second, excerpts.quote(one.file, lines));
  }
  return figure(first, excerpts.quote(one.file, lines)) + figure(second, excerpts.quote(two.file, others));
}

std::string mismatches(const Finding& finding) {
  if (finding.mismatches.empty()) return {};
  std::vector<std::vector<std::string>> rows;
  for (const Mismatch& m : finding.mismatches)
    rows.push_back({xml(fmt::format("{}[{}]", m.array, m.index)), xml(m.expected), xml(m.got)});
  std::string text = table("Wrong elements", {{"element", true}, {"expected"}, {"got"}}, rows);
  if (finding.mismatch_count > finding.mismatches.size())
    text += paragraph(fmt::format("… and {} more", finding.mismatch_count - finding.mismatches.size()));
  return text;
}

std::string one_finding(Excerpts& excerpts, const Finding& finding) {
  return element("div", "finding",
                 paragraph(finding.message, "message") + paragraph(finding.inputs) +
                     parties(excerpts, finding) + paragraph(finding.remedy, "remedy") + mismatches(finding));
}

std::string findings_of(Excerpts& excerpts, const std::vector<Finding>& findings) {
  std::string text;
  for (std::size_t i = 0; i < std::min(findings.size(), kMostFindings); ++i)
    text += one_finding(excerpts, findings[i]);
  if (findings.size() > kMostFindings)
    text += paragraph("… and " + counted(findings.size() - kMostFindings, "more finding"));
  return text;
}

std::string printed(const std::string& output) {
  if (output.empty()) return {};
  std::string shown = xml(output.substr(0, kMostPrinted));
  if (output.size() > kMostPrinted) shown += "\n…";
  return details("Your program printed", "<pre tabindex=\"0\">" + shown + "</pre>\n");
}

std::string one_case(Excerpts& excerpts, const CaseResult& full) {
  const CaseResult shown = without_secrets(full);
  std::string text = element("h4", xml("Case " + case_name(shown)));
  text += findings_of(excerpts, most_important_first(shown.findings, shown.verdict));
  if (shown.findings.empty()) text += paragraph(explain(shown.verdict));
  if (shown.hidden) text += paragraph("This is a hidden case: its values are not shown.", "quiet");
  return text + printed(shown.output);
}

std::string heading(const std::string& names, Verdict verdict) {
  return element("h3", marked(verdict, names + ": " + in_words(verdict)));
}

std::string article(const std::string& id, Verdict verdict, const std::string& html) {
  return fmt::format("<article id=\"{}\" class=\"{}\">\n{}</article>\n", xml(id), look(verdict), html);
}

std::string hint(const TaskResult& task) {
  return task.hint.empty() ? "" : details("Hint", paragraph(reflow(task.hint)));
}

/// The drawing is an image: the page's policy lets no script in an image run.
std::string drawing(const TaskResult& task) {
  if (!task.drawing) return {};
  const std::string label = fmt::format("What it does with {} elements", task.drawing->n);
  std::string text;
  for (const std::string& sentence : task.drawing->sentences) text += paragraph(sentence);
  text += fmt::format(
      "<div class=\"drawing\" tabindex=\"0\" role=\"group\" aria-label=\"Drawing\">"
      "<img alt=\"Drawing of what the sentences above say\" src=\"data:image/svg+xml;base64,{}\"/></div>\n",
      system::base64(task.drawing->svg));
  text += command_line("Draw it again, or with another --n:", task.drawing->command);
  return details(label, text, /*open=*/true);
}

std::string failing_task(const Result& result, const ExerciseResult& exercise, const TaskResult& task) {
  Excerpts excerpts({result.submission, exercise.unit});
  const CaseResult* shown = case_to_show(task);
  std::string text = heading(exercise.name + "/" + task.name, task.verdict) +
                     paragraph(meaning(task.verdict, shown)) + paragraph(which_sizes_fail(task)) +
                     paragraph(about_points(task)) + findings_of(excerpts, task.findings);
  if (shown != nullptr) {
    text += one_case(excerpts, *shown) + case_matrix(task);
    for (const std::string& line : about_other_cases(task, *shown)) text += paragraph(line, "quiet");
  } else {  // it is too slow
    text += paragraph(tier_sentence(task));
  }
  text += drawing(task) + hint(task) +
          command_line("Run it again:",
                       shown != nullptr ? shown->reproduce
                                        : fmt::format("{} {}/{}", result.command, exercise.name, task.name));
  return article(task_id(exercise, task), task.verdict, text);
}

/// Tasks that failed before any case with the same findings.
std::string failed_together(const Result& result, const ExerciseResult& exercise,
                            const std::vector<const TaskResult*>& tasks) {
  const TaskResult& first = *tasks.front();
  Excerpts excerpts({result.submission, exercise.unit});
  const std::string again = tasks.size() == 1 ? exercise.name + "/" + first.name : exercise.name;
  return article(task_id(exercise, first), first.verdict,
                 heading(names_of(exercise, tasks), first.verdict) +
                     paragraph(meaning(first.verdict, nullptr)) + findings_of(excerpts, first.findings) +
                     command_line("Run it again:", result.command + " " + again));
}

std::string not_started(const ExerciseResult& exercise, const std::vector<const TaskResult*>& tasks) {
  std::string text = paragraph("Not started: " + names_of(tasks) + ". Fill in the TODO blocks of " +
                               shown_path(exercise.source) + ".");
  for (const TaskResult* task : tasks) {
    if (task->hint.empty()) continue;
    text += command_line("For a hint:", "./grade hint " + exercise.name + "/" + task->name);
    break;
  }
  return article(exercise.name + "/not_started", Verdict::not_started, text);
}

std::string warnings(const Result& result, const ExerciseResult& exercise, const TaskResult& task) {
  if (task.warnings.empty()) return {};
  Excerpts excerpts({result.submission, exercise.unit});
  return article(task_id(exercise, task) + "/warnings", Verdict::not_run,
                 element("h3", xml(warnings_title(exercise, task, task.warnings.size()))) +
                     findings_of(excerpts, task.warnings));
}

}  // namespace

std::string task_id(const ExerciseResult& exercise, const TaskResult& task) {
  return exercise.name + "/" + task.name;
}

std::string link_target(const ExerciseResult& exercise, const TaskResult& task) {
  if (!has_a_section(task) || task.verdict == Verdict::not_started) return {};
  return task_id(exercise, failed_before_cases(task) ? *failed_alike(exercise, task).front() : task);
}

std::string failing_tasks(const Result& result, const ExerciseResult& exercise) {
  std::string text;
  for (const Section& section : sections_of(exercise)) switch (section.kind) {
      case Section::Kind::one_task: text += failing_task(result, exercise, *section.tasks.front()); break;
      case Section::Kind::failed_alike: text += failed_together(result, exercise, section.tasks); break;
      case Section::Kind::not_started: text += not_started(exercise, section.tasks); break;
    }
  for (const TaskResult& task : exercise.tasks) text += warnings(result, exercise, task);
  return text;
}

}  // namespace warpgrade::report::html
