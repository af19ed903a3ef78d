#include "judge/check/not_started.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

using testing::HasSubstr;

CaseResult one_case(Verdict verdict) {
  CaseResult result;
  result.verdict = verdict;
  if (verdict != Verdict::pass) result.findings = {make_finding(verdict, "Nothing was written to \"out\".")};
  return result;
}

std::vector<CaseResult> cases_with(const std::vector<Verdict>& verdicts) {
  std::vector<CaseResult> cases;
  for (const Verdict verdict : verdicts) cases.push_back(one_case(verdict));
  return cases;
}

TEST(NotStarted, ATaskThatWritesNothingForAnyElementsStaysNotStarted) {
  auto cases = cases_with({Verdict::pass, Verdict::not_started, Verdict::not_started});
  tell_not_started_from_wrong(cases, {0, 1, 1000}, /*is_filled_in=*/false);
  EXPECT_EQ(Verdict::not_started, cases[1].verdict) << "that n = 0 is right takes no work";
  EXPECT_EQ(Verdict::not_started, cases[2].verdict);
}

TEST(NotStarted, OnlyTheEmptyCaseUnwrittenIsAWrongAnswerThatNamesIt) {
  auto cases = cases_with({Verdict::not_started, Verdict::pass, Verdict::pass});
  tell_not_started_from_wrong(cases, {0, 1, 1000}, /*is_filled_in=*/false);
  ASSERT_EQ(Verdict::wrong_answer, cases[0].verdict);
  ASSERT_EQ(1u, cases[0].findings.size());
  EXPECT_EQ(Verdict::wrong_answer, cases[0].findings[0].verdict);
  EXPECT_THAT(cases[0].findings[0].message,
              HasSubstr("Nothing was written to \"out\". This happens at n = 0; in other cases"));
  EXPECT_THAT(cases[0].findings[0].remedy, testing::Not(HasSubstr("TODO")));
}

TEST(NotStarted, SomeUnwrittenSizesAreAllNamedOnceAndInOrder) {
  auto cases = cases_with({Verdict::pass, Verdict::not_started, Verdict::not_started, Verdict::wrong_answer,
                           Verdict::not_started});
  tell_not_started_from_wrong(cases, {1, 1000, 33, 64, 33}, /*is_filled_in=*/false);
  EXPECT_EQ(Verdict::wrong_answer, cases[2].verdict);
  EXPECT_THAT(cases[2].findings[0].message, HasSubstr("at n = 33, 1000;"));
}

TEST(NotStarted, SizesOfHiddenCasesAreNotNamed) {
  auto cases = cases_with({Verdict::pass, Verdict::not_started, Verdict::not_started});
  cases[2].hidden = true;
  tell_not_started_from_wrong(cases, {1, 33, 97}, /*is_filled_in=*/false);
  EXPECT_THAT(cases[1].findings[0].message, HasSubstr("at n = 33;"));
}

TEST(NotStarted, ACrashElsewhereShowsThatTheTaskWasStarted) {
  auto cases = cases_with({Verdict::not_started, Verdict::crash});
  tell_not_started_from_wrong(cases, {1, 1000}, /*is_filled_in=*/false);
  EXPECT_EQ(Verdict::wrong_answer, cases[0].verdict);
}

TEST(NotStarted, CasesThatDidNotRunSayNothingAboutTheTask) {
  auto cases = cases_with({Verdict::not_started, Verdict::not_run});
  tell_not_started_from_wrong(cases, {1, 1000}, /*is_filled_in=*/false);
  EXPECT_EQ(Verdict::not_started, cases[0].verdict);
}

TEST(NotStarted, OneThatIsFilledInAndWritesNothingIsAWrongAnswer) {
  auto cases = cases_with({Verdict::not_started, Verdict::not_started});
  tell_not_started_from_wrong(cases, {1, 1000}, /*is_filled_in=*/true);
  ASSERT_EQ(Verdict::wrong_answer, cases[1].verdict);
  EXPECT_EQ("Nothing was written to \"out\".", cases[1].findings[0].message);
  EXPECT_THAT(cases[1].findings[0].remedy, HasSubstr("look for the store of the result"));
}

TEST(NotStarted, AnEmptyCaseAloneIsAWrongAnswer) {
  auto cases = cases_with({Verdict::not_started});
  tell_not_started_from_wrong(cases, {0}, /*is_filled_in=*/false);
  EXPECT_EQ(Verdict::wrong_answer, cases[0].verdict) << "as in the grading that told to run it again";
}

}  // namespace
}  // namespace warpgrade::judge
