// GitHub and GitLab: findings beside their lines, a summary of the job, and the points for Classroom 50.
#include <cmath>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/formats.hpp"
#include "report/next_step.hpp"
#include "report/platforms/scored_tests.hpp"
#include "report/style.hpp"
#include "report/text.hpp"
#include "system/checksum.hpp"

namespace warpgrade::report {
namespace {

using nlohmann::json;

/// Of a message of a workflow command, and with `is_property` of what stands before it.
std::string escaped_for_github(std::string_view text, bool is_property = false) {
  std::string result;
  for (const char c : printable(text)) {
    const bool is_special = c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ','));
    if (is_special)
      result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else
      result += c;
  }
  return result;
}

std::string title_of(const ListedFinding& listed) {
  return listed.task + ": " + (listed.is_warning ? "warning" : in_words(name_of(listed.finding)));
}

std::string message_of(const ListedFinding& listed) {
  const Finding& finding = listed.finding;
  return finding.remedy.empty() ? finding.message : finding.message + "\n" + finding.remedy;
}

/// The same for the same finding in each run, so that GitLab tells new ones from old ones.
std::string fingerprint(const ListedFinding& listed) {
  const std::string key = fmt::format("{}|{}|{}|{}", listed.task, name_of(listed.finding),
                                      listed.finding.place.file, listed.finding.place.line);
  return system::xxh3_128(key);
}

/// In Markdown a cell of a table: nothing in it may end the cell or begin markup.
std::string cell(std::string_view text) {
  std::string result;
  for (const char c : xml(text)) {
    if (std::string_view("|*_`[]\\").find(c) != std::string_view::npos) result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result;
}

int whole(double points) { return int(std::floor(points + 1e-9)); }

}  // namespace

void write_github(std::ostream& out, const Result& result) {
  for (const ListedFinding& listed : annotations(result)) {
    const Place& place = listed.finding.place;
    out << fmt::format("::{} file={},line={}", listed.is_warning ? "warning" : "error",
                       escaped_for_github(shown_path(place.file), true), place.line);
    if (place.column > 0) out << fmt::format(",col={}", place.column);
    out << fmt::format(",title={}::{}\n", escaped_for_github(title_of(listed), true),
                       escaped_for_github(message_of(listed)));
  }
}

void write_gitlab(std::ostream& out, const Result& result) {
  json list = json::array();
  for (const ListedFinding& listed : annotations(result))
    list.push_back({{"description", printable(title_of(listed) + ": " + message_of(listed))},
                    {"check_name", name_of(listed.finding)},
                    {"fingerprint", fingerprint(listed)},
                    {"severity", listed.is_warning ? "minor" : "major"},
                    {"location",
                     {{"path", printable(shown_path(listed.finding.place.file))},
                      {"lines", {{"begin", listed.finding.place.line}}}}}});
  out << json_text(list);
}

void write_markdown(std::ostream& out, const Result& result) {
  const std::vector<ScoredTest> tests = scored_tests(result);
  const Style marks(/*color=*/false, /*unicode=*/true);
  out << fmt::format("## {}\n\n| | task | | points |\n|---|---|---|---:|\n", score_sentence(result));
  for (const ScoredTest& test : tests)
    out << fmt::format("| {} | {} | {} | {} / {} |\n", marks.mark(test.verdict), cell(test.full_name()),
                       cell(test.passes() ? "pass" : test.summary), number(test.score),
                       number(test.max_score));
  out << "\n";
  for (const ScoredTest& test : tests)
    if (!test.passes() && test.verdict != Verdict::not_started && !test.text.empty())
      out << fmt::format("<details><summary>{}: {}</summary>\n<pre>\n{}</pre>\n</details>\n\n",
                         xml(test.full_name()), in_words(test.verdict), xml(test.text));
  const Advice advice = next_step(result);
  out << cell(advice.sentence) << "\n";
  if (!advice.command.empty()) out << "\n<pre>" << xml(advice.command) << "</pre>\n";
}

void write_classroom50(std::ostream& out, const Result& result) {
  json tests = json::array();
  int score = 0, most = 0;
  for (const ScoredTest& test : scored_tests(result)) {
    score += whole(test.score);
    most += whole(test.max_score);
    tests.push_back({{"test-name", test.full_name()},
                     {"passed", test.passes()},
                     {"score", whole(test.score)},
                     {"max-score", whole(test.max_score)},
                     {"summary", test.summary}});
  }
  const json results{
      {"schema", "classroom50/result/v1"}, {"score", score}, {"max-score", most}, {"tests", tests}};
  out << json_text(results);
}

}  // namespace warpgrade::report
