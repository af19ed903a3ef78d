#include "report/junit.hpp"

#include <map>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>

#include "report/text.hpp"
#include "tests/report/golden.hpp"
#include "tests/report/sample_result.hpp"
#include "tests/report/well_formed.hpp"
#include "tests/support/contains.hpp"

namespace warpgrade::report {
namespace {

using support::is_well_formed;

std::string junit_of(const Result& result) {
  std::ostringstream out;
  write_junit(out, result);
  return out.str();
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
      std::regex(R"re(<testsuites name="warpgrade" tests="(\d+)" failures="(\d+)" errors="(\d+)")re")));
  EXPECT_EQ(std::to_string(support::count(xml, "<testcase ")), all[1]);
  EXPECT_EQ(std::to_string(support::count(xml, "<failure ")), all[2]);
  EXPECT_EQ(std::to_string(support::count(xml, "<error ")), all[3]);
  EXPECT_EQ("1", all[3]);  // unlucky
}

TEST(Junit, WhateverTheStudentPrintsItStaysXml) {
  Result result = support::sample_result();
  CaseResult& one = result.exercises[0].tasks[2].cases[1];
  one.output = std::string("</failure>]]><![CDATA[ & \x1b[31m \xff \0 \"", 42) + "\n</testsuites>";
  one.findings[0].message = "a < b && c > \"d\"\n\x02";
  EXPECT_TRUE(is_well_formed(junit_of(result)));
}

TEST(Junit, ATaskIsOneTestcaseHoweverManyCasesItHas) {
  Result result;
  TaskResult& task = result.exercises.emplace_back().tasks.emplace_back();
  task.name = "blelloch";
  task.verdict = Verdict::not_started;
  for (int i = 0; i < 87; ++i) task.cases.emplace_back().verdict = Verdict::not_started;
  const std::string xml = junit_of(result);
  EXPECT_NE(std::string::npos, xml.find(R"(tests="1" failures="0" errors="0" time="0.000" skipped="1")"))
      << xml;
  EXPECT_NE(std::string::npos, xml.find(R"(<skipped message="not started" type="not_started">)")) << xml;
}

// https://github.com/jenkinsci/xunit-plugin, junit-10.xsd
TEST(Junit, HasOnlyWhatJenkinsSchemaKnows) {
  const std::map<std::string, std::string> known = {
      {"testsuites", " name tests failures errors time "},
      {"testsuite", " name tests failures errors time skipped file "},
      {"properties", " "},
      {"property", " name value "},
      {"testcase", " name classname time "},
      {"failure", " message type "},
      {"error", " message type "},
      {"skipped", " message type "},
      {"system-out", " "}};
  const std::string xml = junit_of(support::sample_result());
  const std::regex element(R"re(<([a-z-]+)((?: [a-z]+="[^"]*")*)/?>)re"), attribute(R"re( ([a-z]+)=")re");
  std::size_t elements = 0;
  for (std::sregex_iterator it(xml.begin(), xml.end(), element), end; it != end; ++it, ++elements) {
    ASSERT_TRUE(known.contains((*it)[1])) << (*it)[1];
    const std::string attributes = (*it)[2];
    for (std::sregex_iterator one(attributes.begin(), attributes.end(), attribute); one != end; ++one)
      EXPECT_NE(std::string::npos, known.at((*it)[1]).find(" " + std::string((*one)[1]) + " "))
          << *it->begin();
  }
  EXPECT_GT(elements, 50u);
}

TEST(Junit, PointsArePropertiesOfTheSuite) {
  const std::string xml = junit_of(support::sample_result());
  for (const char* part : {R"(<property name="hillis_steele.points" value="4"/>)",
                           R"(<property name="hillis_steele.max_points" value="6.5"/>)",
                           R"(<property name="hillis_steele.waiting_points" value="2.5"/>)",
                           R"(<property name="quiz.points" value="1"/>)"})
    EXPECT_NE(std::string::npos, xml.find(part)) << part;
}

TEST(Junit, ASuiteNamesTheFileAndAFindingItsLine) {
  const std::string xml = junit_of(support::sample_result());
  EXPECT_NE(std::string::npos, xml.find(R"(skipped="2" file="student/reduce_scan_histogram/scan.cu">)"))
      << xml;
  EXPECT_NE(std::string::npos, xml.find(R"(<testcase name="blelloch" classname="scan" time="0.875">)"))
      << xml;
  EXPECT_NE(std::string::npos, xml.find("message=\"race: Thread 33 reads temp[32]"));
  EXPECT_NE(std::string::npos, xml.find("(at reduce_scan_histogram/scan.cu:6, kernel blelloch")) << xml;
  EXPECT_EQ(std::string::npos, xml.find("message=\"race: 991 of 1024"));
}

TEST(Junit, HiddenCasesStayHidden) {
  const std::string xml = junit_of(support::sample_result());
  EXPECT_EQ(std::string::npos, xml.find("SECRET"));
  EXPECT_NE(std::string::npos, xml.find("This is a hidden case: its values are not shown."));
}

TEST(Junit, ATaskWithoutCasesIsATestcase) {
  Result result;
  TaskResult& task = result.exercises.emplace_back().tasks.emplace_back();
  task.name = "blelloch";
  task.verdict = Verdict::compile_error;
  task.findings.emplace_back().message = "no such file";
  task.findings.back().verdict = Verdict::compile_error;
  const std::string xml = junit_of(result);
  EXPECT_NE(std::string::npos, xml.find(R"(<failure message="compile error: no such file")")) << xml;
}

/// A task with one tier, whose only case passes.
Result with_times(Verdict verdict, double ms) {
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
  return result;
}

TEST(Junit, TimesAreTextOfTheirTask) {
  const std::string fast = junit_of(with_times(Verdict::pass, 0.4));
  EXPECT_TRUE(is_well_formed(fast));
  EXPECT_NE(std::string::npos, fast.find(R"(tests="1" failures="0")")) << fast;
  EXPECT_NE(std::string::npos, fast.find("Tier 1 of 1, 2 of 2 points.")) << fast;

  const std::string slow = junit_of(with_times(Verdict::too_slow, 0.8));
  EXPECT_TRUE(is_well_formed(slow));
  EXPECT_NE(std::string::npos, slow.find(R"(tests="1" failures="1")")) << slow;
  EXPECT_NE(std::string::npos, slow.find(R"(message="too slow: No tier yet, 0 of 2 points.)")) << slow;
}

TEST(Junit, AWarningIsTextAndNoFailure) {
  Result result = with_times(Verdict::pass, 1);
  result.exercises[0].tasks[0].warnings = {make_finding(Verdict::pass, "8 bytes < 9 are never freed.")};
  const std::string xml = junit_of(result);
  EXPECT_TRUE(is_well_formed(xml));
  EXPECT_NE(std::string::npos, xml.find(R"(failures="0" errors="0")")) << xml;
  EXPECT_NE(std::string::npos, xml.find("8 bytes &lt; 9 are never freed.")) << xml;
}

}  // namespace
}  // namespace warpgrade::report
