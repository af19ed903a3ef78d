#include "model/result.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace warpgrade {
namespace {

using nlohmann::json;

TaskResult task(Verdict verdict, double points = 2, double score = 0) {
  TaskResult result;
  result.name = "blelloch";
  result.verdict = verdict;
  result.points = points;
  result.score = score;
  return result;
}

Result result_of(std::vector<TaskResult> tasks) {
  Result result;
  result.exercises.emplace_back().tasks = std::move(tasks);
  return result;
}

TEST(Worst, FollowsTheOrderOfTheEnum) {
  EXPECT_EQ(Verdict::race, worst({Verdict::pass, Verdict::race, Verdict::wrong_answer}));
  EXPECT_EQ(Verdict::forbidden, worst({Verdict::forbidden, Verdict::crash}));
}

TEST(Worst, GraderErrorWinsOverAll) {
  EXPECT_EQ(Verdict::grader_error, worst({Verdict::forbidden, Verdict::grader_error, Verdict::not_run}));
}

TEST(Worst, WaitingCountsOnlyWhenThereIsNothingElse) {
  EXPECT_EQ(Verdict::not_run, worst({Verdict::not_run, Verdict::not_run}));
  EXPECT_EQ(Verdict::pass, worst({Verdict::not_run, Verdict::pass}));
  EXPECT_EQ(Verdict::timeout, worst({Verdict::timeout, Verdict::not_run}));
}

TEST(Worst, PassesOfEmptyInputsDoNotHideThatNothingWasStarted) {
  EXPECT_EQ(Verdict::not_started, worst({Verdict::pass, Verdict::not_started, Verdict::not_started}));
}

CaseResult failing(std::uint64_t n, Verdict verdict) {
  CaseResult result;
  result.n = n;
  result.verdict = verdict;
  result.findings = {make_finding(verdict, "it fails")};
  return result;
}

const CaseResult& leading(const std::vector<CaseResult>& cases) { return *leading_case(cases); }

TEST(LeadingCase, IsNothingWhereNoCaseFails) {
  EXPECT_EQ(nullptr, leading_case({}));
  EXPECT_EQ(nullptr, leading_case({failing(1, Verdict::pass), failing(2, Verdict::not_run)}));
}

TEST(LeadingCase, IsTheSmallestAndNotTheMostSevere) {
  EXPECT_EQ(33u, leading({failing(1000, Verdict::timeout), failing(33, Verdict::race),
                          failing(64, Verdict::race), failing(1, Verdict::pass)})
                     .n);
}

TEST(LeadingCase, IsEmptyOnlyWhereNoOtherFails) {
  const CaseResult empty = failing(0, Verdict::launch_error);
  EXPECT_EQ(5u, leading({empty, failing(5, Verdict::out_of_bounds)}).n);
  EXPECT_EQ(0u, leading({empty, failing(5, Verdict::pass)}).n);
}

TEST(LeadingCase, MeasuresOnlyWhereNoOrdinaryCaseFails) {
  CaseResult measuring = failing(2, Verdict::timeout);
  measuring.measures = true;
  EXPECT_EQ(9u, leading({measuring, failing(9, Verdict::wrong_answer)}).n);
}

TEST(LeadingCase, IsWrongRatherThanTooExpensive) {
  EXPECT_EQ(9u, leading({failing(2, Verdict::too_much_work), failing(9, Verdict::wrong_answer)}).n);
  EXPECT_EQ(9u, leading({failing(2, Verdict::other_technique), failing(9, Verdict::too_much_work)}).n);
}

TEST(LeadingCase, DependsOnTheCallBeforeAnythingElse) {
  CaseResult stale = failing(1000, Verdict::wrong_answer);
  stale.findings.front().call_dependence = true;
  EXPECT_EQ(1000u, leading({failing(2, Verdict::out_of_bounds), stale}).n);
}

TEST(LeadingCase, NamesTheMistakeIfAWrongAnswerOfTheTaskDoes) {
  CaseResult named = failing(1000, Verdict::wrong_answer);
  named.findings.front().names_mistake = true;
  EXPECT_EQ(1000u, leading({failing(2, Verdict::wrong_answer), failing(9, Verdict::race), named}).n);
  EXPECT_EQ(2u, leading({failing(2, Verdict::race), named}).n);
}

TEST(LeadingCase, IsARaceOfMoreThanOneWarpIfTheSmallestIsARace) {
  EXPECT_EQ(64u,
            leading({failing(3, Verdict::race), failing(64, Verdict::race), failing(97, Verdict::race)}).n);
  EXPECT_EQ(3u, leading({failing(3, Verdict::race), failing(64, Verdict::out_of_bounds)}).n);
}

TEST(LeadingCase, OfWrongAnswersAtOneSizeIntervalsTellMostThenValuesThatFollowARule) {
  const auto shown = [](Verdict verdict, const std::vector<std::string>& names) {
    std::vector<CaseResult> cases;
    for (const std::string& name : names) {
      cases.push_back(failing(2, verdict));
      cases.back().name = name;
    }
    return leading_case(cases)->name;
  };
  const std::vector<std::string> numbers = {"n2.sum_i32.random", "n2.sum_i32.ascending"};
  std::vector<std::string> all = numbers;
  all.push_back("n2.interval.random");
  EXPECT_EQ("n2.sum_i32.ascending", shown(Verdict::wrong_answer, numbers));
  EXPECT_EQ("n2.interval.random", shown(Verdict::wrong_answer, all));
  EXPECT_EQ("n2.sum_i32.random", shown(Verdict::race, all));
}

TEST(LeadingCase, IsOneThatTheGraderCouldNotJudgeBeforeAllOthers) {
  EXPECT_EQ(7u, leading({failing(2, Verdict::race), failing(7, Verdict::grader_error)}).n);
}

TEST(VerdictOfATask, IsThatOfItsLeadingCaseOrAWorseOneOfItsOwnFindings) {
  TaskResult result = task(Verdict::not_run);
  EXPECT_EQ(Verdict::not_run, verdict_of(result));
  result.cases = {failing(1, Verdict::pass)};
  EXPECT_EQ(Verdict::pass, verdict_of(result));
  result.cases = {failing(9, Verdict::timeout), failing(2, Verdict::race), failing(3, Verdict::not_run)};
  EXPECT_EQ(Verdict::race, verdict_of(result));
  result.findings = {make_finding(Verdict::compile_error, "missing ;")};
  EXPECT_EQ(Verdict::compile_error, verdict_of(result));
}

TEST(Result, TotalsAreSumsOverTasks) {
  Result result = result_of({task(Verdict::pass, 6, 6), task(Verdict::race, 8, 0.5)});
  result.exercises[0].tasks[1].timing_points = 4;
  result.exercises[0].tasks[1].waiting_points = 4;
  result.exercises.push_back(result.exercises[0]);
  EXPECT_EQ(6.5, result.exercises[0].score());
  EXPECT_EQ(18, result.exercises[0].max_score());
  EXPECT_EQ(13, result.score());
  EXPECT_EQ(36, result.max_score());
  EXPECT_EQ(8, result.waiting_points());
}

TEST(ExitCode, IsZeroOnlyIfEveryTaskPassed) {
  EXPECT_EQ(0, result_of({task(Verdict::pass), task(Verdict::pass)}).exit_code());
  EXPECT_EQ(1, result_of({task(Verdict::pass), task(Verdict::not_started)}).exit_code());
  EXPECT_EQ(1, result_of({task(Verdict::compile_error)}).exit_code());
  EXPECT_EQ(1, result_of({task(Verdict::too_slow)}).exit_code());
}

TEST(ExitCode, IsTwoIfTheGraderOrTheMachineIsAtFault) {
  EXPECT_EQ(2, result_of({task(Verdict::race), task(Verdict::grader_error)}).exit_code());
  EXPECT_EQ(2, result_of({task(Verdict::pass), task(Verdict::not_run)}).exit_code());
}

TEST(ExitCode, NothingGradedIsNoSuccess) {
  EXPECT_EQ(2, Result{}.exit_code());
  EXPECT_EQ(2, result_of(std::vector<TaskResult>()).exit_code());
}

TEST(ResultJson, FactsOfTheDeviceNeverReplaceItsName) {
  Result result;
  result.device = {{DeviceKind::cuda}, "NVIDIA H200", {{"driver", "580.1"}, {"name", "never this"}}};
  EXPECT_EQ(json::parse(R"({"kind": "cuda", "name": "NVIDIA H200", "driver": "580.1"})"),
            json(result).at("device"));
}

CaseResult case_with_values(bool hidden) {
  CaseResult result;
  result.name = "n7.sum_i32.random";
  result.verdict = Verdict::wrong_answer;
  result.hidden = hidden;
  result.output = "in[0] = 123456";
  Finding& finding = result.findings.emplace_back();
  finding.verdict = Verdict::wrong_answer;
  finding.message = "7 of 7 elements are wrong.";
  finding.mismatches = {{"out", 0, "654321", "0"}};
  finding.inputs = "The first has in[0] = 123456.";
  finding.mismatch_count = 7;
  return result;
}

TEST(HiddenCase, ItsValuesAndPrintsStayOutOfResultJson) {
  Result result = result_of({task(Verdict::wrong_answer)});
  result.exercises[0].tasks[0].cases = {case_with_values(true)};
  const std::string text = json(result).dump();
  EXPECT_EQ(std::string::npos, text.find("123456"));
  EXPECT_EQ(std::string::npos, text.find("654321"));
  EXPECT_NE(std::string::npos, text.find("7 of 7 elements are wrong."));
  EXPECT_NE(std::string::npos, text.find(R"("hidden":true)"));
}

TEST(HiddenCase, APublicCaseIsShownInFull) {
  const CaseResult shown = without_secrets(case_with_values(false));
  EXPECT_EQ("in[0] = 123456", shown.output);
  EXPECT_EQ(1u, shown.findings.at(0).mismatches.size());
}

CaseResult measured(const std::string& name, double value, double bound, std::uint64_t n) {
  CaseResult result;
  result.cost[name] = {value, bound, "n", n};
  return result;
}

TEST(Summarize, TellsTheCostOfTheLargestN) {
  TaskResult result = task(Verdict::pass);
  result.cases = {measured("work", 7, 8, 8), measured("work", 99, 100, 100), measured("work", 31, 32, 32)};
  summarize(result);
  EXPECT_EQ(99, result.cost.at("work").measured);
}

TEST(Summarize, TellsACostAboveItsBoundBeforeAnyOther) {
  TaskResult result = task(Verdict::too_much_work);
  result.cases = {measured("work", 28, 8, 8), measured("work", 99, 100, 100)};
  summarize(result);
  EXPECT_EQ(28, result.cost.at("work").measured);
  EXPECT_TRUE(result.cost.at("work").is_above());
}

TEST(Summarize, ProofsOfAllSizesAreOneClaim) {
  TaskResult result = task(Verdict::pass);
  for (const std::uint64_t n : {33, 1, 2}) result.cases.emplace_back().proof = Proof{"right for all", {n}};
  result.cases.emplace_back();
  summarize(result);
  ASSERT_EQ(1u, result.proofs.size());
  EXPECT_EQ("right for all", result.proofs[0].claim);
  EXPECT_EQ((std::vector<std::uint64_t>{1, 2, 33}), result.proofs[0].n);
}

TEST(Summarize, ATaskThatDoesNotPassProvesNothing) {
  for (const Verdict verdict : {Verdict::not_started, Verdict::wrong_answer, Verdict::too_much_work}) {
    TaskResult result;
    result.verdict = verdict;
    result.cases.emplace_back().proof = Proof{"right for all", {0}};
    summarize(result);
    EXPECT_TRUE(result.proofs.empty()) << to_string(verdict);
  }
}

TEST(Summarize, WarningsOfAllCasesAreOneForEachLine) {
  const auto at_line = [](int line) {
    Finding warning = make_finding(Verdict::pass, "a barrier");
    warning.place.line = line;
    return warning;
  };
  TaskResult task;
  task.cases.resize(2);
  task.cases[0].warnings = {at_line(3)};
  task.cases[1].warnings = {at_line(3), at_line(7)};
  summarize(task);
  ASSERT_EQ(2u, task.warnings.size());
  EXPECT_EQ(7, task.warnings[1].place.line);
}

TEST(QuizOfAResult, PointsAreAddedAndWhatIsMissingFallsShort) {
  Result result;
  ExerciseResult& exercise = result.exercises.emplace_back();
  TaskResult& task = exercise.tasks.emplace_back();
  task.points = task.score = 4;
  task.verdict = Verdict::pass;
  exercise.quiz = QuizResult{"scan.quiz.toml", 2, {{"first", "a", true, 1}, {"second", "b", false, 1}}, ""};
  EXPECT_EQ(5, result.score());
  EXPECT_EQ(6, result.max_score());
  EXPECT_EQ(1, result.exit_code());
  exercise.quiz->questions[1].right = true;
  EXPECT_EQ(6, result.score());
  EXPECT_EQ(0, result.exit_code());
}

TEST(QuizOfAResult, WithoutPointsItIsOptional) {
  Result result;
  ExerciseResult& exercise = result.exercises.emplace_back();
  exercise.tasks.emplace_back().verdict = Verdict::pass;
  exercise.quiz = QuizResult{"scan.quiz.toml", 0, {{"first", "", false}}, ""};
  EXPECT_EQ(0, result.exit_code());
  EXPECT_EQ(0, result.max_score());
  exercise.quiz->questions.clear();
  exercise.quiz->points = 2;
  EXPECT_EQ(0, result.score()) << "no question, no division by zero";
}

}  // namespace
}  // namespace warpgrade
