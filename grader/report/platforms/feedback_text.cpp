// The platforms that read lines: Autolab, Artemis and VPL.
#include <cstdlib>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/formats.hpp"
#include "report/platforms/scored_tests.hpp"
#include "report/style.hpp"
#include "report/text.hpp"
#include "report/timing_table.hpp"

namespace warpgrade::report {
namespace {

using nlohmann::json;

constexpr int kInOneLine = -1;
std::string heading(const ScoredTest& test) {
  return fmt::format("{}: {}, {} of {} points", test.full_name(), in_words(test.verdict), number(test.score),
                     number(test.max_score));
}

/// What Autolab shows as a table, a stage for each exercise.
json presentation(const std::vector<ScoredTest>& tests) {
  json shown{{"_presentation", "semantic"}, {"stages", json::array()}};
  for (const ScoredTest& test : tests) {
    const std::string& stage = test.exercise->name;
    if (!shown.contains(stage)) shown["stages"].push_back(stage);
    json& entry = shown[stage][test.name];
    entry["passed"] = test.passes();
    if (!test.passes()) entry["hint"] = test.summary;
  }
  return shown;
}

std::string failure_element(const std::string& message, Verdict verdict) {
  return fmt::format("      <failure message=\"{}\" type=\"{}\"/>\n", xml_attribute(message),
                     to_string(verdict));
}

std::string artemis_test(const std::string& name, double seconds, const std::string& failure) {
  return fmt::format("    <testcase name=\"{}\" time=\"{:.3f}\">\n{}    </testcase>\n", xml_attribute(name),
                     seconds, failure);
}

bool is_right(const ScoredTest& test) {
  return traits(test.verdict).bounds_hold || test.verdict == Verdict::not_run;
}

/// A grade in the range that VPL gives an activity; points where it gives none.
double vpl_grade(const Result& result) {
  const char* const least = std::getenv("VPL_GRADEMIN");
  const char* const most = std::getenv("VPL_GRADEMAX");
  if (least == nullptr || most == nullptr || result.max_score() <= 0) return result.score();
  const double low = std::atof(least), high = std::atof(most);
  return low + (high - low) * result.score() / result.max_score();
}

}  // namespace

void write_autolab(std::ostream& out, const Result& result) {
  const std::vector<ScoredTest> tests = scored_tests(result);
  json scores = json::object();
  for (const ScoredTest& test : tests) {
    out << heading(test) << "\n\n" << test.text << "\n";
    if (test.max_score > 0) scores[test.full_name()] = test.score;
  }
  if (result.exit_code() >= 2) {
    out << kGraderFault << "\n";
    return;
  }
  out << score_sentence(result) << "\n"
      << json_text(presentation(tests), kInOneLine)
      << json_text({{"scores", scores}, {"scoreboard", json::array({result.score()})}}, kInOneLine);
}

void write_artemis(std::ostream& out, const Result& result) {
  std::string cases;
  std::size_t count = 0, failures = 0;
  const auto add = [&](const std::string& name, double seconds, const std::string& failure) {
    cases += artemis_test(name, seconds, failure);
    ++count;
    failures += failure.empty() ? 0 : 1;
  };
  for (const ScoredTest& test : scored_tests(result)) {
    add(test.full_name(), test.seconds,
        is_right(test) ? "" : failure_element(test.summary + "\n\n" + test.text, test.verdict));
    // Times that wait are no failures: Artemis counts a test that did not run as neither.
    if (test.task == nullptr || (test.task->timing.empty() && is_right(test))) continue;
    for (int tier = 1; tier <= int(test.task->tiers.size()); ++tier)
      add(fmt::format("{}, tier {}", test.full_name(), tier), 0,
          is_right(test) && test.task->tier >= tier
              ? ""
              : failure_element(
                    is_right(test) ? tier_sentence(*test.task) : "timed only once the results are right",
                    test.verdict));
  }
  out << R"(<?xml version="1.0" encoding="UTF-8"?>)"
      << fmt::format(
             "\n<testsuites>\n  <testsuite name=\"warpgrade\" tests=\"{}\" failures=\"{}\" errors=\"0\">\n{}"
             "  </testsuite>\n</testsuites>\n",
             count, failures, cases);
}

/// In a block of comments `-` begins a title and `>` a line to be shown as it is, so nothing that a
/// submission printed can end the block or set the grade.
void write_vpl(std::ostream& out, const Result& result) {
  out << "<|--\n";
  for (const ScoredTest& test : scored_tests(result)) {
    out << "-" << heading(test) << "\n";
    for (const std::string_view line : split_lines(test.text)) out << ">" << line << "\n";
  }
  out << "--|>\n";
  if (result.exit_code() >= 2)
    out << "Comment :=>>" << kGraderFault << "\n";
  else
    out << "Comment :=>>" << score_sentence(result) << "\nGrade :=>>" << number(vpl_grade(result)) << "\n";
}

}  // namespace warpgrade::report
