// Commands are not wrapped: they must survive being copied.
#include "report/next_lines.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "report/failing_cases.hpp"
#include "report/failure.hpp"
#include "report/style.hpp"
#include "report/text.hpp"

namespace warpgrade::report {
namespace {

std::string file_and_line(const std::string& file, int line) {
  return line > 0 ? fmt::format("{}:{}", shown_path(file), line) : shown_path(file);
}

/// What the section of a failing task shows first, if it lies in a file.
std::optional<Place> place_of_mistake(const TaskResult& task) {
  std::vector<Finding> findings = task.findings;
  if (const CaseResult* shown = case_to_show(task)) {
    const auto of_case = most_important_first(shown->findings, shown->verdict);
    findings.insert(findings.end(), of_case.begin(), of_case.end());
  }
  const auto found = std::ranges::find_if(
      findings, [](const Finding& one) { return !one.place.file.empty() && one.place.line > 0; });
  return found == findings.end() ? std::nullopt : std::optional(found->place);
}

/// "Next: write scan/blelloch – student/…/scan.cu:42". The place begins a line of its own where it would be
/// cut, since a terminal opens it by a click.
std::string heading(const std::string& what, const std::string& place, const HumanOptions& options) {
  const Style style(options.color, options.unicode);
  const std::string first = fmt::format("Next: {}", printable(what));
  const bool fits =
      display_width(first) + 3 + display_width(place) <= std::size_t(std::max(options.width, 40));
  return style.bold(first) + (fits ? " – " : "\n  ") + place + "\n";
}

std::string about_task(const Advice& advice, const HumanOptions& options) {
  const ExerciseResult& exercise = *advice.exercise;
  const TaskResult& task = *advice.task;
  const std::string name = exercise.name + "/" + task.name;
  const bool is_begun = task.verdict != Verdict::not_started;
  const std::optional<Place> mistake = is_begun ? place_of_mistake(task) : std::nullopt;
  const std::string place =
      mistake ? file_and_line(mistake->file, mistake->line) : file_and_line(exercise.source, task.line);
  std::vector<std::pair<std::string, std::string>> lines{
      {advice.command, is_begun ? "to check it again" : "to check it"}};
  if (!task.hint.empty()) lines.emplace_back("./grade hint " + name, "for a hint");
  return heading(advice.to_do + " " + name, place, options) + command_lines(lines, options);
}

}  // namespace

std::string command_lines(const std::vector<std::pair<std::string, std::string>>& given,
                          const HumanOptions& options) {
  const Style style(options.color, options.unicode);
  std::size_t command_width = 0, width = 0;
  for (const auto& [command, what] : given) command_width = std::max(command_width, display_width(command));
  for (const auto& [command, what] : given) width = std::max(width, command_width + 5 + display_width(what));
  const bool fits = width <= std::size_t(std::max(options.width, 40));
  std::string text;
  for (const auto& [command, what] : given) {
    const std::string gap(command_width + 3 - display_width(command), ' ');
    text +=
        "  " + style.bold(printable(command)) + (fits && !what.empty() ? gap + style.dim(what) : "") + "\n";
  }
  return text;
}

std::string next_lines(const Result& result, const Advice& advice, const HumanOptions& options) {
  if (!advice.to_do.empty()) return about_task(advice, options);
  if (advice.is_good && options.next) {
    const OpenTask& next = *options.next;
    return (advice.has_warnings ? indented("There is a warning below; it costs no points.", 0, options)
                                : "") +
           heading(next.name, file_and_line(next.file, next.line), options) +
           command_lines({{result.command + " " + next.name, next.what}}, options);
  }
  if (advice.has_warnings)
    return indented("All results are right. Look at the warning below before you are done.", 0, options);
  return indented(printable(advice.sentence), 0, options) +
         (advice.command.empty() ? "" : command_lines({{advice.command, ""}}, options));
}

}  // namespace warpgrade::report
