#include "report/failure.hpp"

#include <gtest/gtest.h>

#include "tests/support/contains.hpp"

namespace warpgrade::report {
namespace {

using support::contains;

CaseResult wrong_answer() {
  CaseResult result;
  result.verdict = Verdict::wrong_answer;
  result.findings = {make_finding(Verdict::wrong_answer, "3 elements are wrong.")};
  return result;
}

TEST(DescribePlace, NamesOnlyWhatIsKnown) {
  EXPECT_EQ("", describe_place({}));
  EXPECT_EQ("scan.cu", describe_place({"scan.cu", 0, 0, "", {}, {}}));
  EXPECT_EQ("scan.cu:4:2, kernel sum", describe_place({"scan.cu", 4, 2, "sum", {}, {}}));
}

TEST(DescribePlace, ShortensCoordinatesOfOneDimension) {
  EXPECT_EQ("scan.cu:4, block 7, thread (1, 2, 0)",
            describe_place({"scan.cu", 4, 0, "", {{7, 0, 0}}, {{1, 2, 0}}}));
}

TEST(DescribePlace, SaysWhereTheKernelCallsAFunction) {
  EXPECT_EQ("scan.cu:4, called at line 20, kernel sum", describe_place({"scan.cu", 4, 0, "sum", {}, {}, 20}));
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
