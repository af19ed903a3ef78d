#include "report/overview.hpp"

#include <gtest/gtest.h>

#include "tests/support/contains.hpp"

namespace warpgrade::report {
namespace {

using support::contains;

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
