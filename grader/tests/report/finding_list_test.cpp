#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "report/formats.hpp"

namespace warpgrade::report {
namespace {

Finding race() {
  Finding finding =
      make_finding(Verdict::race, "Race on s[2]:\nread here.", "Put __syncthreads() between them.");
  finding.place = {"student/unit/scan.cu", 39, 5, "scan_kernel", {}, {}};
  finding.other = Place{"student/unit/scan.cu", 41, 0, "scan_kernel", {}, {}};
  return finding;
}

/// The same race in two cases, and a warning.
Result with_a_race() {
  Result result;
  ExerciseResult& exercise = result.exercises.emplace_back();
  exercise.name = "scan";
  TaskResult& task = exercise.tasks.emplace_back();
  task.name = "hillis_steele";
  for (int i = 0; i < 2; ++i) {
    CaseResult& one = task.cases.emplace_back();
    one.verdict = Verdict::race;
    one.findings = {race()};
  }
  Finding leak = make_finding(Verdict::pass, "tmp is never freed.");
  leak.place = {"student/unit/scan.cu", 60, 0, "", {}, {}};
  task.warnings = {leak};
  return result;
}

std::string lines_of(const Result& result) {
  std::ostringstream out;
  write_compiler_lines(out, result);
  return out.str();
}

TEST(CompilerLines, AFindingIsALineWithItsPlaceAndNotes) {
  EXPECT_EQ(
      "student/unit/scan.cu:39:5: error: race: Race on s[2]: read here. [scan/hillis_steele]\n"
      "student/unit/scan.cu:41: note: the other access\n"
      "student/unit/scan.cu:39:5: note: Put __syncthreads() between them.\n"
      "student/unit/scan.cu:60: warning: tmp is never freed. [scan/hillis_steele]\n",
      lines_of(with_a_race()));
}

TEST(CompilerLines, AWrongAnswerStandsWhereTheWorkOnItsTaskBegins) {
  Result result = with_a_race();
  ExerciseResult& exercise = result.exercises[0];
  exercise.source = "student/unit/scan.cu";
  TaskResult& task = exercise.tasks[0];
  task.line = 4;
  task.warnings.clear();
  task.cases.resize(1);
  task.verdict = task.cases[0].verdict = Verdict::wrong_answer;
  task.cases[0].findings = {make_finding(Verdict::wrong_answer, "out[3] is 7.")};
  EXPECT_EQ("student/unit/scan.cu:4: error: wrong answer: out[3] is 7. [scan/hillis_steele]\n",
            lines_of(result));
}

TEST(CompilerLines, TasksThatWereNotBegunAndFaultsOfTheGraderAreLeftOut) {
  Result result = with_a_race();
  TaskResult& task = result.exercises[0].tasks[0];
  task.warnings.clear();
  task.cases.resize(1);
  task.verdict = Verdict::not_started;
  task.cases[0].findings = {make_finding(Verdict::wrong_answer, "out[3] is 7.")};
  EXPECT_EQ("", lines_of(result));
  Finding ours = race();
  ours.verdict = task.verdict = Verdict::grader_error;
  task.cases[0].findings = {ours};
  EXPECT_EQ("", lines_of(result));
}

TEST(Sarif, HasARuleForEachVerdictAndAResultForEachFinding) {
  std::ostringstream out;
  write_sarif(out, with_a_race());
  const nlohmann::json sarif = nlohmann::json::parse(out.str());
  EXPECT_EQ("2.1.0", sarif.at("version"));
  const nlohmann::json& run = sarif.at("runs").at(0);
  EXPECT_EQ(2u, run.at("tool").at("driver").at("rules").size());
  ASSERT_EQ(2u, run.at("results").size());
  const nlohmann::json& first = run.at("results").at(0);
  EXPECT_EQ("race", first.at("ruleId"));
  EXPECT_EQ(39, first.at("locations").at(0).at("physicalLocation").at("region").at("startLine"));
  EXPECT_EQ(41, first.at("relatedLocations").at(0).at("physicalLocation").at("region").at("startLine"));
  EXPECT_EQ("warning", run.at("results").at(1).at("level"));
}

TEST(Sarif, AKindOfFindingIsARuleOfItsOwn) {
  Result result = with_a_race();
  std::vector<Finding>& findings = result.exercises[0].tasks[0].cases[0].findings;
  for (const FindingKind kind : {FindingKind::misaligned, FindingKind::assertion}) {
    findings.push_back(make_finding(kind, "It stopped."));
    findings.back().place = {"student/unit/scan.cu", 50, 0, "", {}, {}};
  }
  EXPECT_NE(std::string::npos, lines_of(result).find("scan.cu:50: error: misaligned: It stopped."));
  std::ostringstream out;
  write_sarif(out, result);
  const nlohmann::json run = nlohmann::json::parse(out.str()).at("runs").at(0);
  EXPECT_EQ("misaligned", run.at("results").at(1).at("ruleId"));
  EXPECT_EQ("assertion", run.at("results").at(2).at("ruleId"));
  EXPECT_EQ(4u, run.at("tool").at("driver").at("rules").size());
}

}  // namespace
}  // namespace warpgrade::report
