#include "report/summary.hpp"

#include <gtest/gtest.h>

namespace warpgrade::report {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Result with(std::vector<Verdict> verdicts) {
  Result result;
  ExerciseResult& exercise = result.exercises.emplace_back();
  exercise.name = "scan";
  exercise.source = "student/unit_1/scan.cu";
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    TaskResult& task = exercise.tasks.emplace_back();
    task.name = "task_" + std::to_string(i);
    task.verdict = verdicts[i];
    task.points = 2;
  }
  return result;
}

std::string next_step(const Result& result) { return totals(result, {}); }

TEST(Header, NamesSubmissionDeviceAndSeed) {
  Result result;
  result.submission = "student";
  result.seed = 42;
  result.device = {"simulator", "simulator", {}};
  EXPECT_EQ("Warpgrade · student · simulator · seed 42\n", header(result, {}));
  result.device = {"cuda", "NVIDIA H200", {}};
  EXPECT_EQ("Warpgrade · student · cuda (NVIDIA H200) · seed 42\n", header(result, {}));
}

TEST(ExerciseTable, TimesNameWhatTheyAreComparedWith) {
  Result result = with({Verdict::pass});
  TimingResult timing;
  timing.n = 1024;
  timing.ms = {0.125, 0.12, 0.13};
  timing.copy_fraction = {0.853, 0.85, 0.86};
  timing.reference_ratio = {1.2, 1.19, 1.21};
  timing.tier = 2;
  result.exercises[0].tasks[0].timing = {timing};
  const std::string text = exercise_table(result.exercises[0], {});
  EXPECT_TRUE(contains(text,
                       "0.125 ms [0.12, 0.13] for n = 1024, 85 % of copy bandwidth, 1.20 × the reference's "
                       "time: tier 2"))
      << text;
}

TEST(ExerciseTable, CasesThatPassAreCountedOfAll) {
  Result result = with({Verdict::race});
  result.exercises[0].tasks[0].cases.resize(3);
  result.exercises[0].tasks[0].cases[1].verdict = Verdict::pass;
  EXPECT_TRUE(contains(exercise_table(result.exercises[0], {}), "1 / 3"));
}

TEST(Totals, WhereNothingIsScoredNoPointsAreShown) {
  Result result = with({Verdict::pass});
  result.exercises[0].tasks[0].points = 0;
  EXPECT_TRUE(contains(totals(result, {}), "No score: points are for whole tasks."));
  EXPECT_FALSE(contains(exercise_table(result.exercises[0], {}), "0 / 0"));
}

TEST(NextStep, OurFaultComesBeforeTheStudents) {
  EXPECT_TRUE(contains(next_step(with({Verdict::race, Verdict::grader_error})), "./grade doctor"));
}

TEST(NextStep, AFailureComesBeforeWhatIsNotStarted) {
  const std::string text = next_step(with({Verdict::not_started, Verdict::race}));
  EXPECT_TRUE(contains(text, "correct task_1 in student/unit_1/scan.cu, then run\n  ./grade scan/task_1\n"))
      << text;
}

TEST(NextStep, NamesTheFileOfTheFirstUntouchedTask) {
  const std::string text = next_step(with({Verdict::pass, Verdict::not_started}));
  EXPECT_TRUE(contains(text, "write task_1 in student/unit_1/scan.cu, then run\n  ./grade scan/task_1\n"))
      << text;
}

TEST(NextStep, RepeatsTheOptionsOfTheCommand) {
  Result result = with({Verdict::race});
  result.command = "./grade --submission mine";
  EXPECT_TRUE(contains(next_step(result), "\n  ./grade --submission mine scan/task_0\n"));
}

TEST(NextStep, AfterAllPassedOnlyTimesCanWait) {
  Result result = with({Verdict::pass});
  EXPECT_TRUE(contains(next_step(result), "All done."));
  result.exercises[0].tasks[0].waiting_points = 2;
  EXPECT_TRUE(contains(next_step(result), "GPU"));
}

TEST(NextStep, AMissingDeviceIsNoSuccess) {
  EXPECT_TRUE(contains(next_step(with({Verdict::pass, Verdict::not_run})), "wait for a device"));
}

}  // namespace
}  // namespace warpgrade::report
