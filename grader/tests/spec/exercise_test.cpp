#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec/spec.hpp"
#include "tests/spec/spec_file.hpp"

namespace warpgrade::spec {
namespace {

using ::testing::ElementsAre;
using testing::exercise;
using testing::mistakes;
using warpgrade::support::TemporaryFolder;

const char* const kWholeExercise = R"toml(format = 1
title  = "Prefix sum (scan)"
source = "scan.cu"
forbid = ["cub", "thrust"]

[[task]]
name   = "hillis_steele"
title  = "One block, Hillis–Steele"
points = 6
hint   = """
Two barriers per step,
or two buffers."""

[task.cases]                       # every size with every operator, inputs in turn
sizes     = [1, 2, 3, 31, 32, 33, 1023, 1024]
operators = ["sum_i32", "max_i32", "affine_u32", "interval"]
inputs    = ["random", "ascending", "constant", "extremes"]
timeout_s = 10

[task.tolerance]                   # only where rounding is allowed; says why
f32 = { sum_abs = 64, why = "64 ulp of Σ|x| covers any order of summation at these sizes" }

[task.cost]
depth = { log2n = 1 }
work  = { n_log2n = 1 }
global_bytes = { n = 8 }

[task.timing]                      # on a GPU only
operator = "sum_i32"
sizes = [16_777_216, 268_435_456]
[[task.timing.tier]]
points = 2
copy_fraction = 0.40
[[task.timing.tier]]
points = 4
reference_ratio = 1.25

[[task]]
name   = "blelloch"
title  = "One block, work-efficient"
points = 8
[[task.cases]]
sizes     = [1, 1024]
operators = ["sum_i32"]
)toml";

TEST(Spec, ARepairTaskNamesTheVerdictOfItsStub) {
  const auto with = [](const std::string& line) {
    std::string text = exercise();
    return text.insert(text.find("points = 6"), line + "\n");
  };
  EXPECT_EQ(std::nullopt, testing::task_of(exercise()).repair);
  EXPECT_EQ(Verdict::race, testing::task_of(with("repair = \"race\"")).repair);
  for (const std::string verdict : {"rase", "pass", "not_started", "grader_error"})
    EXPECT_THAT(mistakes(with("repair = \"" + verdict + "\"")),
                ElementsAre("8:10: repair '" + verdict +
                            "' must be the verdict of the broken kernel in the stub: write for example "
                            "repair = \"race\""));
}

TEST(Spec, AWholeExerciseIsReadAsItIsWritten) {
  const TemporaryFolder folder;
  const Exercise exercise = read_exercise(folder.write("unit_1/scan/exercise.toml", kWholeExercise));
  EXPECT_EQ("unit_1", exercise.unit);
  EXPECT_EQ("scan", exercise.name);
  EXPECT_EQ("Prefix sum (scan)", exercise.title);
  EXPECT_EQ("scan.cu", exercise.source);
  EXPECT_THAT(exercise.forbid, ElementsAre("cub", "thrust"));
  EXPECT_EQ(folder.path() / "unit_1/scan", exercise.folder);
  ASSERT_EQ(2u, exercise.tasks.size());
  const Task& task = exercise.tasks[0];
  EXPECT_EQ("hillis_steele", task.name);
  EXPECT_EQ("One block, Hillis–Steele", task.title);
  EXPECT_EQ(6, task.points);
  EXPECT_EQ("Two barriers per step,\nor two buffers.", task.hint);
  EXPECT_EQ(8u, task.cases.at(0).sizes.size());
  EXPECT_EQ(3u, task.cost.size());
  EXPECT_EQ(64, task.tolerance.at("f32").sum_abs);
  EXPECT_EQ(2u, task.timing->tiers.size());
  EXPECT_EQ(6, task.where.line);
  EXPECT_EQ("blelloch", exercise.tasks[1].name);
  EXPECT_FALSE(exercise.tasks[1].timing);
}

TEST(Spec, UnknownKeyIsAnErrorWithItsPlace) {
  EXPECT_THAT(mistakes(exercise("", "titel = \"x\"")),
              ElementsAre("4:1: unknown key 'titel' in exercise.toml; did you mean 'title'?"));
  EXPECT_THAT(mistakes(exercise("[task.costs]\nwork = { n = 1 }\n")),
              ElementsAre("13:7: unknown key 'costs' in [[task]] 'blelloch'; did you mean 'cost'?"));
}

TEST(Spec, AnExerciseMayAllowHeaders) {
  EXPECT_THAT(mistakes(exercise("", "allow = [\"<thread>\"]")), ElementsAre());
  EXPECT_THAT(mistakes(exercise("", "allow = [\"thread\"]")),
              ElementsAre("4:10: allow names headers: write \"<thread>\" and not \"thread\""));
}

TEST(Spec, ThreeMistakesAreThreeErrors) {
  EXPECT_THAT(
      mistakes("format = 1\ntitle = 3\nsource = \"scan.cu\"\n[[task]]\nname = \"blelloch\"\n"
               "title = \"x\"\npionts = 6\npoints = -1\n"
               "[task.cases]\nsizes = [1]\noperators = [\"sum_i32\"]\n"),
      ElementsAre("2:9: title must be a string, found a whole number: write title = \"Prefix sum\"",
                  "7:1: unknown key 'pionts' in [[task]] 'blelloch'; did you mean 'points'?",
                  "8:10: points is -1, but must be at least 0 and at most 1000000: write points = 6"));
}

TEST(Spec, AnEmptyFileLacksEverything) {
  EXPECT_THAT(mistakes(""),
              ElementsAre("1:1: format is missing: write 'format = 1' in the first line",
                          "1:1: exercise.toml has no title: add title = \"Prefix sum\"",
                          "1:1: exercise.toml has no source: add source = \"scan.cu\"",
                          "1:1: exercise.toml has no task: add a [[task]] with name, title and points"));
}

TEST(Spec, TheSourceIsACuFileWithoutAFolder) {
  for (const char* bad : {"scan.cpp", "../reference/scan.cu", "a/scan.cu", ".cu", "/etc/scan.cu"}) {
    std::string text = exercise();
    text.replace(text.find("scan.cu"), 7, bad);
    EXPECT_THAT(mistakes(text),
                ElementsAre("3:10: source '" + std::string(bad) +
                            "' must be a .cu file's name without a folder: write source = \"scan.cu\""));
  }
}

TEST(Spec, ATaskIsNamedLikeAFunction) {
  std::string text = exercise();
  text.replace(text.find("blelloch"), 8, "Two-Phase");
  EXPECT_THAT(mistakes(text),
              ElementsAre("6:8: name 'Two-Phase' must be lower-case letters, digits and _, beginning with a "
                          "letter, since it is also a C++ name: write name = \"my_task\""));
}

TEST(Spec, ATaskExistsOnce) {
  const std::string again =
      "[[task]]\nname = \"blelloch\"\ntitle = \"Again\"\npoints = 1\n"
      "[task.cases]\nsizes = [1]\noperators = [\"sum_i32\"]\n";
  EXPECT_THAT(mistakes(exercise(again)),
              ElementsAre("14:8: there is a task 'blelloch' already, in line 6: rename one of them"));
}

TEST(Spec, ATaskThatIsNoTable) {
  EXPECT_THAT(mistakes("format = 1\ntitle = \"x\"\nsource = \"scan.cu\"\ntask = [1]\n"),
              ElementsAre("4:9: task must be an array of tables, found a whole number: write a [[task]] with "
                          "name, title and points"));
}

class Hidden : public ::testing::Test {
 protected:
  Hidden() : exercise_(read_exercise(folder_.write("unit_1/scan/exercise.toml", kWholeExercise))) {}

  std::vector<std::string> mistakes_of(const std::string& text) {
    const auto file = folder_.write("scan.hidden.toml", text);
    std::vector<std::string> found;
    try {
      add_hidden_cases(exercise_, file);
    } catch (const SpecError& error) {
      for (const Diagnostic& d : error.diagnostics())
        found.push_back(d.str().substr(file.string().size() + 1));
    }
    return found;
  }

  TemporaryFolder folder_;
  Exercise exercise_;
};

TEST_F(Hidden, CasesAreAddedAndMarked) {
  EXPECT_THAT(mistakes_of("format = 1\n[[task]]\nname = \"blelloch\"\n[task.cases]\nsizes = [77]\n"
                          "operators = [\"min_i32\"]\n"),
              ElementsAre());
  const Task& task = exercise_.tasks.at(1);
  ASSERT_EQ(2u, task.cases.size());
  EXPECT_FALSE(task.cases[0].hidden);
  EXPECT_TRUE(task.cases[1].hidden);
  EXPECT_THAT(task.cases[1].sizes, ElementsAre(77));
  EXPECT_EQ(1u, exercise_.tasks.at(0).cases.size());
}

TEST_F(Hidden, OnlyCasesMayBeAdded) {
  EXPECT_THAT(
      mistakes_of("format = 1\n[[task]]\nname = \"blelloch\"\npoints = 9\n[task.cases]\nsizes = [77]\n"
                  "operators = [\"min_i32\"]\n"),
      ElementsAre("4:1: unknown key 'points' in [[task]] 'blelloch': remove it, or use one of name, "
                  "cases"));
}

TEST_F(Hidden, TheTaskMustExist) {
  EXPECT_THAT(mistakes_of("format = 1\n[[task]]\nname = \"bleloch\"\n[task.cases]\nsizes = [77]\n"
                          "operators = [\"min_i32\"]\n"),
              ElementsAre("3:8: exercise 'scan' has no task 'bleloch'; did you mean 'blelloch'?"));
}

TEST_F(Hidden, AMistakeLeavesTheExerciseAsItWas) {
  EXPECT_FALSE(mistakes_of("format = 1\n[[task]]\nname = \"blelloch\"\n[task.cases]\nsizes = [77]\n"
                           "operators = [\"min_i32\"]\n[[task]]\nname = \"other\"\n")
                   .empty());
  EXPECT_EQ(1u, exercise_.tasks.at(1).cases.size());
}

TEST_F(Hidden, PointsFollowTheVisibleCases) {
  EXPECT_THAT(mistakes_of("format = 1\n[[task]]\nname = \"blelloch\"\n[task.cases]\nsizes = [77]\n"
                          "operators = [\"min_i32\"]\npoints = 1\n"),
              ElementsAre("4:1: these hidden cases have points, but those of exercise.toml have none: remove "
                          "points"));
}

TEST(Exercise, TheCallThatIsShownHasEightElementsUnlessTheSpecNamesMore) {
  EXPECT_EQ(8u, testing::task_of(exercise()).shown.n);
  const Task task = testing::task_of(exercise("[task.trace]\nn = 256\nparameters = { width = 4 }\n"));
  EXPECT_EQ(256u, task.shown.n);
  EXPECT_EQ(4, task.shown.parameters.at("width"));
  EXPECT_THAT(mistakes(exercise("[task.trace]\nn = 1025\n")), ElementsAre(::testing::HasSubstr("1024")));
  EXPECT_THAT(mistakes(exercise("[task.trace]\nparameters = { width = 4 }\n")),
              ElementsAre(::testing::HasSubstr("n = 256")));
}

}  // namespace
}  // namespace warpgrade::spec
