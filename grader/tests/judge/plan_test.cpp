#include "judge/plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/options.hpp"
#include "tests/judge/fake_workshop.hpp"

namespace warpgrade::judge {
namespace {

using testing::UnorderedElementsAreArray;

spec::Course course_of_two() {
  spec::Course course;
  course.exercises = {fake_exercise(), fake_exercise()};
  course.exercises[1].name = "second";
  return course;
}

std::vector<std::string> tasks_of(const Plan& plan) {
  std::vector<std::string> names;
  for (const ExerciseRun& exercise : plan.exercises)
    for (const TaskRun& run : exercise.tasks)
      names.push_back(exercise.exercise->name + "/" + run.task->name + "@" +
                      std::string(to_string(run.device)));
  return names;
}

using Names = std::vector<std::string>;

TEST(Plan, AnEmptySelectionIsTheWholeCourse) {
  const spec::Course course = course_of_two();
  const Plan plan = make_plan(course, {}, {DeviceKind::simulator});
  EXPECT_EQ(
      (Names{"fake/one@simulator", "fake/two@simulator", "second/one@simulator", "second/two@simulator"}),
      tasks_of(plan));
  EXPECT_EQ(16u, plan.case_count());
}

TEST(Plan, TasksAreSelectedByName) {
  const spec::Course course = course_of_two();
  GradingOptions options;
  options.selection = {{"second", "two"}, {"fake", ""}};
  EXPECT_EQ((Names{"fake/one@simulator", "fake/two@simulator", "second/two@simulator"}),
            tasks_of(make_plan(course, options, {DeviceKind::simulator})))
      << "in the order of the course";
}

TEST(Plan, EachDeviceHasAllTasks) {
  const spec::Course course = course_of_two();
  GradingOptions options;
  options.selection = {{"fake", "one"}};
  EXPECT_EQ((Names{"fake/one@simulator", "fake/one@cuda"}),
            tasks_of(make_plan(course, options, {DeviceKind::simulator, DeviceKind::cuda})));
}

TEST(Plan, UnknownNamesAreRefused) {
  const spec::Course course = course_of_two();
  GradingOptions options;
  options.selection = {{"scna", ""}};
  EXPECT_THROW(make_plan(course, options, {DeviceKind::simulator}), std::runtime_error);
  options.selection = {{"fake", "three"}};
  EXPECT_THROW(make_plan(course, options, {DeviceKind::simulator}), std::runtime_error);
}

TEST(Plan, ASingleCaseLeavesOutTasksThatDoNotHaveIt) {
  spec::Course course = course_of_two();
  course.exercises[0].tasks[1].cases[0].sizes = {99};
  GradingOptions options;
  options.case_name = "n99.double_i32.random";
  EXPECT_EQ((Names{"fake/two@simulator"}), tasks_of(make_plan(course, options, {DeviceKind::simulator})));
  options.case_name = "n98.double_i32.random";
  EXPECT_THROW(make_plan(course, options, {DeviceKind::simulator}), std::runtime_error);
}

TEST(Plan, ASingleCaseHasTheSeedThatItHasAmongAll) {
  const spec::Course course = course_of_two();
  GradingOptions options;
  options.seed = 42;
  const Plan all = make_plan(course, options, {DeviceKind::simulator});
  options.case_name = "n3.double_i32.random";
  const Plan one = make_plan(course, options, {DeviceKind::simulator});
  EXPECT_EQ(all.exercises[0].tasks[0].cases.at(2).request.seed,
            one.exercises[0].tasks[0].cases.at(0).request.seed);
}

TEST(Plan, EachCaseKnowsTheCommandThatRunsItAgain) {
  const spec::Course course = course_of_two();
  GradingOptions options;
  options.seed = 42;
  options.command = "./grade --submission mine";
  const Plan plan = make_plan(course, options, {DeviceKind::simulator});
  EXPECT_EQ("./grade --submission mine fake/one --case n2.double_i32.random --seed 42",
            plan.exercises[0].tasks[0].results.at(1).reproduce);
}

TEST(Plan, SourcesLieInTheFoldersOfTheirUnits) {
  const spec::Course course = course_of_two();
  GradingOptions options;
  options.submission = "student";
  EXPECT_EQ("student/unit/fake.cu", make_plan(course, options, {DeviceKind::simulator}).exercises[0].source);
  EXPECT_EQ(
      "wrong/x.cu",
      make_plan(course.exercises[0], "wrong/x.cu", options, {DeviceKind::simulator}).exercises[0].source);
}

}  // namespace
}  // namespace warpgrade::judge
