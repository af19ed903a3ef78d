// Lays out findings for reading: the sentence, the place with its source line, the other party, the remedy,
// and expected and got side by side.
#include "report/failure.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "report/columns.hpp"
#include "report/source_quote.hpp"
#include "report/style.hpp"
#include "report/text.hpp"

namespace warpgrade::report {
namespace {

constexpr std::size_t kFindingsInFull = 3;
constexpr std::size_t kPrintedLines = 8;
constexpr std::size_t kMaxValueWidth = 28;

// "33" for a thread of a one-dimensional block, as the student counts it; "(1, 2, 0)" otherwise.
std::string coordinates(const std::array<unsigned, 3>& at) {
  if (at[1] == 0 && at[2] == 0) return fmt::format("{}", at[0]);
  return fmt::format("({}, {}, {})", at[0], at[1], at[2]);
}

std::string quoted_line(const ExerciseResult& exercise, const Place& place, const HumanOptions& options) {
  const auto quote = quote_source(options.submission, exercise.unit, place);
  if (!quote) return {};
  constexpr std::size_t kMostLines = 3, kGutter = 8;
  const std::size_t width = options.columns() - kFailureIndent - kGutter;
  const auto in_gutter = [](const std::string& number, const std::string& line) {
    return fmt::format("{}{:>5} | {}\n", std::string(kFailureIndent, ' '), number, line);
  };
  const std::vector<std::string> lines = wrap_source(quote->line, width, kMostLines);
  std::string text = in_gutter(fmt::format("{}", place.line), lines.front());
  if (quote->caret && *quote->caret <= display_width(lines.front()))
    text += in_gutter("", std::string(*quote->caret, ' ') + "^");
  for (std::size_t i = 1; i < lines.size(); ++i) text += in_gutter("", lines[i]);
  return text;
}

std::string place_lines(const ExerciseResult& exercise, std::string_view lead, const Place& place,
                        const HumanOptions& options) {
  const std::string where = describe_place(place);
  if (where.empty()) return {};
  std::string text = indented(fmt::format("{} {}", lead, where), kFailureIndent, options) +
                     quoted_line(exercise, place, options);
  if (place.called_at == 0) return text;
  Place call;
  call.file = place.file;
  call.line = place.called_at;
  return text + quoted_line(exercise, call, options);
}

std::string mismatch_table(const Finding& finding, const HumanOptions& options) {
  if (finding.mismatches.empty()) return {};
  Column element{"", {}, /*left=*/true}, expected{"expected", {}, /*left=*/true},
      got{"got", {}, /*left=*/true};
  for (const Mismatch& m : finding.mismatches) {
    element.cells.push_back(fit(printable(fmt::format("{}[{}]", m.array, m.index)), kMaxValueWidth));
    expected.cells.push_back(fit(printable(m.expected), kMaxValueWidth));
    got.cells.push_back(fit(printable(m.got), kMaxValueWidth));
  }
  std::vector<std::string> lines = lines_of({element, expected, got});
  lines.front() = Style(options.color, options.unicode).dim(lines.front());
  if (finding.mismatch_count > finding.mismatches.size())
    lines.push_back(fmt::format("… and {} more", finding.mismatch_count - finding.mismatches.size()));
  std::string text = "\n";
  for (const std::string& line : lines) text += std::string(kFailureIndent, ' ') + line + "\n";
  return text;
}

std::string describe_finding(const ExerciseResult& exercise, const Finding& finding,
                             const HumanOptions& options) {
  const std::string message = finding.message + (finding.inputs.empty() ? "" : " " + finding.inputs);
  std::string text = indented(printable(message), kFailureIndent, options);
  text += place_lines(exercise, "at", finding.place, options);
  if (finding.other) text += place_lines(exercise, "and", *finding.other, options);
  if (!finding.remedy.empty()) text += indented(printable(finding.remedy), kFailureIndent, options);
  return text + mismatch_table(finding, options);
}

}  // namespace

std::vector<Finding> most_important_first(std::vector<Finding> findings, Verdict verdict) {
  std::stable_partition(findings.begin(), findings.end(),
                        [&](const Finding& finding) { return finding.verdict == verdict; });
  return findings;
}

std::string describe_place(const Place& place) {
  std::vector<std::string> parts;
  if (!place.file.empty()) {
    const std::string column = place.column > 0 ? fmt::format(":{}", place.column) : "";
    parts.push_back(place.line > 0 ? fmt::format("{}:{}{}", shown_path(place.file), place.line, column)
                                   : shown_path(place.file));
  }
  if (place.called_at > 0) parts.push_back(fmt::format("called at line {}", place.called_at));
  if (!place.kernel.empty()) parts.push_back("kernel " + place.kernel);
  if (place.block) parts.push_back(fmt::format("block {}", coordinates(*place.block)));
  if (place.thread) parts.push_back(fmt::format("thread {}", coordinates(*place.thread)));
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return printable(text);
}

std::string indented(std::string_view text, std::size_t indent, const HumanOptions& options) {
  std::string result;
  for (const std::string& line : wrap(text, options.columns() - indent)) {
    result += line.empty() ? "\n" : std::string(indent, ' ') + line + "\n";
  }
  return result;
}

std::string describe_findings(const ExerciseResult& exercise, const std::vector<Finding>& findings,
                              const HumanOptions& options) {
  std::string text;
  for (std::size_t i = 0; i < std::min(findings.size(), kFindingsInFull); ++i) {
    if (i > 0) text += "\n";
    text += describe_finding(exercise, findings[i], options);
  }
  if (findings.size() > kFindingsInFull) {
    text += fmt::format("\n{:{}}… and {}\n", "", kFailureIndent,
                        counted(findings.size() - kFindingsInFull, "more finding"));
  }
  return text;
}

std::string printed_lines(const CaseResult& result, const HumanOptions& options) {
  const std::string output = without_secrets(result).output;
  if (output.empty()) return {};
  const std::string safe = printable(output);
  const auto lines = split_lines(safe);
  std::string text = fmt::format("\n{:{}}Your program printed:\n", "", kFailureIndent);
  for (std::size_t i = 0; i < std::min(lines.size(), kPrintedLines); ++i) {
    const std::string line = without_tabs(lines[i]);
    text += fmt::format("{}| {}\n", std::string(kFailureIndent, ' '),
                        fit(line, options.columns() - kFailureIndent - 2));
  }
  if (lines.size() > kPrintedLines) {
    text += fmt::format("{}… and {}\n", std::string(kFailureIndent, ' '),
                        counted(lines.size() - kPrintedLines, "more line"));
  }
  return text;
}

std::string describe_case(const ExerciseResult& exercise, const CaseResult& full,
                          const HumanOptions& options) {
  const CaseResult shown = without_secrets(full);
  std::string text =
      describe_findings(exercise, most_important_first(shown.findings, shown.verdict), options);
  if (shown.findings.empty()) text += indented(explain(shown.verdict), kFailureIndent, options);
  if (shown.hidden)
    text += indented("This is a hidden case: its values are not shown.", kFailureIndent, options);
  return text + printed_lines(full, options);
}

}  // namespace warpgrade::report
