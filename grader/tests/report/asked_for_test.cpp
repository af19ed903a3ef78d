#include "report/asked_for.hpp"

#include <gtest/gtest.h>

namespace warpgrade::report {
namespace {

Result with(std::vector<Verdict> verdicts) {
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

HumanOptions options(bool costs, const std::string& card) {
  HumanOptions options;
  options.width = 120;
  options.costs = costs;
  options.card = card;
  return options;
}

TEST(AboutAsked, NothingIsSaidWhereNothingWasAskedFor) {
  EXPECT_EQ("", about_asked(with({Verdict::race}), options(false, "")));
}

TEST(AboutAsked, TasksWithoutCostsForTheSameReasonShareASentence) {
  Result result = with({Verdict::race, Verdict::not_started, Verdict::pass});
  result.exercises[0].tasks[2].cases.emplace_back().measures = true;
  EXPECT_EQ(
      "\nNo costs of scan/task_1, scan/task_2: they are measured once the results are right.\n"
      "No costs of scan/task_3: none has a bound, and no line moves more memory than it must.\n",
      about_asked(result, options(true, "")));
}

TEST(AboutAsked, ManyTasksAreNotAllNamed) {
  const Result result = with(std::vector<Verdict>(9, Verdict::not_started));
  EXPECT_EQ("\nNo costs of scan/task_1 and 8 more: they are measured once the results are right.\n",
            about_asked(result, options(true, "")));
}

TEST(AboutAsked, OnAGpuAloneNothingIsCounted) {
  Result result = with({Verdict::pass});
  result.device.kinds = {DeviceKind::cuda};
  EXPECT_EQ(
      "\nNo costs of scan/task_1: the simulator counts them. Leave --device out, or give --device both.\n",
      about_asked(result, options(true, "")));
}

TEST(AboutAsked, WhyThereAreNoBoundsOnTimesIsTold) {
  Result result = with({Verdict::pass, Verdict::race});
  result.exercises[0].tasks[1].bounds.emplace().note = "it is bounded once all results are right";
  EXPECT_EQ(
      "\nNo bounds on NVIDIA H200 of scan/task_1: not timed; ./grade list shows which tasks have points for "
      "speed.\n"
      "No bounds on NVIDIA H200 of scan/task_2: it is bounded once all results are right.\n",
      about_asked(result, options(false, "NVIDIA H200")));
}

}  // namespace
}  // namespace warpgrade::report
