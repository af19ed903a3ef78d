#include "report/junit.hpp"

#include <map>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>

#include "report/text.hpp"
#include "tests/report/golden.hpp"
#include "tests/report/sample_result.hpp"
#include "tests/report/well_formed.hpp"

namespace warpgrade::report {
namespace {

using support::is_well_formed;

std::string junit_of(const Result& result) {
  std::ostringstream out;
  write_junit(out, result);
  return out.str();
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(WellFormed, TheCheckItselfSeesMistakes) {
  EXPECT_TRUE(is_well_formed("<a b=\"1\"><c/>text</a>"));
  EXPECT_FALSE(is_well_formed("<a>"));
  EXPECT_FALSE(is_well_formed("<a></b>"));
  EXPECT_FALSE(is_well_formed("<a>x & y</a>"));
  EXPECT_FALSE(is_well_formed("<a>x < y</a>"));
  EXPECT_FALSE(is_well_formed("<a b=\"<\"></a>"));
  EXPECT_FALSE(is_well_formed("<a>\x1b</a>"));
}

TEST(Junit, EveryVerdictAsTheGoldenFileShowsIt) {
  const support::TemporaryFolder folder;
  support::write_sample_submission(folder);
  Result result = support::sample_result();
  result.submission = folder.path().string();
  const std::string xml = junit_of(result);
  EXPECT_TRUE(is_well_formed(xml));
  support::expect_golden("junit.xml", xml);
}

TEST(Junit, CountsAreThoseOfItsElements) {
  const std::string xml = junit_of(support::sample_result());
  std::smatch all;
  ASSERT_TRUE(std::regex_search(
      xml, all,
      std::regex(
          R"re(<testsuites name="warpgrade" tests="(\d+)" failures="(\d+)" errors="(\d+)" skipped="(\d+)")re")));
  EXPECT_EQ(std::to_string(count(xml, "<testcase ")), all[1]);
  EXPECT_EQ(std::to_string(count(xml, "<failure ")), all[2]);
  EXPECT_EQ(std::to_string(count(xml, "<error ")), all[3]);
  EXPECT_EQ(std::to_string(count(xml, "<skipped ")), all[4]);
  EXPECT_EQ("1", all[3]);  // unlucky
}

TEST(Junit, WhateverTheStudentPrintsItStaysXml) {
  Result result = support::sample_result();
  CaseResult& one = result.exercises[0].tasks[2].cases[1];
  one.output = std::string("</failure>]]><![CDATA[ & \x1b[31m \xff \0 \"", 42) + "\n</testsuites>";
  one.findings[0].message = "a < b && c > \"d\"\n\x02";
  EXPECT_TRUE(is_well_formed(junit_of(result)));
}

TEST(Junit, ATestcaseNamesTheLineOfItsFinding) {
  const std::string xml = junit_of(support::sample_result());
  EXPECT_NE(
      std::string::npos,
      xml.find(R"(<testcase name="n1000.sum_i32.random" classname="scan.blelloch" status="run" time="0.125")"
               R"( file="reduce_scan_histogram/scan.cu" line="6">)"))
      << xml;
}

TEST(Junit, TheMessageIsThatOfTheVerdict) {
  const std::string xml = junit_of(support::sample_result());
  EXPECT_EQ(std::string::npos, xml.find("message=\"race: 991 of 1024"));
  EXPECT_NE(std::string::npos, xml.find("message=\"race: Thread 33 reads temp[32]"));
}

TEST(Junit, ATaskWithoutCasesIsATestcase) {
  Result result;
  TaskResult& task = result.exercises.emplace_back().tasks.emplace_back();
  task.name = "blelloch";
  task.verdict = Verdict::compile_error;
  task.findings.emplace_back().message = "no such file";
  task.findings.back().verdict = Verdict::compile_error;
  const std::string xml = junit_of(result);
  EXPECT_NE(std::string::npos, xml.find(R"(message="compile_error: no such file")")) << xml;
}

TEST(Junit, TheDeviceIsNamedWhereACaseRanOnTwo) {
  Result result;
  TaskResult& task = result.exercises.emplace_back().tasks.emplace_back();
  for (const DeviceKind device : {DeviceKind::simulator, DeviceKind::cuda}) {
    CaseResult& one = task.cases.emplace_back();
    one.name = "n1";
    one.device = device;
    one.verdict = Verdict::pass;
  }
  const std::string xml = junit_of(result);
  EXPECT_NE(std::string::npos, xml.find(R"(name="n1@simulator")"));
  EXPECT_NE(std::string::npos, xml.find(R"(name="n1@cuda")"));
}

/// A task with one tier, whose only case passes.
Result with_times(Verdict verdict, double ms, const std::string& note) {
  Result result;
  TaskResult& task = result.exercises.emplace_back().tasks.emplace_back();
  task.name = "blelloch";
  task.verdict = verdict;
  task.cases.emplace_back().verdict = Verdict::pass;
  task.tiers = {{2, TierKind::max_ms, 0.5}};
  TimingResult& timing = task.timing.emplace_back();
  timing.ms = {ms, ms, ms};
  timing.seconds = 4;
  timing.tier = task.tier = ms <= 0.5 ? 1 : 0;
  task.timing_note = note;
  return result;
}

TEST(Junit, TimesAreATestcaseOfTheirOwn) {
  const std::string fast = junit_of(with_times(Verdict::pass, 0.4, ""));
  EXPECT_TRUE(is_well_formed(fast));
  EXPECT_NE(std::string::npos, fast.find(R"(tests="2" failures="0")")) << fast;
  EXPECT_NE(std::string::npos, fast.find(R"(name="timing" classname=".blelloch" status="run" time="4.000")"))
      << fast;
  EXPECT_NE(std::string::npos, fast.find("Tier 1 of 1, 2 of 2 points.")) << fast;

  const std::string slow = junit_of(with_times(Verdict::too_slow, 0.8, ""));
  EXPECT_TRUE(is_well_formed(slow));
  EXPECT_NE(std::string::npos, slow.find(R"(tests="2" failures="1")")) << slow;
  EXPECT_NE(std::string::npos, slow.find(R"(message="too_slow: No tier yet, 0 of 2 points.)")) << slow;

  const std::string waiting = junit_of(with_times(Verdict::pass, 0, "there is no GPU here"));
  EXPECT_TRUE(is_well_formed(waiting));
  EXPECT_NE(std::string::npos, waiting.find(R"(failures="0" errors="0" skipped="1")")) << waiting;
  EXPECT_NE(std::string::npos, waiting.find(R"(<skipped message="there is no GPU here"/>)")) << waiting;
}

TEST(Junit, AWarningIsTextAndNoFailure) {
  Result result = with_times(Verdict::pass, 1, "");
  result.exercises[0].tasks[0].warnings = {make_finding(Verdict::pass, "8 bytes < 9 are never freed.")};
  const std::string xml = junit_of(result);
  EXPECT_TRUE(is_well_formed(xml));
  EXPECT_NE(std::string::npos, xml.find(R"(failures="0" errors="0")")) << xml;
  EXPECT_NE(std::string::npos, xml.find("8 bytes &lt; 9 are never freed.")) << xml;
}

TEST(Junit, AFindingOfTheWholeTaskIsATestcase) {
  Result result = with_times(Verdict::forbidden, 0, "out of the race");
  Finding& finding = result.exercises[0].tasks[0].findings.emplace_back();
  finding.verdict = Verdict::forbidden;
  finding.message = "faster than memory";
  const std::string xml = junit_of(result);
  EXPECT_NE(std::string::npos, xml.find(R"(tests="3" failures="1" errors="0" skipped="1")")) << xml;
  EXPECT_NE(std::string::npos, xml.find(R"(message="forbidden: faster than memory")")) << xml;
}

}  // namespace
}  // namespace warpgrade::report
