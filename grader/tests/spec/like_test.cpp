// Key like of a task: what it takes over, and what stays its own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec/spec.hpp"
#include "tests/spec/spec_file.hpp"

namespace warpgrade::spec {
namespace {

using ::testing::ElementsAre;
using testing::exercise;
using ::testing::IsEmpty;
using testing::mistakes;

const char* const kFirstTask = R"toml(inputs = ["constant"]
[task.tolerance]
f32 = { sum_abs = 16, why = "each result has gone through at most 10 additions" }
[task.trace]
n = 256
[task.cost]
takes_all = ["depth", "work"]
sizes = [32, 256]
depth = { log2n = 1 }
work  = { n = 2 }
global_bytes = { n = 8 }
)toml";

/// A task with kFirstTask above a second one, which has `lines` beside its name, title and points.
std::string two_tasks(const std::string& lines) {
  return exercise(kFirstTask) + "[[task]]\nname = \"second\"\ntitle = \"Another\"\npoints = 2\n" + lines;
}

Task second_task(const std::string& lines) {
  const support::TemporaryFolder folder;
  return read_exercise(folder.write("unit_1/scan/exercise.toml", two_tasks(lines))).tasks.at(1);
}

TEST(Like, ATaskHasCasesToleranceCostAndTraceOfTheTaskThatItNames) {
  const Task task = second_task("like = \"blelloch\"\n");
  EXPECT_THAT(task.cases.at(0).sizes, ElementsAre(1, 2));
  EXPECT_EQ(16, task.tolerance.at("f32").sum_abs);
  EXPECT_EQ(256u, task.shown.n);
  EXPECT_EQ(1, task.cost.at("depth").log2n);
  EXPECT_TRUE(task.cost.at("depth").takes_all);
  EXPECT_THAT(task.cost_cases.sizes, ElementsAre(32, 256));
}

TEST(Like, CostsAreReplacedKeyByKey) {
  const Task task =
      second_task("like = \"blelloch\"\n[task.cost]\nwork = { n = 3 }\nbarriers = { const = 4 }\n");
  EXPECT_EQ(3, task.cost.at("work").n);
  EXPECT_TRUE(task.cost.at("work").takes_all) << "the list is that of the other task";
  EXPECT_EQ(4, task.cost.at("barriers").constant);
  EXPECT_FALSE(task.cost.at("barriers").takes_all);
  EXPECT_EQ(8, task.cost.at("global_bytes").n);
  EXPECT_THAT(task.cost_cases.sizes, ElementsAre(32, 256));
}

TEST(Like, AListOfItsOwnReplacesTheOther) {
  const Task task = second_task(
      "like = \"blelloch\"\n[task.cases]\nsizes = [7]\noperators = [\"max_i32\"]\n"
      "[task.cost]\ntakes_all = [\"global_bytes\"]\nsizes = [64]\n");
  EXPECT_THAT(task.cases.at(0).sizes, ElementsAre(7));
  EXPECT_THAT(task.cases.at(0).inputs, ElementsAre("random"));
  EXPECT_THAT(task.cost_cases.sizes, ElementsAre(64));
  EXPECT_FALSE(task.cost.at("depth").takes_all);
  EXPECT_TRUE(task.cost.at("global_bytes").takes_all);
}

TEST(Like, NamesPointsHintsRepairAndTimingStayItsOwn) {
  const std::string first =
      exercise(
          "[task.cost]\ndepth = { log2n = 1 }\n"
          "[task.timing]\noperator = \"sum_i32\"\nsizes = [16_777_216]\n"
          "[[task.timing.tier]]\npoints = 2\nmax_ms = 1\n",
          "# nothing more") +
      "[[task]]\nname = \"second\"\nlike = \"blelloch\"\ntitle = \"Another\"\npoints = 3\n";
  const support::TemporaryFolder folder;
  const Task task = read_exercise(folder.write("unit_1/scan/exercise.toml", first)).tasks.at(1);
  EXPECT_EQ("second", task.name);
  EXPECT_EQ("Another", task.title);
  EXPECT_EQ(3, task.points);
  EXPECT_FALSE(task.timing);
  EXPECT_THAT(mistakes(exercise() + "[[task]]\nname = \"second\"\nlike = \"blelloch\"\n"),
              ElementsAre("13:1: [[task]] 'second' has no title: add title = \"My task\"",
                          "13:1: [[task]] 'second' has no points: add points = 6"));
}

TEST(Like, OnlyATaskAboveCanBeNamed) {
  EXPECT_THAT(mistakes(two_tasks("like = \"bleloch\"\n")),
              ElementsAre("28:8: no task above this one is named 'bleloch'; did you mean 'blelloch'?"));
  EXPECT_THAT(
      mistakes(two_tasks("like = \"second\"\n")),
      ElementsAre("28:8: no task above this one is named 'second': remove it, or use one of blelloch"));
  const std::string first = R"toml(format = 1
title = "Prefix sum"
source = "scan.cu"
[[task]]
name = "first"
like = "blelloch"
title = "The first"
points = 1
)toml";
  EXPECT_THAT(mistakes(first), ElementsAre("6:8: no task stands above this one: remove like"));
}

TEST(Like, ATaskMayBeLikeOneThatIsLikeAnother) {
  EXPECT_THAT(mistakes(two_tasks("like = \"blelloch\"\n[[task]]\nname = \"third\"\ntitle = \"And another\"\n"
                                 "points = 1\nlike = \"second\"\n")),
              IsEmpty());
}

}  // namespace
}  // namespace warpgrade::spec
