#include "judge/timing/timing_stage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/grading.hpp"
#include "judge/run/run_stage.hpp"
#include "tests/judge/timing/fake_timer.hpp"

namespace warpgrade::judge {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class TimedWorkshop : public FakeWorkshop {
 public:
  explicit TimedWorkshop(Comparisons& comparisons) : comparisons_(comparisons) {}
  std::unique_ptr<Timer> timer() override {
    return has_cuda ? std::make_unique<FakeTimer>(comparisons_) : nullptr;
  }
  bool has_cuda = true;

 private:
  Comparisons& comparisons_;
};

class TimingStageTest : public TimedCourse {
 protected:
  TimingStageTest() {
    timing().tiers = {{.points = 1, .kind = TierKind::copy_fraction, .threshold = 0.5},
                      {.points = 2, .kind = TierKind::reference_ratio, .threshold = 1.3}};
    options_.submission = submission_.folder;
    options_.jobs = 2;
    options_.seed = 42;
    options_.timing = TimingOptions{course_.path() / "reference"};
  }

  /// Builds, runs and times; returns what became of the first task.
  TaskRun time() {
    const Report quiet = [](const Progress&) {};
    Plan plan = make_plan(exercise_, submission_.folder / "unit/fake.cu", options_, {DeviceKind::cuda});
    build_all(plan, workshop_, options_, quiet);
    run_all(plan, workshop_, options_, quiet);
    time_all(plan, workshop_, options_, gpu_, quiet, Retries{3, std::chrono::milliseconds(0)});
    return plan.exercises.at(0).tasks.at(0);
  }

  TaskResult grade() {
    const Result result =
        grade_plan(make_plan(exercise_, submission_.folder / "unit/fake.cu", options_, {DeviceKind::cuda}),
                   Devices{{DeviceKind::cuda}, gpu_}, workshop_, options_);
    return result.exercises.at(0).tasks.at(0);
  }

  /// From now on comparisons give what `make` returns.
  template <class Make>
  void compare_as(Make make) {
    comparisons_.on_comparison = [make](const auto&, const auto&) { return make(); };
  }
  void compare_as_noisy() {
    compare_as([] { return SyntheticComparison{.noise = 2.0}.make(); });
  }
  void fail_as(const std::string& failure, bool is_courses_fault = false) {
    compare_as([=] {
      Comparison comparison;
      comparison.failure = failure;
      comparison.is_courses_fault = is_courses_fault;
      return comparison;
    });
  }
  void exclude_as(Verdict verdict, const std::string& message) {
    compare_as([=] {
      Comparison comparison;
      comparison.excluded = {finding_of(verdict, message)};
      return comparison;
    });
  }

  FakeSubmission submission_;
  GradingOptions options_;
  TimedWorkshop workshop_{comparisons_};
  Gpu gpu_{"Fake 100", "GPU-of-the-timing-stage-test", 90, 0};
};

TEST_F(TimingStageTest, ATaskThatPassesIsComparedWithTheReferenceAndCub) {
  const TaskRun run = time();
  EXPECT_THAT(comparisons_.run, ElementsAre("one double_i32 n4096 random: submission reference! cub!"));
  EXPECT_EQ("", run.timing_note);
  ASSERT_THAT(run.timing, SizeIs(1));
  const TimingResult& timing = run.timing[0];
  EXPECT_EQ(4096u, timing.n);
  EXPECT_EQ("double_i32", timing.op);
  EXPECT_EQ("random", timing.input);
  EXPECT_EQ("", timing.note);
  EXPECT_NEAR(0.25, timing.ms.value, 0.01);
  EXPECT_NEAR(1.25, timing.reference_ratio.value().value, 0.02) << "0.25 ms against 0.2 ms";
  EXPECT_NEAR(1.56, timing.cub_ratio.value().value, 0.03) << "0.25 ms against 0.16 ms";
  EXPECT_EQ(2, timing.tier);
}

TEST_F(TimingStageTest, ATaskWithoutTimingIsNotTimed) {
  exercise_.tasks[0].timing.reset();
  time();
  EXPECT_THAT(comparisons_.run, IsEmpty());
}

TEST_F(TimingStageTest, ATaskThatFailsACaseOrDoesNotBuildIsNotTimed) {
  workshop_.on_call = [](const kit::CaseData& data, const kit::CaseRequest& request) {
    return request.task == "one" && request.n == 2 ? failed_call(Verdict::crash) : right_answer(data);
  };
  EXPECT_EQ("it is timed once all of its cases pass", time().timing_note);
  workshop_.on_build = [](DeviceKind, const BuildRequest&) { return failed_build(Verdict::compile_error); };
  EXPECT_EQ("it is timed once all of its cases pass", time().timing_note);
  EXPECT_THAT(comparisons_.run, IsEmpty());
}

TEST_F(TimingStageTest, EverySizeIsTimedWithEveryInput) {
  timing().sizes = {4096, 8192};
  timing().inputs = {"random", "ascending"};
  EXPECT_THAT(time().timing, SizeIs(4));
  EXPECT_THAT(comparisons_.run, ElementsAre(HasSubstr("n4096 random"), HasSubstr("n4096 ascending"),
                                            HasSubstr("n8192 random"), HasSubstr("n8192 ascending")));
}

TEST_F(TimingStageTest, WithoutCudaThereIsNoTimer) {
  workshop_.has_cuda = false;
  EXPECT_EQ("the grader was built without CUDA", time().timing_note);
}

// ---- Whom it is compared against -------------------------------------------------------------------------

TEST_F(TimingStageTest, AStudentsCopyHasCubOnly) {
  options_.timing->reference = course_.path() / "not there";
  const TaskRun run = time();
  EXPECT_THAT(comparisons_.run, ElementsAre("one double_i32 n4096 random: submission cub!"));
  EXPECT_FALSE(run.timing.at(0).reference_ratio);
  EXPECT_TRUE(run.timing.at(0).cub_ratio);
}

TEST_F(TimingStageTest, WithoutReferenceAndCubNobodyKnowsWhatIsRight) {
  options_.timing->reference = course_.path() / "not there";
  std::filesystem::remove(exercise_.folder / "cub.cu");
  EXPECT_THAT(time().timing_note, HasSubstr("neither a reference nor a library"));
  EXPECT_THAT(comparisons_.run, IsEmpty());
}

TEST_F(TimingStageTest, AFileThatDoesNotBuildForTimingIsNamed) {
  for (const std::filesystem::path& broken :
       {exercise_.folder / "cub.cu", submission_.folder / "unit/fake.cu"}) {
    workshop_.on_build = [&](DeviceKind device, const BuildRequest& request) {
      if (!request.only_task.empty() && request.source == broken)
        return failed_build(Verdict::compile_error, "line 3: no such name");
      return built(std::string(to_string(device)) + request.only_task);
    };
    EXPECT_THAT(time().timing_note,
                HasSubstr(broken.string() + " does not build for timing: line 3: no such name"));
  }
  EXPECT_THAT(comparisons_.run, IsEmpty());
}

TEST_F(TimingStageTest, AMistakeInAContendersFileIsTheNote) {
  course_.write("assignments/unit/fake/cub.cu", "// tasks: three\n");
  EXPECT_THAT(time().timing_note, HasSubstr("cub.cu:1: exercise 'fake' has no task 'three'"));
}

// ---- What comes out of a comparison ---------------------------------------------------------------------

TEST_F(TimingStageTest, ADisturbedComparisonIsRepeated) {
  compare_as(
      [this] { return SyntheticComparison{.noise = comparisons_.run.size() < 3 ? 2.0 : 0.01}.make(); });
  EXPECT_EQ(2, time().timing.at(0).tier);
  EXPECT_THAT(comparisons_.run, SizeIs(3));
}

TEST_F(TimingStageTest, AGpuThatStaysDisturbedIsGivenUpWithTheReason) {
  compare_as_noisy();
  const TaskRun run = time();
  EXPECT_THAT(comparisons_.run, SizeIs(3));
  EXPECT_THAT(run.timing.at(0).note, HasSubstr("something else seems to use this GPU"));
  EXPECT_EQ(0, run.timing.at(0).ms.value);
  EXPECT_THAT(run.findings, IsEmpty()) << "no fault of the student";
  EXPECT_THAT(comparisons_.enough, ElementsAre(true, true, true)) << "a disturbed comparison need not go on";
}

TEST_F(TimingStageTest, OnlyTheFirstComparisonIsTriedAgainOnABusyGpu) {
  timing().sizes = {4096, 8192, 16384};
  comparisons_.on_comparison = [](const ComparisonRequest& request, const std::vector<Contestant>&) {
    return SyntheticComparison{.noise = request.work.n < 16384 ? 2.0 : 0.01}.make();
  };
  const TaskRun run = time();
  EXPECT_THAT(comparisons_.run, SizeIs(3 + 1 + 1));
  EXPECT_THAT(run.timing.at(1).note, HasSubstr("something else seems to use this GPU"));
  EXPECT_EQ(2, run.timing.at(2).tier) << "quiet again";
}

TEST_F(TimingStageTest, AFailureIsTheNote) {
  fail_as("CUDA can't allocate: out of memory");
  const TaskRun run = time();
  EXPECT_THAT(comparisons_.run, SizeIs(1)) << "it would fail again";
  EXPECT_EQ("CUDA can't allocate: out of memory", run.timing.at(0).note);
  EXPECT_EQ(4096u, run.timing.at(0).n);
}

TEST_F(TimingStageTest, ACourseThatWorksAloneButNotBesideTheSubmissionIsToldSo) {
  comparisons_.on_comparison = [](const ComparisonRequest&, const std::vector<Contestant>& contestants) {
    Comparison comparison;
    if (contestants[0].trusted) return comparison;
    comparison.failure = "cub of the course failed: out of memory.";
    comparison.is_courses_fault = true;
    return comparison;
  };
  const TaskRun run = time();
  EXPECT_THAT(comparisons_.run, SizeIs(2));
  EXPECT_THAT(run.timing.at(0).note, HasSubstr("out of memory. Without this submission beside it, it runs"));
  EXPECT_THAT(run.findings, IsEmpty());
}

TEST_F(TimingStageTest, ACourseThatFailsAloneIsAtFaultItself) {
  fail_as("cub of the course failed: it crashed.", /*is_courses_fault=*/true);
  EXPECT_EQ("cub of the course failed: it crashed.", time().timing.at(0).note);
}

TEST_F(TimingStageTest, AFindingEndsTheTasksTiming) {
  timing().sizes = {4096, 8192};
  exclude_as(Verdict::wrong_answer, "wrong when timed");
  const TaskRun run = time();
  EXPECT_THAT(comparisons_.run, SizeIs(1));
  ASSERT_THAT(run.findings, SizeIs(1));
  EXPECT_EQ("wrong when timed", run.findings[0].message);
  EXPECT_EQ("excluded from the comparison: see what was found", run.timing.at(0).note);
}

TEST_F(TimingStageTest, AGpuThatFailsForTheSubmissionIsNotItsFault) {
  exclude_as(Verdict::grader_error, "no context could be made");
  const TaskRun run = time();
  EXPECT_THAT(run.findings, IsEmpty());
  EXPECT_EQ("no context could be made", run.timing.at(0).note);
}

TEST_F(TimingStageTest, HiddenTimeIsToldUnlessItShowsInOneComparisonOnly) {
  const auto hide_in_first = [this](std::size_t count) {
    comparisons_.run.clear();
    compare_as([=, this] {
      Comparison comparison = SyntheticComparison{}.make();
      comparison.hidden_ms = {comparisons_.run.size() <= count ? 1.5 : 0, 0, 0};
      return comparison;
    });
  };
  hide_in_first(3);
  EXPECT_THAT(time().timing.at(0).note, HasSubstr("1.5 ms of it are work outside"));
  hide_in_first(1);
  EXPECT_EQ("", time().timing.at(0).note);
  EXPECT_THAT(comparisons_.run, SizeIs(2));
}

TEST_F(TimingStageTest, ItIsEnoughWhenTheTierIsSureAndTheIntervalNarrow) {
  // The reference takes 0.2 ms, and the tier needs 1.3 times that.
  for (const SyntheticComparison& comparison :
       {SyntheticComparison{.ms = {0.25, 0.2, 0.16}, .noise = 0.001},
        SyntheticComparison{.ms = {0.25, 0.2, 0.16}, .noise = 0.02},
        SyntheticComparison{.ms = {0.26, 0.2, 0.16}, .noise = 0.001}}) {
    comparisons_.on_comparison = [&](const ComparisonRequest&, const std::vector<Contestant>&) {
      return comparison.make();
    };
    time();
  }
  EXPECT_THAT(comparisons_.enough, ElementsAre(true, false, false)) << "sure; wide; on the threshold";
}

TEST_F(TimingStageTest, TheTiersAreThoseOfThisCard) {
  timing().gpu["Fake 100"] = {{.points = 1, .kind = TierKind::reference_ratio, .threshold = 1.1},
                              {.points = 2, .kind = TierKind::reference_ratio, .threshold = 1.05}};
  EXPECT_EQ(0, time().timing.at(0).tier);
  gpu_.name = "Fake 90";
  EXPECT_EQ(2, time().timing.at(0).tier);
}

// ---- In a grading -------------------------------------------------------------------------------------

TEST_F(TimingStageTest, TiersAddTheirPoints) {
  const TaskResult task = grade();
  EXPECT_EQ(Verdict::pass, task.verdict);
  EXPECT_EQ(3 + 2, task.score);
  EXPECT_EQ(0, task.waiting_points);
}

TEST_F(TimingStageTest, AFindingOfTheComparisonTakesThePointsOfTheTask) {
  exclude_as(Verdict::forbidden, "it cheats");
  const TaskResult task = grade();
  EXPECT_EQ(Verdict::forbidden, task.verdict);
  EXPECT_EQ(0, task.score);
}

TEST_F(TimingStageTest, PointsThatCouldNotBeMeasuredWait) {
  fail_as("the GPU is too small");
  const TaskResult task = grade();
  EXPECT_EQ(Verdict::pass, task.verdict);
  EXPECT_EQ(3, task.score);
  EXPECT_EQ(2, task.waiting_points);
  EXPECT_EQ("the GPU is too small", task.timing_note);
}

}  // namespace
}  // namespace warpgrade::judge
