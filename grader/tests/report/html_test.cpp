#include "report/html/html.hpp"

#include <algorithm>
#include <regex>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/html/elements.hpp"
#include "report/html/sections.hpp"
#include "report/html/source.hpp"
#include "report/plot.hpp"
#include "system/base64.hpp"
#include "tests/report/golden.hpp"
#include "tests/report/sample_result.hpp"
#include "tests/report/well_formed.hpp"
#include "tests/support/contains.hpp"

namespace warpgrade::report {
namespace {

using support::is_well_formed;
using ::testing::HasSubstr;
using ::testing::Not;

std::string html_of(const Result& result, bool costs = true) {
  std::ostringstream out;
  write_html(out, result, costs);
  return out.str();
}

/// With the student's files beside it.
std::string sample_page(Result result = support::sample_result_to_look_at()) {
  const support::TemporaryFolder folder;
  support::write_sample_submission(folder);
  result.submission = folder.path().string();
  return html_of(result);
}

/// Without the document type, which is not XML.
std::string as_xml(const std::string& page) { return page.substr(page.find('\n') + 1); }

TEST(Html, ThePageIsAsReviewed) {
  const support::TemporaryFolder folder;
  support::write_sample_submission(folder);
  Result result = support::sample_result_to_look_at();
  result.submission = folder.path().string();
  const std::string page = html_of(result);
  EXPECT_THAT(page, ::testing::StartsWith("<!DOCTYPE html>\n<html lang=\"en\">"));
  EXPECT_TRUE(is_well_formed(as_xml(page)));
  std::string body = page.substr(page.find("<body>"), page.find("<script>") - page.find("<body>"));
  body.replace(body.find(result.submission), result.submission.size(), "FOLDER");
  support::expect_golden("page_body.txt", body);
}

TEST(Html, WhateverTheStudentWritesStaysText) {
  Result result = support::sample_result();
  TaskResult& racing = result.exercises[0].tasks[2];
  racing.hint = "</article><script>alert(1)</script>";
  CaseResult& one = racing.cases[1];
  one.output = "</pre><script>alert(2)</script>\x1b[31m\xff";
  for (Finding& finding : one.findings) {
    finding.message = "a < b && \"c\" <img src=x onerror=alert(3)>";
    finding.place.kernel = "<script>";
    finding.place.file = "a&b\"><script>.cu";
  }
  result.exercises[0].quiz->questions[0].answer = "<script>";
  result.exercises[0].source = "student/a&b/<i>.cu";
  racing.hot_lines = {{"\"><script>", 1, "<script>", TrafficKind::global_load, 1, 1, 1}};
  result.command = "./grade --submission '<script>'";
  const std::string page = sample_page(result);
  EXPECT_TRUE(is_well_formed(as_xml(page)));
  EXPECT_EQ(1u, support::count(page, "<script")) << "the page's own";
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, HasSubstr("kernel &lt;script&gt;"));
  EXPECT_THAT(page, HasSubstr("a&amp;b&quot;&gt;"));
}

TEST(Html, SourceLinesStayText) {
  const support::TemporaryFolder folder;
  folder.write("reduce_scan_histogram/scan.cu", "1\n2\n3\n4 a & b\n5\n6 </li><script>x</script>\n7\n8\n9\n");
  Result result = support::sample_result();
  result.submission = folder.path().string();
  const std::string page = html_of(result);
  EXPECT_TRUE(is_well_formed(as_xml(page)));
  EXPECT_THAT(page, HasSubstr("</i> a &amp; b"));
  EXPECT_THAT(page, HasSubstr("</i> &lt;/li&gt;&lt;script&gt;x&lt;/script&gt;"));
}

TEST(Html, NothingIsFetchedAndNoScriptRunsButItsOwn) {
  const std::string page = sample_page();
  EXPECT_THAT(page, Not(HasSubstr("http://")));
  EXPECT_THAT(page, Not(HasSubstr("https://")));
  EXPECT_EQ(support::count(page, "src="), support::count(page, "src=\"data:image/png;base64,"));
  EXPECT_THAT(page, HasSubstr("default-src 'none';"));
  EXPECT_EQ(1u, support::count(page, "<script>"));
}

TEST(Html, ADrawingStaysAnImageAndItsSentencesStayText) {
  Result result = support::sample_result();
  result.exercises[0].tasks[2].drawing = {.n = 8,
                                          .svg = "<svg><script>1</script></svg>",
                                          .sentences = {"a < b", "\"c\""},
                                          .command = "./grade <d>"};
  const std::string page = html_of(result);
  EXPECT_TRUE(is_well_formed(as_xml(page)));
  EXPECT_THAT(page, HasSubstr("src=\"data:image/svg+xml;base64," +
                              system::base64("<svg><script>1</script></svg>") + "\"/>"));
  EXPECT_THAT(page, HasSubstr("<p>a &lt; b</p>"));
  EXPECT_THAT(page, HasSubstr("./grade &lt;d&gt;"));
  EXPECT_THAT(page, Not(HasSubstr("<svg>")));
}

TEST(Html, WhatNvccMakesOfKernelsIsFolded) {
  Result result = support::sample_result();
  EXPECT_THAT(html_of(result), Not(HasSubstr("nvcc")));
  result.exercises[0].tasks[2].kernels =
      KernelSummaries{.card = "sm_90 (H100)",
                      .own = {{"scan<T>", {{"registers", "18 a thread"}}}},
                      .references = {{"scan_kernel", {{"registers", "20 a thread"}}}}};
  const std::string page = html_of(result);
  EXPECT_TRUE(is_well_formed(as_xml(page)));
  EXPECT_THAT(page, HasSubstr("<summary>" + result.exercises[0].tasks[2].name +
                              ": what nvcc makes of it for sm_90 (H100)</summary>"));
  EXPECT_THAT(page, HasSubstr("<h4>scan&lt;T&gt;</h4>"));
  EXPECT_THAT(page, HasSubstr("<h4>The reference: scan_kernel</h4>"));
}

TEST(Html, HiddenCasesStayHidden) {
  const std::string page = sample_page();
  EXPECT_THAT(page, Not(HasSubstr("SECRET")));
  EXPECT_THAT(page, HasSubstr("This is a hidden case: its values are not shown."));
  EXPECT_EQ(2u, support::count(page, "class=\"compare\"")) << "the hidden case has a picture, too";
}

TEST(Html, PartiesThatLieFarApartHaveAnExcerptEach) {
  const support::TemporaryFolder folder;
  std::string text;
  for (int i = 1; i <= 60; ++i) text += fmt::format("line({});\n", i);
  folder.write("a.cu", text);
  html::Excerpts excerpts({folder.path().string(), "unit"});
  const std::string both = excerpts.quote("a.cu", {{50, "1"}, {5, "2"}});
  EXPECT_EQ(2u, support::count(both, "<ol "));
  EXPECT_EQ(18u, support::count(both, "<li"));
  EXPECT_LT(both.find("<b>2</b>"), both.find("<b>1</b>"));
  EXPECT_EQ("", excerpts.quote("a.cu", {{5, "2"}, {50, "1"}})) << "it stands in the page already";
  EXPECT_EQ("", excerpts.quote("a.cu", {{61, ""}})) << "there is no such line";
}

TEST(Html, SourceIsColouredAsCppAndStaysText) {
  const auto highlighted = [](const std::string& line) { return html::highlighted({line}).front(); };
  EXPECT_EQ("<i class=\"g\">__shared__</i> <i class=\"k\">float</i> a[<i class=\"n\">0x1Fu</i>];",
            highlighted("__shared__ float a[0x1Fu];"));
  EXPECT_EQ("x &lt; <i class=\"g\">threadIdx</i>.x / y", highlighted("x < threadIdx.x / y"));
  EXPECT_THAT(html::highlighted({"f(\"// \\\"<\"); /* begins", "for */ for"}),
              ::testing::ElementsAre(
                  "f(<i class=\"s\">&quot;// \\&quot;&lt;&quot;</i>); <i class=\"c\">/* begins</i>",
                  "<i class=\"c\">for */</i> <i class=\"k\">for</i>"));
  EXPECT_EQ("<i class=\"s\">'\\</i>", highlighted("'\\")) << "a text without an end";
}

TEST(Html, TheMatrixHasARowForEachOrderWhereOrdersMatter) {
  TaskResult task;
  task.name = "fused";
  for (const std::uint64_t n : {1, 33}) {
    CaseResult one;
    one.name = "n" + std::to_string(n) + ".odd_u32.half";
    one.n = n;
    one.verdict = n == 1 ? Verdict::pass : Verdict::race;
    one.orders = {{Order::forward, Verdict::pass},
                  {Order::reverse, n == 1 ? Verdict::pass : Verdict::wrong_answer}};
    if (n == 1) one.orders.push_back({Order::random, Verdict::pass});
    task.cases.push_back(one);
  }
  const std::string matrix = html::case_matrix(task);
  EXPECT_THAT(matrix, HasSubstr("<th scope=\"row\">odd_u32, in reverse</th><td>✓</td><td><b>✗</b></td>"));
  EXPECT_THAT(matrix, Not(HasSubstr("odd_u32, forward"))) << "there no case fails";
  EXPECT_THAT(matrix, HasSubstr("With 2 others no case fails."));
}

TEST(Html, WhatFailsComesFirstAndTheReaderChoosesWhatIsShown) {
  Result result = support::sample_result_to_look_at();
  std::erase_if(result.exercises[2].tasks,
                [](const TaskResult& task) { return task.verdict != Verdict::pass; });
  std::ranges::reverse(result.exercises);
  const std::string page = sample_page(result);
  std::vector<std::string> looks;
  const std::regex section(R"re(<section id="[a-z_]+" data-look="([a-z]+)">)re");
  for (std::sregex_iterator it(page.begin(), page.end(), section), end; it != end; ++it)
    looks.push_back((*it)[1]);
  EXPECT_THAT(looks, ::testing::ElementsAre("bad", "bad", "good"));
  EXPECT_THAT(page, HasSubstr("value=\"all\" checked=\"\"/> All (3)"));
}

TEST(Html, AQuizThatNobodyBeganIsNotWrong) {
  Result result = support::sample_result();
  for (QuestionResult& question : result.exercises[0].quiz->questions) {
    question.answer.clear();
    question.right = false;
  }
  const std::string page = html_of(result);
  EXPECT_THAT(page, HasSubstr("<span class=\"open\">○ quiz: not answered"));
  EXPECT_THAT(page, Not(HasSubstr("Quiz of scan")));
}

TEST(Html, TrafficOfRightTasksIsShownIfItIsAskedForAndOfWhatCostsTooMuchAlways) {
  Result result = support::sample_result_to_look_at();
  EXPECT_THAT(html_of(result, /*costs=*/false), Not(HasSubstr("class=\"heat\"")));
  result.exercises[0].tasks[0].verdict = Verdict::too_much_work;
  EXPECT_THAT(html_of(result, /*costs=*/false), HasSubstr("class=\"heat\""));
}

TEST(Html, AResultWithoutExercisesIsAPage) {
  const std::string page = html_of(Result{});
  EXPECT_TRUE(is_well_formed(as_xml(page)));
  EXPECT_THAT(page, HasSubstr("Nothing was graded."));
}

TEST(LogChart, OneSizeIsNoChartAndZerosHaveNoPlace) {
  EXPECT_EQ("", log_chart("t", "d", "u", {{"yours", "mine", {{32, 5}}}}));
  EXPECT_EQ("", log_chart("t", "d", "u", {{"yours", "mine", {{0, 5}, {1, 0}, {32, 5}}}}));
  const std::string chart = log_chart("t", "d", "u", {{"yours", "mine", {{0, 0}, {32, 5}, {64, 6}}}});
  EXPECT_TRUE(is_well_formed(chart));
  EXPECT_THAT(chart, Not(HasSubstr("nan")));
  EXPECT_THAT(chart, Not(HasSubstr("inf")));
}

TEST(LogChart, GrowsToTheRightAndUp) {
  const std::string chart = log_chart("t", "d", "u", {{"yours", "mine", {{1, 1}, {4, 16}}}});
  std::smatch at;
  ASSERT_TRUE(
      std::regex_search(chart, at, std::regex(R"re("mine" d="M([0-9.]+),([0-9.]+) ([0-9.]+),([0-9.]+)")re")));
  EXPECT_LT(std::stod(at[1]), std::stod(at[3]));
  EXPECT_GT(std::stod(at[2]), std::stod(at[4]));
}

}  // namespace
}  // namespace warpgrade::report
