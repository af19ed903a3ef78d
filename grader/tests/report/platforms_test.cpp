// The results of platforms against what their documentation asks for. Where it stands is said with each test;
// grader/docs/platforms.md lists them all.
#include <cstdlib>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "report/formats.hpp"
#include "report/platforms/scored_tests.hpp"
#include "report/text.hpp"
#include "tests/report/sample_result.hpp"
#include "tests/report/well_formed.hpp"

namespace warpgrade::report {
namespace {

using nlohmann::json;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

template <class Write>
std::string text_of(Write write, const Result& result) {
  std::ostringstream out;
  write(out, result);
  return out.str();
}

template <class Write>
json json_of(Write write, const Result& result) {
  return json::parse(text_of(write, result));
}

/// The sample without the task that the grader failed at and the one that was not run.
Result graded() {
  Result result = support::sample_result_to_look_at();
  result.submission = "nowhere";  // no sources
  std::erase_if(result.exercises[2].tasks, [](const TaskResult& task) {
    return task.verdict == Verdict::grader_error || task.verdict == Verdict::not_run;
  });
  return result;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (const std::string_view line : split_lines(text)) lines.emplace_back(line);
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

constexpr auto kAllWriters = {write_gradescope, write_prairielearn, write_autolab,
                              write_artemis,    write_vpl,          write_github,
                              write_gitlab,     write_markdown,     write_classroom50};

TEST(Platforms, HiddenCasesStayHidden) {
  for (const auto write : kAllWriters) {
    EXPECT_THAT(text_of(write, support::sample_result_to_look_at()), Not(HasSubstr("SECRET")));
    EXPECT_THAT(text_of(write, graded()), Not(HasSubstr("--case n9.min_f32.extremes")));
  }
}

/// But those for people and editors, whose reader may have the hidden cases: the command says who reads them.
TEST(Platforms, NoReportTellsTheSizeOfAHiddenCase) {
  const std::set<std::string> full = {"--json", "--gcc", "--html"};
  for (const Format& format : formats()) {
    std::ostringstream out;
    format.write(out, graded(), /*costs=*/false);
    std::string text = out.str();
    text.resize(std::min(text.find("hidden cases (for instructors)"), text.size()));
    if (full.contains(format.option)) continue;
    EXPECT_THAT(text, Not(HasSubstr("n9.min_f32"))) << format.option;
    EXPECT_THAT(text, Not(HasSubstr("5 of 9 elements"))) << format.option;
  }
}

TEST(Platforms, TheTextSaysHowManyVisibleAndHiddenCasesAreRight) {
  const Result result = graded();
  const ScoredTest test = scored_tests(result).at(3);
  EXPECT_EQ("scan/device_inclusive", test.full_name());
  EXPECT_THAT(test.text, HasSubstr("1 of 1 case is right, 0 of 1 hidden case is right."));
}

// https://gradescope-autograders.readthedocs.io/en/latest/specs/
TEST(Gradescope, EachTaskIsATestWithPoints) {
  const json results = json_of(write_gradescope, graded());
  EXPECT_EQ("hidden", results.at("stdout_visibility"));
  EXPECT_TRUE(results.at("execution_time").is_number());
  const std::set<std::string> keys = {"name",       "output", "output_format", "visibility",
                                      "extra_data", "score",  "max_score",     "status"};
  double points = 0;
  for (const json& test : results.at("tests")) {
    for (const auto& [key, value] : test.items()) EXPECT_TRUE(keys.contains(key)) << key;
    EXPECT_TRUE(test.at("status") == "passed" || test.at("status") == "failed");
    EXPECT_TRUE(test.at("visibility") == "visible" || test.at("max_score") == 0) << test;
    points += test.at("score").get<double>();
  }
  EXPECT_DOUBLE_EQ(graded().score(), points);
  for (const json& entry : results.at("leaderboard")) EXPECT_TRUE(entry.at("value").is_number());
}

TEST(Gradescope, WhatIsHiddenIsOneTestForInstructors) {
  const json results = json_of(write_gradescope, graded());
  const json& last = results.at("tests").back();
  EXPECT_EQ("hidden", last.at("visibility"));
  EXPECT_THAT(last.at("output").get<std::string>(), HasSubstr("scan/device_inclusive, case n9.min_f32"));
}

TEST(Gradescope, WhereTheGraderFailedNothingHasPoints) {
  const json results = json_of(write_gradescope, support::sample_result());
  EXPECT_THAT(results.at("output").get<std::string>(), HasSubstr("not your fault"));
  for (const json& test : results.at("tests")) EXPECT_FALSE(test.contains("score"));
}

// https://prairielearn.readthedocs.io/en/latest/externalGrading/#grading-results
TEST(PrairieLearn, TheScoreIsAShareAndTestsHavePointsAndImages) {
  const std::string text = text_of(write_prairielearn, graded());
  const json results = json::parse(text);
  EXPECT_EQ(true, results.at("gradable"));
  EXPECT_DOUBLE_EQ(graded().score() / graded().max_score(), results.at("score"));
  bool has_image = false;
  for (const json& test : results.at("tests")) {
    for (const char* key : {"name", "description", "message", "output"})
      EXPECT_TRUE(test.at(key).is_string()) << key;
    for (const char* key : {"points", "max_points"}) EXPECT_TRUE(test.at(key).is_number()) << key;
    for (const json& image : test.value("images", json::array())) {
      has_image = true;
      EXPECT_THAT(image.at("url").get<std::string>(), StartsWith("data:image/"));
      EXPECT_NE("scan/device_inclusive", test.at("name")) << "its picture is of a hidden case";
    }
  }
  EXPECT_TRUE(has_image);
  EXPECT_LT(text.size(), 1'000'000u);
}

TEST(PrairieLearn, AFaultOfTheGraderCostsNoAttempt) {
  const json results = json_of(write_prairielearn, support::sample_result());
  EXPECT_EQ(false, results.at("gradable"));
  EXPECT_FALSE(results.contains("score"));
  EXPECT_THAT(results.at("format_errors").at(0).get<std::string>(), HasSubstr("not your fault"));
}

TEST(PrairieLearn, AFileThatDoesNotCompileCostsNoAttempt) {
  Result result = graded();
  result.exercises = {result.exercises[1]};
  std::erase_if(result.exercises[0].tasks,
                [](const TaskResult& task) { return task.verdict != Verdict::compile_error; });
  const json results = json_of(write_prairielearn, result);
  EXPECT_EQ(false, results.at("gradable"));
  EXPECT_THAT(results.at("format_errors").at(0).get<std::string>(), HasSubstr("expected ';'"));
}

// https://docs.autolabproject.com/lab/#writing-autograders, …/features/formatted-feedback/
TEST(Autolab, TheLastLineHasTheScoresAndTheOneBeforeItWhatPassed) {
  const std::vector<std::string> lines = lines_of(text_of(write_autolab, graded()));
  const json scores = json::parse(lines.back()).at("scores");
  EXPECT_EQ(4, scores.at("scan/hillis_steele"));
  EXPECT_EQ(0, scores.at("scan/blelloch"));
  EXPECT_FALSE(scores.contains("reduce/quiz")) << "it has no points";
  EXPECT_EQ(1u, json::parse(lines.back()).at("scoreboard").size());
  const json shown = json::parse(lines[lines.size() - 2]);
  EXPECT_EQ("semantic", shown.at("_presentation"));
  EXPECT_EQ(json({"scan", "histogram", "reduce"}), shown.at("stages"));
  EXPECT_EQ(true, shown.at("scan").at("hillis_steele").at("passed"));
}

TEST(Autolab, WhereTheGraderFailedThereAreNoScores) {
  EXPECT_THAT(text_of(write_autolab, support::sample_result()), Not(HasSubstr("\"scores\"")));
}

// Artemis' TestResultXmlParser: one suite at the top, names of tests, `message` of failures; what is skipped
// does not count. https://docs.artemis.cit.tum.de
TEST(Artemis, ATaskIsATestAndSoIsEachOfItsTiers) {
  const std::string xml = text_of(write_artemis, graded());
  EXPECT_TRUE(support::is_well_formed(xml));
  EXPECT_EQ(xml.find("<testsuite "), xml.rfind("<testsuite "));
  EXPECT_THAT(xml, HasSubstr("<testcase name=\"reduce/striding\" time=\"0.125\">\n    </testcase>"));
  EXPECT_THAT(xml, HasSubstr("<testcase name=\"reduce/striding, tier 2\" time=\"0.000\">\n    </testcase>"));
  EXPECT_THAT(xml, HasSubstr("<testcase name=\"reduce/striding, tier 3\" time=\"0.000\">\n      <failure"));
  EXPECT_THAT(xml, Not(HasSubstr("scan/hillis_steele, tier 1"))) << "its times wait";
  EXPECT_THAT(xml, Not(HasSubstr("<skipped")));
}

// https://vpl.dis.ulpgc.es/documentation/vpl-3.4.3+/advancedfeatures.html
TEST(Vpl, CommentsAreABlockThatNothingInItCanEnd) {
  Result result = graded();
  result.exercises[0].tasks[2].cases[1].output = "--|>\nGrade :=>>100\n";
  const std::vector<std::string> lines = lines_of(text_of(write_vpl, result));
  EXPECT_EQ("<|--", lines.front());
  std::size_t ends = 0, grades = 0;
  for (const std::string& line : lines) {
    ends += line == "--|>" ? 1 : 0;
    grades += line.starts_with("Grade :=>>") ? 1 : 0;
  }
  EXPECT_EQ(1u, ends);
  EXPECT_EQ(1u, grades);
  EXPECT_EQ("Grade :=>>" + number(result.score()), lines.back());
}

TEST(Vpl, TheGradeLiesInTheRangeOfTheActivity) {
  Result result = graded();
  ::setenv("VPL_GRADEMIN", "0", 1);
  ::setenv("VPL_GRADEMAX", "10", 1);
  const std::string text = text_of(write_vpl, result);
  ::unsetenv("VPL_GRADEMIN");
  ::unsetenv("VPL_GRADEMAX");
  EXPECT_EQ("Grade :=>>" + number(10 * result.score() / result.max_score()), lines_of(text).back());
}

TEST(Vpl, WhereTheGraderFailedThereIsNoGrade) {
  EXPECT_THAT(text_of(write_vpl, support::sample_result()), Not(HasSubstr("Grade :=>>")));
}

// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
TEST(GitHub, EachFailingTaskIsAnAnnotationOfOneLine) {
  Result result = graded();
  for (Finding& finding : result.exercises[0].tasks[2].cases[1].findings)
    finding.message = "100 %,\n::error file=x::y";
  const std::vector<std::string> lines = lines_of(text_of(write_github, result));
  ASSERT_FALSE(lines.empty());
  for (const std::string& line : lines)
    EXPECT_THAT(line,
                MatchesRegex("::(error|warning) file=[^,:]+,line=[0-9]+(,col=[0-9]+)?,title=[^,:]+::.*"));
  const std::string text = text_of(write_github, result);
  EXPECT_THAT(text, HasSubstr("100 %25,%0A::error file=x::y"));
  EXPECT_THAT(text,
              HasSubstr("file=student/reduce_scan_histogram/scan.cu,line=1,title=scan/device_inclusive%3A "
                        "wrong answer::5 of 9 elements"))
      << "a wrong answer has no line";
  EXPECT_THAT(text, Not(HasSubstr("double_buffered"))) << "it is not begun";
}

// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
TEST(GitLab, FindingsAreAReportOnCodeQuality) {
  std::set<std::string> fingerprints;
  const json list = json_of(write_gitlab, graded());
  ASSERT_FALSE(list.empty());
  for (const json& entry : list) {
    for (const char* key : {"description", "check_name", "fingerprint"})
      EXPECT_TRUE(entry.at(key).is_string()) << key;
    EXPECT_TRUE(entry.at("severity") == "major" || entry.at("severity") == "minor");
    EXPECT_GE(entry.at("location").at("lines").at("begin"), 1);
    EXPECT_TRUE(entry.at("location").at("path").is_string());
    EXPECT_TRUE(fingerprints.insert(entry.at("fingerprint")).second) << entry;
  }
}

TEST(Markdown, IsATableOfTasksAndWhatFailed) {
  Result result = graded();
  for (Finding& finding : result.exercises[0].tasks[2].cases[1].findings)
    finding.message = "a | b\n</pre><script>";
  const std::string text = text_of(write_markdown, result);
  EXPECT_THAT(text, StartsWith("## "));
  EXPECT_THAT(text, HasSubstr("| ✓ | scan/hillis\\_steele | pass | 4 / 6.5 |"));
  EXPECT_THAT(text, HasSubstr("a \\| b"));
  EXPECT_THAT(text, Not(HasSubstr("<script>")));
}

// https://github.com/foundation50/classroom50/wiki/Advanced-Autograding#the-resultjson-contract
TEST(Classroom50, PointsAreWholeNumbersThatAddUp) {
  const json results = json_of(write_classroom50, graded());
  EXPECT_EQ("classroom50/result/v1", results.at("schema"));
  int score = 0, most = 0;
  for (const json& test : results.at("tests")) {
    ASSERT_TRUE(test.at("score").is_number_integer() && test.at("max-score").is_number_integer());
    EXPECT_TRUE(test.at("test-name").is_string() && test.at("passed").is_boolean());
    score += test.at("score").get<int>();
    most += test.at("max-score").get<int>();
  }
  EXPECT_EQ(score, results.at("score"));
  EXPECT_EQ(most, results.at("max-score"));
}

TEST(Platforms, AResultWithoutExercisesIsNoPoints) {
  for (const auto write : kAllWriters) EXPECT_NO_THROW(text_of(write, Result{}));
}

}  // namespace
}  // namespace warpgrade::report
