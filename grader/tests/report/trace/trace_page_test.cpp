#include "report/trace/trace_page.hpp"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/report/trace/sample_recording.hpp"
#include "tests/report/well_formed.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::report {
namespace {

using support::is_well_formed;
using support::scan_recording;
using ::testing::HasSubstr;
using ::testing::Not;

std::string page_of(const Recording& recording) {
  const support::TemporaryFolder folder;
  folder.write(std::string(support::kSampleUnit) + "/sums.cu", support::sample_source());
  std::ostringstream out;
  write_trace_page(out, recording, {folder.path().string(), support::kSampleUnit});
  return out.str();
}

constexpr std::string_view kData = "<script type=\"application/json\" id=\"data\">";

nlohmann::json data_in(const std::string& page) {
  const std::size_t begin = page.find(kData) + kData.size();
  return nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

/// Without the document type and what script elements hold, which are not XML.
std::string markup(const std::string& page) {
  std::string text = page.substr(page.find('\n') + 1);
  for (std::size_t at = 0; (at = text.find("<script>", at)) != std::string::npos;) {
    at += std::string_view("<script>").size();
    text.erase(at, text.find("</script>", at) - at);
  }
  return text;
}

TEST(TracePage, HasTheStepsInWordsTheSourceAndTheControls) {
  const std::string page = page_of(scan_recording(8, false));
  EXPECT_TRUE(is_well_formed(markup(page)));
  EXPECT_THAT(page, HasSubstr("<h1>sums/scan, step by step</h1>"));
  EXPECT_THAT(page, HasSubstr("<li id=\"step-2\">threads 0..7 read in[0..7], sums.cu:7</li>"));
  EXPECT_THAT(page, HasSubstr("  sums[i] = in[i];</li>"));
  EXPECT_THAT(page, HasSubstr("<input id=\"at\" type=\"range\""));
  EXPECT_THAT(page, HasSubstr("role=\"status\" aria-live=\"polite\""));
  EXPECT_THAT(page, HasSubstr("one of those that are possible"));
  EXPECT_THAT(page, HasSubstr("✓ Every output is right."));
}

TEST(TracePage, GivesTheScriptAllSteps) {
  const auto data = data_in(page_of(scan_recording(8, false)));
  EXPECT_EQ(22u, data["steps"].size());
  // A read of threads 0..7, of cells 0..7.
  EXPECT_EQ(nlohmann::json({0, 1, 8}), data["steps"][1][4]);
  EXPECT_EQ(nlohmann::json({0, 1, 8}), data["steps"][1][5]);
  EXPECT_EQ(3u, data["arrays"].size());
  EXPECT_EQ(8u, data["outputs"].size());
}

TEST(TracePage, BothAccessesOfARaceStandSideBySideWithLinksToTheirSteps) {
  const std::string page = page_of(scan_recording(8, true));
  EXPECT_TRUE(is_well_formed(markup(page)));
  const std::size_t first = page.find("<a href=\"#step-6\" data-step=\"6\">Step 6</a>: thread 0 writes"),
                    second = page.find("<a href=\"#step-7\" data-step=\"7\">Step 7</a>: thread 1 reads");
  ASSERT_NE(std::string::npos, first);
  ASSERT_NE(std::string::npos, second);
  EXPECT_LT(first, second);
  EXPECT_THAT(page, HasSubstr("Show the race in the steps</a>"));
  const auto race = data_in(page)["races"][0];
  EXPECT_EQ(5, race["first"]);
  EXPECT_EQ(6, race["second"]);
  EXPECT_EQ(1, race["cells"][2]) << "one cell";
}

TEST(TracePage, AFindingWithoutStepsOfItsOwnLeadsToTheEnd) {
  Recording recording = scan_recording(8, false);
  recording.findings.push_back(make_finding(Verdict::out_of_bounds, "sums[64] is behind the end."));
  const std::string page = page_of(recording);
  EXPECT_THAT(page, HasSubstr("sums[64] is behind the end."));
  EXPECT_THAT(page, HasSubstr("data-step=\"22\">Show the end</a>"));
}

TEST(TracePage, NamesOfTheSubmissionStayText) {
  Recording recording = scan_recording(8, true);
  const std::string evil = "</script><script>alert(1)</script>&\"\x1b[31m\xff";
  recording.task = recording.op = recording.source = evil;
  recording.launches[0].kernel = evil;
  for (RecordedArray& array : recording.arrays) array.name = evil;
  for (RecordedOutput& output : recording.outputs) output.value = output.expected = evil;
  recording.input_values.assign(8, evil);
  recording.findings[0].message = recording.findings[0].remedy = evil;
  recording.findings[0].place.kernel = recording.findings[0].place.file = evil;
  recording.lines[0].file = evil;
  const std::string page = page_of(recording);
  EXPECT_TRUE(is_well_formed(markup(page)));
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, Not(HasSubstr("\x1b")));
  EXPECT_EQ(evil.substr(0, 20), std::string(data_in(page)["arrays"][0]["name"]).substr(0, 20));
}

TEST(TracePage, NothingIsFetched) {
  const std::string page = page_of(scan_recording(8, true));
  EXPECT_THAT(page, Not(HasSubstr("http://")));
  EXPECT_THAT(page, Not(HasSubstr("https://")));
  EXPECT_THAT(page, Not(HasSubstr("src=")));
  EXPECT_THAT(page, HasSubstr("default-src 'none';"));
}

TEST(TracePage, APageOfSixtyFourElementsIsSmall) {
  EXPECT_LT(page_of(scan_recording(64, true)).size(), 200'000u);
}

TEST(TracePage, ACallThatLaunchesNothingHasNoPlayer) {
  Recording recording;
  recording.exercise = "sums";
  recording.task = "scan";
  const std::string page = page_of(recording);
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(page, HasSubstr("No kernel was launched"));
}

}  // namespace
}  // namespace warpgrade::report
