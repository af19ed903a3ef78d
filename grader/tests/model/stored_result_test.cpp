// A field that is forgotten in stored_result.cpp shows here: a result with no field as it is by default comes
// back.
#include "model/stored_result.hpp"

#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace warpgrade {
namespace {

Finding a_finding() {
  Finding finding = make_finding(Verdict::race, "a message", "a remedy");
  finding.place = {"scan.cu", 3, 4, "kernel", {{1, 2, 3}}, {{4, 5, 6}}};
  finding.other = Place{"scan.cu", 7, 0, "", {}, {}};
  finding.mismatches = {{"out", 5, "1", "2"}};
  finding.mismatch_count = 9;
  finding.order_dependence = finding.names_mistake = finding.call_dependence = true;
  return finding;
}

CaseResult a_case() {
  CaseResult one;
  one.name = "n32", one.device = DeviceKind::cuda, one.verdict = Verdict::race;
  one.n = std::numeric_limits<std::uint64_t>::max();
  one.measures = one.hidden = true;
  one.seconds = 0.25;
  one.findings = {a_finding()};
  one.warnings = {a_finding(), a_finding()};
  one.cost = {{"depth", {12.5, 20.0, "2·n", 32}}, {"work", {1, {}, "", 33}}};
  one.hot_lines = {{"scan.cu", 3, "kernel", TrafficKind::global_load, 1, 2, 3}};
  one.proof = Proof{"right for all", {32, 64}};
  one.pictures = {{"before", {0, 255, 7}}};
  one.output = std::string("not \xFF UTF-8\0 and a zero", 22);
  one.reproduce = "./grade scan";
  return one;
}

TaskResult a_task() {
  TaskResult task;
  task.name = "blelloch", task.title = "Blelloch", task.hint = "a hint", task.is_repair = true;
  task.points = 6, task.timing_points = 4, task.score = 5, task.waiting_points = 1;
  task.verdict = Verdict::too_slow;
  task.findings = {a_finding()};
  task.warnings = {a_finding()};
  task.cases = {a_case(), CaseResult()};
  task.cost = a_case().cost;
  task.hot_lines = a_case().hot_lines;
  task.proofs = {{"right for all", {1}}};
  task.timing = {{1024,
                  "sum",
                  "random",
                  {1, 2, 3},
                  4,
                  Measured{5, 6, 7},
                  {},
                  Measured{8, 9, 10},
                  11,
                  12,
                  13,
                  14,
                  15,
                  true,
                  "a note"}};
  task.tiers = {{2, TierKind::reference_ratio, 1.5, false}};
  task.tier = 1;
  task.timing_note = "a note";
  task.sanitizers = {{"memcheck", {Verdict::race}, "a note"}};
  task.drawing = TaskDrawing{8, "<svg/>", {"a sentence"}, "./grade draw"};
  return task;
}

Result a_result() {
  Result result;
  result.seed = 7;
  result.device = {{DeviceKind::simulator, DeviceKind::cuda}, "both", {{"driver", "1"}}};
  result.sandbox = SandboxTier::landlock;
  result.submission = "student";
  result.command = "./grade --seed 7";
  result.seconds = std::numeric_limits<double>::infinity();
  ExerciseResult& exercise = result.exercises.emplace_back();
  exercise.unit = "unit", exercise.name = "scan", exercise.title = "Scan", exercise.source = "scan.cu";
  exercise.tasks = {a_task()};
  exercise.tasks[0].own = {{"reader_12ab", "Which line?", "41"}};
  exercise.quiz = QuizResult{"scan.quiz.toml", 3, {{"steps", "5", true, 3, true, true}}, "a problem"};
  exercise.build_seconds = 2;
  return result;
}

TEST(StoredResult, ComesBackWithAllOfItsFields) {
  const std::vector<std::uint8_t> bytes = stored(a_result());
  const Result back = restored(bytes);
  EXPECT_EQ(bytes, stored(back));
  const TaskResult& task = back.exercises.at(0).tasks.at(0);
  EXPECT_EQ(a_case().output, task.cases[0].output);
  EXPECT_EQ(a_case().n, task.cases[0].n);
  EXPECT_EQ((std::vector<std::uint8_t>{0, 255, 7}), task.cases[0].pictures[0].png);
  EXPECT_EQ("a note", task.timing[0].note);
  EXPECT_FALSE(task.timing[0].reference_ratio);
  EXPECT_EQ(6u, (*task.cases[0].findings[0].place.thread)[2]);
  EXPECT_EQ(std::numeric_limits<double>::infinity(), back.seconds);
}

TEST(StoredResult, OfAResultWithoutAnythingComesBackToo) {
  EXPECT_EQ(stored(Result()), stored(restored(stored(Result()))));
}

TEST(StoredResult, DamagedBytesAreRefused) {
  std::vector<std::uint8_t> bytes = stored(a_result());
  bytes.resize(bytes.size() / 2);
  EXPECT_THROW(restored(bytes), std::runtime_error);
  EXPECT_THROW(restored({}), std::runtime_error);
}

TEST(StoredResult, AllTextsCanBeChanged) {
  Result result = a_result();
  for_each_text(result, [](std::string& text) {
    if (text == "scan.cu") text = "other.cu";
  });
  const TaskResult& task = result.exercises[0].tasks[0];
  EXPECT_EQ("other.cu", task.findings[0].place.file);
  EXPECT_EQ("other.cu", task.cases[0].findings[0].other->file);
  EXPECT_EQ("other.cu", task.hot_lines[0].file);
}

}  // namespace
}  // namespace warpgrade
