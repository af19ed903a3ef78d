#include "report/summary.hpp"

#include <gtest/gtest.h>

#include "report/next_step.hpp"
#include "tests/support/contains.hpp"

namespace warpgrade::report {
namespace {

using support::contains;

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

std::string advice_on(const Result& result) {
  const Advice advice = next_step(result);
  return advice.sentence + "\n  " + advice.command + "\n";
}

TEST(Header, NamesSubmissionDeviceAndSeed) {
  Result result;
  result.submission = "student";
  result.seed = 42;
  result.device = {{DeviceKind::simulator}, "simulator", {}};
  EXPECT_EQ("Warpgrade · student · simulator · seed 42\n", header(result, {}));
  result.device = {{DeviceKind::cuda}, "NVIDIA H200", {}};
  EXPECT_EQ("Warpgrade · student · cuda (NVIDIA H200) · seed 42\n", header(result, {}));
}

TEST(Totals, AWeakSandboxIsToldAndTheBestOneIsNot) {
  Result result = with({Verdict::pass});
  result.sandbox = SandboxTier::bubblewrap;
  EXPECT_FALSE(contains(totals(result, {}), "andbox"));
  result.sandbox = SandboxTier::landlock;
  EXPECT_TRUE(contains(totals(result, {}), "Sandbox: Landlock, weaker than bubblewrap"));
  result.sandbox = SandboxTier::none;
  EXPECT_TRUE(contains(totals(result, {}), "NO SANDBOX"));
}

TEST(ExerciseTable, TimesStandUnderIt) {
  Result result = with({Verdict::pass});
  TimingResult& timing = result.exercises[0].tasks[0].timing.emplace_back();
  timing.n = 1 << 20;
  timing.op = "sum_i32";
  timing.ms = {0.125, 0.12, 0.13};
  EXPECT_TRUE(contains(exercise_table(result.exercises[0], {}), "task_0 timed with sum_i32\n"));
}

TEST(ExerciseTable, CasesThatPassAreCountedOfAll) {
  Result result = with({Verdict::race});
  result.exercises[0].tasks[0].cases.resize(3);
  result.exercises[0].tasks[0].cases[1].verdict = Verdict::pass;
  EXPECT_TRUE(contains(exercise_table(result.exercises[0], {}), "1 / 3"));
}

TEST(Totals, NoPointsAreShownIfNothingIsScored) {
  Result result = with({Verdict::pass});
  result.exercises[0].tasks[0].points = 0;
  EXPECT_TRUE(contains(totals(result, {}), "No score: points are for whole tasks."));
  EXPECT_FALSE(contains(exercise_table(result.exercises[0], {}), "0 / 0"));
}

TEST(NextStep, OurFaultComesBeforeTheStudents) {
  EXPECT_TRUE(contains(advice_on(with({Verdict::race, Verdict::grader_error})), "./grade doctor"));
}

TEST(NextStep, AFailureComesBeforeWhatIsNotStarted) {
  const std::string text = advice_on(with({Verdict::not_started, Verdict::race}));
  EXPECT_TRUE(
      contains(text, "correct scan/task_1 in student/unit_1/scan.cu, then run\n  ./grade scan/task_1\n"))
      << text;
}

TEST(NextStep, NamesTheFileOfTheFirstUntouchedTask) {
  const std::string text = advice_on(with({Verdict::pass, Verdict::not_started}));
  EXPECT_TRUE(
      contains(text, "write scan/task_1 in student/unit_1/scan.cu, then run\n  ./grade scan/task_1\n"))
      << text;
}

TEST(NextStep, ARepairThatMayBeUntouchedComesInItsTurn) {
  Result result = with({Verdict::not_started, Verdict::wrong_answer, Verdict::not_started, Verdict::race});
  TaskResult& repair = result.exercises[0].tasks[1];
  repair.is_repair = true;
  EXPECT_TRUE(contains(advice_on(result), "Next: correct scan/task_3 in"));
  result.exercises[0].tasks[3].verdict = Verdict::pass;
  EXPECT_TRUE(contains(advice_on(result), "Next: write scan/task_0 in"));
  result.exercises[0].tasks[0].verdict = Verdict::pass;
  EXPECT_TRUE(contains(advice_on(result), "Next: repair scan/task_1 in"));
  repair.verdict = Verdict::pass;
  EXPECT_TRUE(contains(advice_on(result), "Next: write scan/task_2 in"));
}

TEST(NextStep, RightComesBeforeFast) {
  EXPECT_TRUE(
      contains(advice_on(with({Verdict::too_slow, Verdict::not_started})), "Next: write scan/task_1 in"));
  EXPECT_TRUE(contains(advice_on(with({Verdict::too_slow, Verdict::pass})), "Next: speed up scan/task_0 in"));
}

TEST(NextStep, RepeatsTheOptionsOfTheCommand) {
  Result result = with({Verdict::race});
  result.command = "./grade --submission mine";
  EXPECT_TRUE(contains(advice_on(result), "\n  ./grade --submission mine scan/task_0\n"));
}

TEST(NextStep, AfterAllPassedOnlyTimesCanWait) {
  Result result = with({Verdict::pass});
  EXPECT_TRUE(contains(advice_on(result), "All done."));
  result.exercises[0].tasks[0].waiting_points = 2;
  EXPECT_TRUE(contains(advice_on(result), "GPU"));
}

TEST(NextStep, AWarningIsTheNextStep) {
  Result result = with({Verdict::pass});
  result.exercises[0].tasks[0].warnings = {make_finding(Verdict::pass, "40 bytes are never freed.")};
  EXPECT_TRUE(contains(advice_on(result), "Look at the warning above"));
}

TEST(NextStep, WithAGpuNobodyIsSentToOne) {
  Result result = with({Verdict::pass});
  result.device.kinds = {DeviceKind::simulator, DeviceKind::cuda};
  result.exercises[0].tasks[0].waiting_points = 2;
  EXPECT_TRUE(contains(advice_on(result), "The times can't be measured here."));
}

TEST(Totals, SayWhyPointsWait) {
  Result result = with({Verdict::pass, Verdict::pass, Verdict::pass});
  for (TaskResult& task : result.exercises[0].tasks) {
    task.waiting_points = 2;
    task.timing_note = "there is no GPU here";
  }
  EXPECT_TRUE(contains(totals(result, {}),
                       "6 of them waiting for times on a GPU\n  6 points wait: there is no GPU here\n"))
      << totals(result, {});
  result.exercises[0].tasks[1].timing_note = "the reference does not build";
  const std::string text = totals(result, {});
  EXPECT_TRUE(contains(text, "  4 points wait (scan/task_0, scan/task_2): there is no GPU here\n")) << text;
  EXPECT_TRUE(contains(text, "  2 points wait (scan/task_1): the reference does not build\n")) << text;
}

TEST(Totals, OneLineNamesTheOptionThatShowsWhereMemoryIsWasted) {
  Result result;
  ExerciseResult& exercise = result.exercises.emplace_back();
  for (const char* name : {"a", "b", "c"}) {
    TaskResult& task = exercise.tasks.emplace_back();
    task.name = name;
    task.verdict = Verdict::pass;
  }
  for (const int i : {0, 1})
    exercise.tasks[std::size_t(i)].hot_lines = {{"a.cu", 2, "k", TrafficKind::global_store, 1, 32, 4}};
  EXPECT_NE(std::string::npos,
            totals(result, {}).find("2 right tasks could move less memory. Add --costs to see which lines."));
  EXPECT_EQ(std::string::npos, exercise_table(exercise, {}).find("could move less"));
  HumanOptions with_costs;
  with_costs.costs = true;
  EXPECT_EQ(std::string::npos, totals(result, with_costs).find("--costs"));
  EXPECT_NE(std::string::npos, exercise_table(exercise, with_costs).find("a could move less here:"));
}

TEST(NextStep, AMissingDeviceIsNoSuccess) {
  EXPECT_TRUE(contains(advice_on(with({Verdict::pass, Verdict::not_run})), "wait for a device"));
}

}  // namespace
}  // namespace warpgrade::report
