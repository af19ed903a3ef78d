#include "report/missing_costs.hpp"

#include <gtest/gtest.h>

namespace warpgrade::report {
namespace {

Result graded(std::vector<Verdict> verdicts) {
  Result result;
  result.device.kinds = {DeviceKind::simulator};
  ExerciseResult& exercise = result.exercises.emplace_back();
  exercise.name = "scan";
  for (const Verdict verdict : verdicts) {
    TaskResult& task = exercise.tasks.emplace_back();
    task.name = "task_" + std::to_string(exercise.tasks.size());
    task.verdict = verdict;
  }
  return result;
}

HumanOptions with_costs() {
  HumanOptions options;
  options.width = 120;
  options.costs = true;
  return options;
}

TEST(MissingCosts, NothingIsSaidWhereNothingWasAskedFor) {
  EXPECT_EQ("", missing_costs(graded({Verdict::race}), HumanOptions()));
}

TEST(MissingCosts, TasksWithoutCostsForTheSameReasonShareASentence) {
  Result result = graded({Verdict::race, Verdict::not_started, Verdict::pass});
  result.exercises[0].tasks[2].cases.emplace_back().measures = true;
  EXPECT_EQ(
      "\nNo costs of scan/task_1, scan/task_2: they are measured once the results are right.\n"
      "No costs of scan/task_3: none has a bound, and no line moves more memory than it must.\n",
      missing_costs(result, with_costs()));
}

TEST(MissingCosts, ManyTasksAreNotAllNamed) {
  const Result result = graded(std::vector<Verdict>(9, Verdict::not_started));
  EXPECT_EQ("\nNo costs of scan/task_1 and 8 more: they are measured once the results are right.\n",
            missing_costs(result, with_costs()));
}

TEST(MissingCosts, OnAGpuAloneNothingIsCounted) {
  Result result = graded({Verdict::pass});
  result.device.kinds = {DeviceKind::cuda};
  EXPECT_EQ(
      "\nNo costs of scan/task_1: the simulator counts them. Leave --device out, or give --device both.\n",
      missing_costs(result, with_costs()));
}

}  // namespace
}  // namespace warpgrade::report
