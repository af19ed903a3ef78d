#include "report/task_section.hpp"

#include <gtest/gtest.h>

#include "tests/support/contains.hpp"

namespace warpgrade::report {
namespace {

using support::contains;

CaseResult one_case(const std::string& name, Verdict verdict) {
  CaseResult result;
  result.name = name;
  result.device = DeviceKind::simulator;
  result.verdict = verdict;
  if (verdict != Verdict::pass) result.findings = {make_finding(verdict, "message of " + name)};
  return result;
}

ExerciseResult exercise_with(std::vector<TaskResult> tasks) {
  ExerciseResult exercise;
  exercise.name = "scan";
  exercise.source = "student/scan.cu";
  exercise.tasks = std::move(tasks);
  return exercise;
}

TaskResult task(const std::string& name, Verdict verdict, std::vector<CaseResult> cases) {
  TaskResult result;
  result.name = name;
  result.verdict = verdict;
  result.cases = std::move(cases);
  return result;
}

TaskResult broken(const std::string& name) {
  TaskResult result = task(name, Verdict::compile_error, {});
  result.findings = {make_finding(Verdict::compile_error, "missing ;")};
  return result;
}

TEST(Failures, AWarningOfARightTaskIsShownOnce) {
  TaskResult right = task("a", Verdict::pass, {one_case("n1", Verdict::pass)});
  right.warnings = {make_finding(Verdict::pass, "40 bytes are never freed.", "Free them.")};
  const auto text = failures(exercise_with({right, task("b", Verdict::pass, {})}), "./grade", {});
  EXPECT_TRUE(contains(text, "! scan/a: 1 warning that costs no points")) << text;
  EXPECT_TRUE(contains(text, "40 bytes are never freed.")) << text;
  EXPECT_FALSE(contains(text, "scan/b")) << text;
}

TEST(Failures, EachReasonWhyCasesWereNotRunIsTold) {
  std::vector<CaseResult> cases{one_case("n1", Verdict::race)};
  for (const char* reason : {"Given up.", "Not yet.", "Given up."}) {
    cases.push_back(one_case("n2", Verdict::not_run));
    cases.back().findings.front().message = reason;
  }
  const auto text = failures(exercise_with({task("a", Verdict::race, cases)}), "./grade", {});
  EXPECT_TRUE(contains(text, "2 cases not run: Given up.\n")) << text;
  EXPECT_TRUE(contains(text, "1 case not run: Not yet.\n")) << text;
}

TEST(Failures, AResultThatDependsOnTheOrderIsNotExplainedAsTwoAccesses) {
  CaseResult seen = one_case("n2", Verdict::race), by_result = seen;
  by_result.findings[0].order_dependence = true;
  const std::string two_accesses = "Two threads access the same memory";
  const auto text = [](const CaseResult& result) {
    return failures(exercise_with({task("blelloch", Verdict::race, {result})}), "./grade", {});
  };
  EXPECT_TRUE(contains(text(seen), two_accesses));
  EXPECT_FALSE(contains(text(by_result), two_accesses));
  EXPECT_TRUE(contains(text(by_result), "The result depends on the order"));
  EXPECT_TRUE(contains(text(by_result), "scan/blelloch: race")) << "the verdict keeps its name";
}

TEST(Failures, WhichSizesFailStandsAboveTheCase) {
  std::vector<CaseResult> cases;
  for (const std::uint64_t n : {1, 2, 256, 257, 300, 1024}) {
    cases.push_back(one_case("n" + std::to_string(n), n > 256 ? Verdict::race : Verdict::pass));
    cases.back().n = n;
  }
  const auto text = failures(exercise_with({task("a", Verdict::race, cases)}), "./grade", {});
  const std::size_t rule = text.find("All is right up to n = 256"), shown = text.find("Case n257");
  EXPECT_LT(rule, shown) << text;
  EXPECT_NE(shown, std::string::npos) << text;
}

TEST(Failures, ManyCasesAreNotAllNamed) {
  std::vector<CaseResult> cases;
  for (int i = 0; i < 50; ++i) cases.push_back(one_case("n" + std::to_string(i), Verdict::race));
  const auto text = failures(exercise_with({task("a", Verdict::race, cases)}), "./grade", {});
  EXPECT_TRUE(contains(text, "49 more cases with the same verdict: n1, n2, n3, n4, n5, n6, …")) << text;
}

TEST(Failures, AFileThatDoesNotCompileIsNamedByItsExercise) {
  const auto text = failures(exercise_with({broken("a"), broken("b")}), "./grade --gpu 1", {});
  EXPECT_TRUE(contains(text, "scan: compile error")) << text;
  EXPECT_TRUE(contains(text, "Run it again: ./grade --gpu 1 scan\n")) << text;
}

TEST(Failures, TheHintOfTheTaskIsForWrongAnswersWithoutAName) {
  const auto text_of = [](CaseResult shown) {
    TaskResult failing = task("a", shown.verdict, {shown});
    failing.hint = "Round the half up.";
    return failures(exercise_with({failing}), "./grade", {});
  };
  CaseResult wrong = one_case("n2", Verdict::wrong_answer), named = wrong;
  named.findings.front().names_mistake = true;
  EXPECT_TRUE(contains(text_of(wrong), "Hint for the task as a whole: Round the half up."));
  EXPECT_FALSE(contains(text_of(named), "Hint"));
  EXPECT_FALSE(contains(text_of(one_case("n2", Verdict::race)), "Hint"));
}

TEST(Failures, WhatTheCompilerWarnsOfStandsBeforeWhatFails) {
  TaskResult failing = task("a", Verdict::race, {one_case("n2", Verdict::race)});
  failing.warnings = {make_finding(Verdict::pass, "this changes nothing"),
                      make_finding(Verdict::pass, "a leak")};
  Place& place = failing.warnings[0].place;
  place.file = "scan.cu", place.line = 3, place.column = 9;
  const auto text = failures(exercise_with({failing}), "./grade", {});
  EXPECT_LT(text.find("The compiler warns of this line:"), text.find("message of n2")) << text;
  EXPECT_TRUE(contains(text, "this changes nothing\n    at scan.cu:3:9")) << text;
  EXPECT_LT(text.find("1 warning that costs no points"), text.find("a leak")) << text;
}

TEST(Failures, ATaskThatWaitsIsToldOnlyIfItSaysWhy) {
  EXPECT_EQ("", failures(exercise_with({task("a", Verdict::not_run, {})}), "./grade", {}));
  const auto text = failures(exercise_with({task("a", Verdict::not_run, {one_case("n1", Verdict::not_run)})}),
                             "./grade", {});
  EXPECT_TRUE(contains(text, "message of n1")) << text;
}

}  // namespace
}  // namespace warpgrade::report
