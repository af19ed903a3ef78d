#include "report/summary.hpp"

#include <gtest/gtest.h>

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

TEST(Totals, NoPointsAreShownIfNothingIsScored) {
  Result result = with({Verdict::pass});
  result.exercises[0].tasks[0].points = 0;
  EXPECT_TRUE(contains(totals(result, {}), "No score: points are for whole tasks."));
  EXPECT_FALSE(contains(exercise_table(result.exercises[0], {}), "0 / 0"));
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

// ---- A line an exercise ----------------------------------------------------------------------------------

ExerciseResult exercise(const std::string& name, std::vector<TaskResult> tasks) {
  ExerciseResult result;
  result.name = name;
  result.tasks = std::move(tasks);
  return result;
}

TaskResult task(const std::string& name, Verdict verdict) {
  TaskResult result;
  result.name = name;
  result.verdict = verdict;
  result.points = 2;
  result.score = verdict == Verdict::pass ? 2 : 0;
  return result;
}

Result three_exercises() {
  TaskResult untouched = task("repair", Verdict::out_of_bounds);
  untouched.is_repair = true;
  Result result;
  result.exercises = {
      exercise("map", {task("write", Verdict::pass), task("repair", Verdict::pass)}),
      exercise("scan", {task("simple", Verdict::not_started), task("blelloch", Verdict::race)}),
      exercise("guard", {task("write", Verdict::not_started), untouched})};
  result.exercises[0].tasks[0].waiting_points = 1.5;
  return result;
}

TEST(Overview, HasALineForEachExercise) {
  EXPECT_EQ(
      "  exercise   right  points\n"
      "✓ map       2 of 2   4 / 4  1.5 waiting\n"
      "✗ scan      0 of 2   0 / 4  blelloch: race\n"
      "○ guard     0 of 2   0 / 4  not started\n",
      overview(three_exercises(), {}));
}

TEST(Overview, AQuizIsNamedOnceAllTasksAreRight) {
  Result result = three_exercises();
  for (ExerciseResult& one : result.exercises) one.quiz.emplace().questions.resize(1);
  const std::string text = overview(result, {});
  EXPECT_TRUE(contains(text, "2 of 2   4 / 4  quiz open\n")) << text;
  EXPECT_TRUE(contains(text, "blelloch: race\n")) << text;
}

TEST(Overview, RemarksAreCutWhereALineIsTooShort) {
  HumanOptions narrow;
  narrow.width = 40;
  EXPECT_TRUE(contains(overview(three_exercises(), narrow), "0 / 4  blelloch: r…\n"));
}

}  // namespace
}  // namespace warpgrade::report
