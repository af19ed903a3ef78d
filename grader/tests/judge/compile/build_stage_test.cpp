#include "judge/compile/build_stage.hpp"

#include <gtest/gtest.h>

#include "judge/options.hpp"
#include "tests/judge/fake_workshop.hpp"

namespace warpgrade::judge {
namespace {

using Builds = std::multiset<std::string>;

class BuildsTest : public testing::Test {
 protected:
  BuildsTest() {
    options_.submission = submission_.folder;
    options_.jobs = 2;
    course_.exercises = {fake_exercise()};
  }

  const std::vector<TaskRun>& build(const std::vector<DeviceKind>& devices = {DeviceKind::simulator}) {
    plan_ = make_plan(course_, options_, devices);
    build_all(plan_, workshop_, options_, [](Progress) {});
    return plan_.exercises.at(0).tasks;
  }

  spec::Course course_;
  FakeSubmission submission_;
  FakeWorkshop workshop_;
  GradingOptions options_;
  Plan plan_;
};

TEST_F(BuildsTest, AnExerciseIsBuiltOnce) {
  const auto& tasks = build();
  EXPECT_EQ((Builds{"simulator"}), workshop_.builds);
  EXPECT_EQ("simulator", tasks[0].runner);
  EXPECT_EQ("simulator", tasks[1].runner);
  EXPECT_EQ(1, plan_.exercises[0].build_seconds);
}

TEST_F(BuildsTest, EachDeviceHasItsBuild) {
  const auto& tasks = build({DeviceKind::simulator, DeviceKind::cuda});
  EXPECT_EQ((Builds{"simulator", "cuda"}), workshop_.builds);
  EXPECT_EQ("cuda", tasks[3].runner);
}

TEST_F(BuildsTest, ATaskAskedForAloneIsBuiltAlone) {
  options_.selection = {{"fake", "two"}};
  EXPECT_EQ("simulatortwo", build()[0].runner);
  EXPECT_EQ((Builds{"simulator/two"}), workshop_.builds);
}

TEST_F(BuildsTest, ATaskAskedForAloneUsesTheWholeExerciseIfThatIsBuilt) {
  options_.selection = {{"fake", "two"}};
  workshop_.in_cache = {"simulator"};
  EXPECT_EQ("simulator", build()[0].runner);
  EXPECT_EQ((Builds{}), workshop_.builds) << "nothing is compiled";
}

TEST_F(BuildsTest, ABrokenTaskCostsOnlyItself) {
  workshop_.on_build = [](DeviceKind, const BuildRequest& request) {
    const bool includes_two = request.only_task.empty() || request.only_task == "two";
    return includes_two ? failed_build(Verdict::compile_error, "two is broken") : built("without two");
  };
  const auto& tasks = build();
  EXPECT_EQ((Builds{"simulator", "simulator/-", "simulator/one", "simulator/two"}), workshop_.builds);
  EXPECT_EQ("without two", tasks[0].runner);
  EXPECT_TRUE(tasks[0].findings.empty());
  EXPECT_TRUE(tasks[1].runner.empty());
  ASSERT_EQ(1u, tasks[1].findings.size());
  EXPECT_EQ("two is broken", tasks[1].findings[0].message);
}

TEST_F(BuildsTest, AFileThatIsBrokenByItselfIsNotBuiltTaskByTask) {
  workshop_.on_build = [](DeviceKind, const BuildRequest& request) {
    return failed_build(Verdict::compile_error, "built for " + request.only_task);
  };
  const auto& tasks = build();
  EXPECT_EQ((Builds{"simulator", "simulator/-"}), workshop_.builds);
  for (const TaskRun& task : tasks)
    EXPECT_EQ("built for ", task.findings.at(0).message) << "of the whole file";
}

TEST_F(BuildsTest, AFileOnWhichTheCompilerGaveUpIsNotBuiltAgain) {
  workshop_.on_build = [](DeviceKind, const BuildRequest&) {
    BuildResult result = failed_build(Verdict::compile_error, "more than 30 s");
    result.gave_up = true;
    return result;
  };
  EXPECT_EQ("more than 30 s", build()[1].findings.at(0).message);
  EXPECT_EQ((Builds{"simulator"}), workshop_.builds);
}

TEST_F(BuildsTest, AForbiddenSourceIsNotBuiltAgainTaskByTask) {
  workshop_.on_build = [](DeviceKind, const BuildRequest&) { return failed_build(Verdict::forbidden); };
  EXPECT_EQ(Verdict::forbidden, build()[1].findings.at(0).verdict);
  EXPECT_EQ((Builds{"simulator"}), workshop_.builds);
}

TEST_F(BuildsTest, ABuildWithoutARunnerAndAReasonIsTheGradersFault) {
  workshop_.on_build = [](DeviceKind, const BuildRequest&) { return BuildResult{}; };
  EXPECT_EQ(Verdict::grader_error, build()[0].findings.at(0).verdict);
}

TEST_F(BuildsTest, ABuildKnowsItsSourceAndCache) {
  options_.cache = "the cache";
  BuildRequest asked;
  workshop_.on_build = [&](DeviceKind, const BuildRequest& request) {
    asked = request;
    return built("x");
  };
  build();
  EXPECT_EQ(submission_.folder / "unit" / "fake.cu", asked.source);
  EXPECT_EQ("the cache", asked.cache);
  EXPECT_EQ("fake", asked.exercise->name);
}

}  // namespace
}  // namespace warpgrade::judge
