#include "judge/grading.hpp"

#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/judge/fake_workshop.hpp"

namespace warpgrade::judge {
namespace {

class GradingTest : public testing::Test {
 protected:
  GradingTest() {
    options_.submission = submission_.folder;
    options_.jobs = 2;
    options_.seed = 42;
    course_.exercises = {fake_exercise()};
  }

  Result grade(const std::vector<DeviceKind>& devices = {DeviceKind::simulator}) {
    return grade_plan(make_plan(course_, options_, devices), Devices{devices}, workshop_, options_);
  }

  spec::Course course_;
  FakeSubmission submission_;
  FakeWorkshop workshop_;
  GradingOptions options_;
};

TEST_F(GradingTest, APerfectSubmissionGetsAllPoints) {
  const Result result = grade();
  EXPECT_EQ(6, result.score());
  EXPECT_EQ(6, result.max_score());
  EXPECT_EQ(0, result.exit_code());
  EXPECT_EQ(42u, result.seed);
  EXPECT_EQ("simulator", result.device.kind());
  EXPECT_EQ("a fake simulator", result.device.name);
  EXPECT_EQ("the tests", result.device.facts.at("made_by"));
}

TEST_F(GradingTest, AResultTellsWhatWasGraded) {
  const Result result = grade();
  ASSERT_EQ(1u, result.exercises.size());
  const ExerciseResult& exercise = result.exercises[0];
  EXPECT_EQ("unit", exercise.unit);
  EXPECT_EQ("fake", exercise.name);
  EXPECT_EQ("A fake", exercise.title);
  EXPECT_EQ((submission_.folder / "unit" / "fake.cu").string(), exercise.source);
  ASSERT_EQ(2u, exercise.tasks.size());
  EXPECT_EQ("Task two", exercise.tasks[1].title);
  EXPECT_EQ("Double it.", exercise.tasks[1].hint);
  EXPECT_EQ(4u, exercise.tasks[1].cases.size());
}

TEST_F(GradingTest, StubsAreNotStarted) {
  workshop_.on_call = [](const kit::CaseData& data, const kit::CaseRequest&) { return untouched(data); };
  const Result result = grade();
  for (const TaskResult& task : result.exercises[0].tasks) EXPECT_EQ(Verdict::not_started, task.verdict);
  EXPECT_EQ(0, result.score());
  EXPECT_EQ(1, result.exit_code());
}

TEST_F(GradingTest, OneFailingTaskLeavesTheOthersTheirPoints) {
  workshop_.on_call = [](const kit::CaseData& data, const kit::CaseRequest& request) {
    return request.task == "one" && request.n == 2 ? failed_call(Verdict::crash) : right_answer(data);
  };
  const Result result = grade();
  EXPECT_EQ(3, result.score());
  EXPECT_EQ(6, result.max_score());
  EXPECT_EQ(Verdict::crash, result.exercises[0].tasks[0].verdict);
  EXPECT_EQ(1, result.exit_code());
}

TEST_F(GradingTest, ABrokenBuildIsTheTasksFinding) {
  workshop_.on_build = [](DeviceKind, const BuildRequest&) { return failed_build(Verdict::compile_error); };
  const Result result = grade();
  const TaskResult& task = result.exercises[0].tasks[0];
  EXPECT_EQ(Verdict::compile_error, task.verdict);
  EXPECT_EQ(1u, task.findings.size());
  EXPECT_EQ(Verdict::compile_error, task.cases.at(0).verdict);
  EXPECT_EQ(1, result.exit_code());
}

TEST_F(GradingTest, AnErrorOfBothBuildsIsToldOnce) {
  workshop_.on_build = [](DeviceKind, const BuildRequest&) { return failed_build(Verdict::compile_error); };
  EXPECT_EQ(1u, grade({DeviceKind::simulator, DeviceKind::cuda}).exercises[0].tasks[0].findings.size());
}

TEST_F(GradingTest, ATaskMustPassOnEveryDevice) {
  workshop_.on_build = [](DeviceKind device, const BuildRequest&) {
    return device == DeviceKind::cuda ? failed_build(Verdict::compile_error)
                                      : built(std::string(to_string(device)));
  };
  const Result result = grade({DeviceKind::simulator, DeviceKind::cuda});
  EXPECT_EQ("simulator+cuda", result.device.kind());
  const TaskResult& task = result.exercises[0].tasks[0];
  EXPECT_EQ(8u, task.cases.size());
  EXPECT_EQ(Verdict::compile_error, task.verdict);
  EXPECT_EQ(0, task.score);
}

TEST_F(GradingTest, AStrayAccessInGivenCodeIsToldAsThat) {
  std::ofstream(submission_.folder / "unit" / "fake.cu") << "given\n// TODO: this\nmine\n// END TODO\n";
  const auto remedy_at = [this](int line) {
    workshop_.on_call = [this, line](const kit::CaseData&, const kit::CaseRequest&) {
      CallResult call = failed_call(Verdict::out_of_bounds);
      call.findings[0].place.file = (submission_.folder / "unit" / "fake.cu").string();
      call.findings[0].place.line = line;
      return call;
    };
    return grade().exercises[0].tasks[0].cases.at(0).findings.at(0).remedy;
  };
  EXPECT_EQ("", remedy_at(3));
  EXPECT_EQ(
      " This line stands outside of the TODO blocks. If you have not changed it, look at what your code "
      "hands to it.",
      remedy_at(1));
}

TEST_F(GradingTest, OfWhatATaskPrintsTheCaseThatIsShownKeepsMost) {
  workshop_.on_call = [](const kit::CaseData& data, const kit::CaseRequest& request) {
    CallResult call = request.n == 2 ? failed_call(Verdict::crash) : right_answer(data);
    call.output.assign(60'000, 'a');
    return call;
  };
  const std::vector<CaseResult> cases = grade().exercises[0].tasks[0].cases;
  EXPECT_EQ(60'000u, leading_case(cases)->output.size());
  std::size_t bytes = 0;
  for (const CaseResult& one : cases) {
    bytes += one.output.size();
    EXPECT_EQ(&one != leading_case(cases), one.output.ends_with("are kept]\n")) << one.name;
  }
  EXPECT_LT(bytes, kKeptOutput + 100 * cases.size());
}

TEST_F(GradingTest, TheGradersFaultIsExitCode2) {
  workshop_.on_build = [](DeviceKind, const BuildRequest&) { return failed_build(Verdict::grader_error); };
  EXPECT_EQ(2, grade().exit_code());
}

TEST_F(GradingTest, ASingleCaseHasAVerdictAndNoScore) {
  options_.case_name = "n2.double_i32.random";
  options_.selection = {{"fake", "one"}};
  const Result result = grade();
  ASSERT_EQ(1u, result.exercises[0].tasks.size());
  EXPECT_EQ(1u, result.exercises[0].tasks[0].cases.size());
  EXPECT_EQ(Verdict::pass, result.exercises[0].tasks[0].verdict);
  EXPECT_EQ(0, result.max_score());
  EXPECT_EQ(0, result.exit_code());
}

TEST_F(GradingTest, NamesThatTheOracleDoesNotKnowAreErrorsOfTheSpec) {
  course_.exercises[0].tasks[0].cases[0].operators = {"halve_i32"};
  EXPECT_THROW(grade(), spec::SpecError);
  EXPECT_TRUE(workshop_.builds.empty()) << "before anything is built";
}

TEST_F(GradingTest, ProgressCountsUpToTheTotal) {
  std::vector<Progress> seen;
  options_.progress = [&](const Progress& progress) { seen.push_back(progress); };
  grade();
  ASSERT_FALSE(seen.empty());
  EXPECT_EQ(Progress::Kind::building, seen.front().kind);
  EXPECT_EQ(Progress::Kind::exercise_done, seen.back().kind);
  EXPECT_EQ(8u, seen.back().done);
  EXPECT_EQ(8u, seen.back().total);
}

TEST(Grade, WithoutAToolchainTheGraderCannotWork) {
  GradingOptions options;
  options.toolchain = "/nowhere/toolchain.json";
  EXPECT_THROW(judge::grade({}, options), std::runtime_error);
  EXPECT_THROW(grade_file(fake_exercise(), "x.cu", options), std::runtime_error);
  EXPECT_THROW(cuda_status(options.toolchain), std::runtime_error);
}

TEST(Workshop, ADeviceThatTheToolchainLacksIsNamed) {
  const auto workshop = make_workshop({}, {});
  try {
    workshop->build(DeviceKind::cuda, {});
    FAIL() << "must throw";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string::npos, std::string(error.what()).find("\"cuda\""));
  }
}

}  // namespace
}  // namespace warpgrade::judge
