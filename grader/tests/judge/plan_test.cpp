#include "judge/plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/options.hpp"
#include "tests/judge/fake_workshop.hpp"

namespace warpgrade::judge {
namespace {

std::vector<std::string> tasks_of(const Plan& plan) {
  std::vector<std::string> names;
  for (const ExerciseRun& exercise : plan.exercises)
    for (const TaskRun& run : exercise.tasks)
      names.push_back(exercise.exercise->name + "/" + run.task->name + "@" +
                      std::string(to_string(run.device)));
  return names;
}

using Names = std::vector<std::string>;

/// A course of two exercises.
class PlanTest : public testing::Test {
 protected:
  PlanTest() {
    course_.exercises = {fake_exercise(), fake_exercise()};
    course_.exercises[1].name = "second";
  }
  Plan plan(const std::vector<DeviceKind>& devices = {DeviceKind::simulator}) const {
    return make_plan(course_, options_, devices);
  }

  spec::Course course_;
  GradingOptions options_;
};

TEST_F(PlanTest, AnEmptySelectionIsTheWholeCourse) {
  const Plan made = plan();
  EXPECT_EQ(
      (Names{"fake/one@simulator", "fake/two@simulator", "second/one@simulator", "second/two@simulator"}),
      tasks_of(made));
  EXPECT_EQ(16u, made.case_count());
}

TEST_F(PlanTest, TasksAreSelectedByName) {
  options_.selection = {{"second", "two"}, {"fake", ""}};
  EXPECT_EQ((Names{"fake/one@simulator", "fake/two@simulator", "second/two@simulator"}), tasks_of(plan()))
      << "in the order of the course";
}

TEST_F(PlanTest, EachDeviceHasAllTasks) {
  options_.selection = {{"fake", "one"}};
  EXPECT_EQ((Names{"fake/one@simulator", "fake/one@cuda"}),
            tasks_of(plan({DeviceKind::simulator, DeviceKind::cuda})));
}

TEST_F(PlanTest, UnknownNamesAreRefused) {
  options_.selection = {{"scna", ""}};
  EXPECT_THROW(plan(), std::runtime_error);
  options_.selection = {{"fake", "three"}};
  EXPECT_THROW(plan(), std::runtime_error);
}

TEST_F(PlanTest, ASingleCaseLeavesOutTasksThatDoNotHaveIt) {
  course_.exercises[0].tasks[1].cases[0].sizes = {99};
  options_.case_name = "n99.double_i32.random";
  EXPECT_EQ((Names{"fake/two@simulator"}), tasks_of(plan()));
  options_.case_name = "n98.double_i32.random";
  EXPECT_THROW(plan(), std::runtime_error);
}

TEST_F(PlanTest, ASingleCaseHasTheSeedThatItHasAmongAll) {
  options_.seed = 42;
  const Plan all = plan();
  options_.case_name = "n3.double_i32.random";
  const Plan one = plan();
  EXPECT_EQ(all.exercises[0].tasks[0].cases.at(2).request.seed,
            one.exercises[0].tasks[0].cases.at(0).request.seed);
}

TEST_F(PlanTest, EachCaseKnowsTheCommandThatRunsItAgain) {
  options_.seed = 42;
  options_.command = "./grade --submission mine";
  const Plan made = plan();
  EXPECT_EQ("./grade --submission mine fake/one --case n2.double_i32.random --seed 42",
            made.exercises[0].tasks[0].results.at(1).reproduce);
}

TEST_F(PlanTest, SourcesLieInTheFoldersOfTheirUnits) {
  options_.submission = "student";
  EXPECT_EQ("student/unit/fake.cu", plan().exercises[0].source);
  EXPECT_EQ(
      "wrong/x.cu",
      make_plan(course_.exercises[0], "wrong/x.cu", options_, {DeviceKind::simulator}).exercises[0].source);
}

}  // namespace
}  // namespace warpgrade::judge
