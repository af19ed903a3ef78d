#include <map>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>

#include "report/formats.hpp"
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

TEST(Junit, WhateverTheStudentPrintsItStaysXml) {
  Result result = support::sample_result();
  CaseResult& one = result.exercises[0].tasks[2].cases[1];
  one.output = std::string("</failure>]]><![CDATA[ & \x1b[31m \xff \0 \"", 42) + "\n</testsuites>";
  one.findings[0].message = "a < b && c > \"d\"\n\x02";
  EXPECT_TRUE(is_well_formed(junit_of(result)));
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

TEST(Junit, AWarningIsTextAndNoFailure) {
  Result result;
  TaskResult& task = result.exercises.emplace_back().tasks.emplace_back();
  task.verdict = Verdict::pass;
  task.warnings = {make_finding(Verdict::pass, "8 bytes < 9 are never freed.")};
  const std::string xml = junit_of(result);
  EXPECT_TRUE(is_well_formed(xml));
  EXPECT_NE(std::string::npos, xml.find(R"(failures="0" errors="0")")) << xml;
  EXPECT_NE(std::string::npos, xml.find("8 bytes &lt; 9 are never freed.")) << xml;
}

}  // namespace
}  // namespace warpgrade::report
