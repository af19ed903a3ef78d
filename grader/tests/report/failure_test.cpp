#include "report/failure.hpp"

#include <gtest/gtest.h>

#include "tests/support/contains.hpp"

namespace warpgrade::report {
namespace {

using support::contains;

CaseResult wrong_answer() {
  CaseResult result;
  result.verdict = Verdict::wrong_answer;
  Finding& finding = result.findings.emplace_back();
  finding.verdict = Verdict::wrong_answer;
  finding.message = "3 elements are wrong.";
  return result;
}

TEST(DescribePlace, NamesOnlyWhatIsKnown) {
  EXPECT_EQ("", describe_place({}));
  EXPECT_EQ("scan.cu", describe_place({"scan.cu", 0, 0, "", {}, {}}));
  EXPECT_EQ("scan.cu:4, kernel sum", describe_place({"scan.cu", 4, 2, "sum", {}, {}}));
}

TEST(DescribePlace, ShortensCoordinatesOfOneDimension) {
  EXPECT_EQ("scan.cu:4, block 7, thread (1, 2, 0)",
            describe_place({"scan.cu", 4, 0, "", {{7, 0, 0}}, {{1, 2, 0}}}));
}

TEST(DescribeCase, PutsExpectedBesideGotInColumns) {
  CaseResult result = wrong_answer();
  result.findings[0].mismatches = {{"out", 9, "1", "-100"}, {"out", 1000, "22", "3"}};
  result.findings[0].mismatch_count = 2;
  const std::string text = describe_case({}, result, {});
  EXPECT_TRUE(contains(text,
                       "               expected  got\n"
                       "    out[9]     1         -100\n"
                       "    out[1000]  22        3\n"))
      << text;
  EXPECT_FALSE(contains(text, "more")) << text;
}

TEST(DescribeCase, CountsTheMismatchesThatAreNotListed) {
  CaseResult result = wrong_answer();
  result.findings[0].mismatches = {{"out", 9, "1", "2"}};
  result.findings[0].mismatch_count = 12;
  EXPECT_TRUE(contains(describe_case({}, result, {}), "… and 11 more\n"));
}

TEST(DescribeCase, TheFindingOfTheVerdictComesFirst) {
  CaseResult result = wrong_answer();
  result.verdict = Verdict::race;
  Finding& race = result.findings.emplace_back();
  race.verdict = Verdict::race;
  race.message = "Two threads race.";
  const std::string text = describe_case({}, result, {});
  EXPECT_LT(text.find("Two threads race."), text.find("3 elements are wrong."));
}

TEST(DescribeCase, MoreThanThreeFindingsAreCounted) {
  CaseResult result = wrong_answer();
  for (int i = 0; i < 4; ++i) result.findings.push_back(result.findings[0]);
  EXPECT_TRUE(contains(describe_case({}, result, {}), "… and 2 more findings\n"));
}

TEST(DescribeCase, WithoutAFindingTheVerdictIsExplained) {
  CaseResult result;
  result.verdict = Verdict::timeout;
  EXPECT_TRUE(contains(describe_case({}, result, {}), std::string(explain(Verdict::timeout))));
}

TEST(DescribeCase, HiddenValuesAndPrintsAreLeftOut) {
  CaseResult result = wrong_answer();
  result.hidden = true;
  result.output = "in = 17";
  result.findings[0].mismatches = {{"out", 9, "18", "19"}};
  const std::string text = describe_case({}, result, {});
  for (const char* secret : {"17", "18", "19"}) EXPECT_FALSE(contains(text, secret)) << text;
  EXPECT_TRUE(contains(text, "hidden case"));
}

TEST(DescribeCase, PrintsOfTheSubmissionAreFewAndHarmless) {
  CaseResult result = wrong_answer();
  for (int i = 0; i < 1000; ++i) result.output += "\x1b[1A" + std::string(500, 'x') + "\n";
  const std::string text = describe_case({}, result, {});
  EXPECT_FALSE(contains(text, "\x1b"));
  EXPECT_TRUE(contains(text, "… and 992 more lines\n"));
  EXPECT_LT(text.size(), 1200u);
}

}  // namespace
}  // namespace warpgrade::report
