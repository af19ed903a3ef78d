// What is left of hidden cases, and what stays as it is.
#include "model/for_students.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/stored_result.hpp"

namespace warpgrade {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

CaseResult one_case(const std::string& name, std::uint64_t n, Verdict verdict, bool hidden) {
  CaseResult result;
  result.name = name;
  result.n = n;
  result.verdict = verdict;
  result.hidden = hidden;
  if (verdict == Verdict::pass) return result;
  Finding finding =
      make_finding(verdict, "The kernel writes out[" + name + "].", "Compare with " + name + ".");
  finding.place.file = "scan.cu";
  finding.place.line = 12;
  finding.place.block = {4, 0, 0};
  result.findings = {finding};
  result.reproduce = "./grade --case " + name;
  return result;
}

Result result_of(std::vector<CaseResult> cases) {
  Result result;
  TaskResult& task = result.exercises.emplace_back().tasks.emplace_back();
  task.cases = std::move(cases);
  task.verdict = verdict_of(task);
  return result;
}

const TaskResult& task_of(const Result& result) { return result.exercises[0].tasks[0]; }

TEST(ForStudents, AHiddenCaseTellsItsVerdictAndItsLineAlone) {
  Result shown = for_students(
      result_of({one_case("n8", 8, Verdict::pass, false), one_case("n97", 97, Verdict::crash, true)}));
  for_each_text(shown, [](std::string& text) { EXPECT_THAT(text, Not(HasSubstr("97"))); });
  const CaseResult& hidden = task_of(shown).cases[1];
  EXPECT_EQ("hidden", hidden.name);
  EXPECT_NE(97u, hidden.n);
  EXPECT_EQ(Verdict::crash, hidden.verdict);
  EXPECT_EQ(12, hidden.findings.at(0).place.line);
  EXPECT_FALSE(hidden.findings.at(0).place.block);
  EXPECT_EQ(Verdict::crash, task_of(shown).verdict);
}

TEST(ForStudents, AnswersToQuestionsOnTheOwnKernelStayHere) {
  Result result = result_of({one_case("n1", 1, Verdict::pass, false)});
  result.exercises[0].tasks[0].own = {{"reader_5d0c", "Which line reads it?", "41"}};
  EXPECT_FALSE(for_students(result).exercises[0].tasks[0].own);
}

TEST(ForStudents, WhatAFindingSaysWithoutNumbersIsKept) {
  Result result = result_of({one_case("n97", 97, Verdict::crash, true)});
  Finding& finding = result.exercises[0].tasks[0].cases[0].findings[0];
  finding.message = "The last element is missing.";
  EXPECT_EQ("The last element is missing.", task_of(for_students(result)).cases[0].findings[0].message);
}

TEST(ForStudents, HiddenCasesStandTogetherWhereverTheirSizesLie) {
  const auto sizes_of = [](const Result& result) {
    std::vector<std::uint64_t> sizes;
    for (const CaseResult& one : task_of(for_students(result)).cases) sizes.push_back(one.n);
    return sizes;
  };
  const auto cases = [](Verdict of_eight) {
    return result_of({one_case("n8", 8, of_eight, false), one_case("n9", 9, Verdict::crash, true),
                      one_case("n7", 7, Verdict::pass, true)});
  };
  EXPECT_THAT(sizes_of(cases(Verdict::pass)), ::testing::ElementsAre(8, 1, 1)) << "a hidden case is shown";
  const auto max = std::numeric_limits<std::uint64_t>::max();
  EXPECT_THAT(sizes_of(cases(Verdict::crash)), ::testing::ElementsAre(8, max, max)) << "a visible one is";
}

TEST(ForStudents, AWarningOfAVisibleCaseIsKeptAndOneOfAHiddenCaseTellsNoNumber) {
  CaseResult visible = one_case("n8", 8, Verdict::pass, false),
             hidden = one_case("n97", 97, Verdict::pass, true);
  visible.warnings = {make_finding(Verdict::pass, "Of 8 threads one returns.")};
  hidden.warnings = {make_finding(Verdict::pass, "Of 97 threads one returns.")};
  visible.warnings[0].place.line = 1;
  Result result = result_of({visible, hidden});
  const auto warnings = task_of(for_students(result)).warnings;
  ASSERT_EQ(2u, warnings.size());
  EXPECT_EQ("Of 8 threads one returns.", warnings[0].message);
  EXPECT_THAT(warnings[1].message, Not(HasSubstr("97")));
}

TEST(ForStudents, ATaskWithoutHiddenCasesStaysAsItIs) {
  const Result result = result_of({one_case("n8", 8, Verdict::crash, false)});
  EXPECT_EQ(stored(result), stored(for_students(result)));
}

}  // namespace
}  // namespace warpgrade
