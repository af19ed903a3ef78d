#include "judge/timing/timing_stage.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/grading.hpp"
#include "judge/run/run_stage.hpp"
#include "tests/judge/fake_workshop.hpp"
#include "tests/judge/timing/synthetic_comparison.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::judge {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// What was compared, and what came out of it.
struct Comparisons {
  using OnComparison = std::function<Comparison(const ComparisonRequest&, const std::vector<Contestant>&)>;
  OnComparison on_comparison = [](const ComparisonRequest&, const std::vector<Contestant>&) {
    return SyntheticComparison{}.make();
  };
  std::vector<std::string> run;  ///< "one n4096 random: submission cudaone reference …"
  std::vector<bool> enough;      ///< what the stage said to the comparison's times
};

class FakeTimer : public Timer {
 public:
  explicit FakeTimer(Comparisons& comparisons) : comparisons_(comparisons) {}
  Comparison run(const ComparisonRequest& request, const std::vector<Contestant>& contestants,
                 const ComparisonLimits&, const std::function<bool(const Comparison&)>& enough) override {
    std::string who;
    for (const Contestant& contestant : contestants)
      who += " " + contestant.name + (contestant.trusted ? "!" : "");
    comparisons_.run.push_back(fmt::format("{} {} n{} {}:{}", request.work.task, request.work.op,
                                           request.work.n, request.work.input, who));
    Comparison comparison = comparisons_.on_comparison(request, contestants);
    comparison.findings.resize(contestants.size());
    comparison.hidden_ms.resize(contestants.size(), 0);
    if (comparison.failure.empty() && comparison.findings[0].empty())
      comparisons_.enough.push_back(enough(comparison));
    return comparison;
  }

 private:
  Comparisons& comparisons_;
};

class TimedWorkshop : public FakeWorkshop {
 public:
  std::unique_ptr<Timer> timer() override {
    return has_cuda ? std::make_unique<FakeTimer>(comparisons) : nullptr;
  }
  Comparisons comparisons;
  bool has_cuda = true;
};

/// The exercise "fake", whose task "one" is timed for n = 4096; a reference and CUB are there.
class TimingStageTest : public ::testing::Test {
 protected:
  TimingStageTest() {
    exercise_ = fake_exercise();
    exercise_.folder = folder_.path() / "assignments/unit/fake";
    folder_.write("reference/unit/fake.cu", "");
    folder_.write("assignments/unit/fake/cub.cu", "// tasks: one\n");
    spec::Timing timing;
    timing.op = "double_i32";
    timing.sizes = {4096};
    timing.inputs = {"random"};
    timing.tiers = {{.points = 1, .kind = TierKind::copy_fraction, .threshold = 0.5},
                    {.points = 2, .kind = TierKind::reference_ratio, .threshold = 1.3}};
    exercise_.tasks[0].timing = timing;
    options_.submission = submission_.folder;
    options_.jobs = 2;
    options_.seed = 42;
    options_.timing = TimingOptions{folder_.path() / "reference"};
  }

  spec::Timing& timing() { return *exercise_.tasks[0].timing; }

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

  std::vector<std::string>& comparisons() { return workshop_.comparisons.run; }
  Comparisons::OnComparison& on_comparison() { return workshop_.comparisons.on_comparison; }

  support::TemporaryFolder folder_;
  FakeSubmission submission_;
  spec::Exercise exercise_;
  GradingOptions options_;
  TimedWorkshop workshop_;
  Gpu gpu_{"Fake 100", "GPU-of-the-timing-stage-test", 90, 0};
};

TEST_F(TimingStageTest, ATaskThatPassesIsComparedWithTheReferenceAndCub) {
  const TaskRun run = time();
  EXPECT_THAT(comparisons(), ElementsAre("one double_i32 n4096 random: submission reference! cub!"));
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
  EXPECT_THAT(comparisons(), IsEmpty());
}

TEST_F(TimingStageTest, ATaskThatFailsACaseIsNotTimed) {
  workshop_.on_call = [](const kit::CaseData& data, const kit::CaseRequest& request) {
    return request.task == "one" && request.n == 2 ? failed_call(Verdict::crash) : right_answer(data);
  };
  const TaskRun run = time();
  EXPECT_THAT(comparisons(), IsEmpty());
  EXPECT_EQ("it is timed once all of its cases pass", run.timing_note);
}

TEST_F(TimingStageTest, ATaskThatDoesNotBuildIsNotTimed) {
  workshop_.on_build = [](DeviceKind, const BuildRequest&) { return failed_build(Verdict::compile_error); };
  EXPECT_EQ("it is timed once all of its cases pass", time().timing_note);
  EXPECT_THAT(comparisons(), IsEmpty());
}

TEST_F(TimingStageTest, EverySizeIsTimedWithEveryInput) {
  timing().sizes = {4096, 8192};
  timing().inputs = {"random", "ascending"};
  EXPECT_THAT(time().timing, SizeIs(4));
  EXPECT_THAT(comparisons(), ElementsAre(HasSubstr("n4096 random"), HasSubstr("n4096 ascending"),
                                         HasSubstr("n8192 random"), HasSubstr("n8192 ascending")));
}

TEST_F(TimingStageTest, WithoutCudaThereIsNoTimer) {
  workshop_.has_cuda = false;
  EXPECT_EQ("the grader was built without CUDA", time().timing_note);
}

// ---- Whom it is compared against -------------------------------------------------------------------------

TEST_F(TimingStageTest, AStudentsCopyHasCubOnly) {
  options_.timing->reference = folder_.path() / "not there";
  const TaskRun run = time();
  EXPECT_THAT(comparisons(), ElementsAre("one double_i32 n4096 random: submission cub!"));
  EXPECT_FALSE(run.timing.at(0).reference_ratio);
  EXPECT_TRUE(run.timing.at(0).cub_ratio);
}

TEST_F(TimingStageTest, WithoutReferenceAndCubNobodyKnowsWhatIsRight) {
  options_.timing->reference = folder_.path() / "not there";
  std::filesystem::remove(exercise_.folder / "cub.cu");
  EXPECT_THAT(time().timing_note, HasSubstr("neither a reference nor a library"));
  EXPECT_THAT(comparisons(), IsEmpty());
}

TEST_F(TimingStageTest, AContenderThatDoesNotBuildIsNamed) {
  workshop_.on_build = [](DeviceKind device, const BuildRequest& request) {
    if (request.source.filename() == "cub.cu")
      return failed_build(Verdict::compile_error, "line 3: no such name");
    return built(std::string(to_string(device)) + request.only_task);
  };
  EXPECT_THAT(time().timing_note, HasSubstr("cub.cu does not build for timing: line 3: no such name"));
  EXPECT_THAT(comparisons(), IsEmpty());
}

TEST_F(TimingStageTest, ASubmissionThatDoesNotBuildForTimingIsNamed) {
  workshop_.on_build = [this](DeviceKind device, const BuildRequest& request) {
    const bool is_for_timing = !request.only_task.empty();
    if (is_for_timing && request.source == submission_.folder / "unit/fake.cu")
      return failed_build(Verdict::compile_error, "line 9: no such name");
    return built(std::string(to_string(device)) + request.only_task);
  };
  EXPECT_THAT(time().timing_note, HasSubstr("unit/fake.cu does not build for timing: line 9: no such name"));
  EXPECT_THAT(comparisons(), IsEmpty());
}

TEST_F(TimingStageTest, AMistakeInAContendersFileIsTheNote) {
  folder_.write("assignments/unit/fake/cub.cu", "// tasks: three\n");
  EXPECT_THAT(time().timing_note, HasSubstr("cub.cu:1: exercise 'fake' has no task 'three'"));
}

// ---- What comes out of a comparison ---------------------------------------------------------------------

TEST_F(TimingStageTest, ADisturbedComparisonIsRepeated) {
  on_comparison() = [this](const ComparisonRequest&, const std::vector<Contestant>&) {
    return SyntheticComparison{.noise = comparisons().size() < 3 ? 2.0 : 0.01}.make();
  };
  EXPECT_EQ(2, time().timing.at(0).tier);
  EXPECT_THAT(comparisons(), SizeIs(3));
}

TEST_F(TimingStageTest, AGpuThatStaysDisturbedIsGivenUpWithTheReason) {
  on_comparison() = [](const ComparisonRequest&, const std::vector<Contestant>&) {
    return SyntheticComparison{.noise = 2.0}.make();
  };
  const TaskRun run = time();
  EXPECT_THAT(comparisons(), SizeIs(3));
  EXPECT_THAT(run.timing.at(0).note, HasSubstr("something else seems to use this GPU"));
  EXPECT_EQ(0, run.timing.at(0).ms.value);
  EXPECT_THAT(run.findings, IsEmpty()) << "no fault of the student";
}

TEST_F(TimingStageTest, OnlyTheFirstComparisonIsTriedAgainOnABusyGpu) {
  timing().sizes = {4096, 8192, 16384};
  on_comparison() = [](const ComparisonRequest& request, const std::vector<Contestant>&) {
    return SyntheticComparison{.noise = request.work.n < 16384 ? 2.0 : 0.01}.make();
  };
  const TaskRun run = time();
  EXPECT_THAT(comparisons(), SizeIs(3 + 1 + 1));
  EXPECT_THAT(run.timing.at(1).note, HasSubstr("something else seems to use this GPU"));
  EXPECT_EQ(2, run.timing.at(2).tier) << "quiet again";
}

TEST_F(TimingStageTest, ADisturbedComparisonNeedNotGoOn) {
  on_comparison() = [](const ComparisonRequest&, const std::vector<Contestant>&) {
    return SyntheticComparison{.noise = 2.0}.make();
  };
  time();
  EXPECT_THAT(workshop_.comparisons.enough, ElementsAre(true, true, true));
}

TEST_F(TimingStageTest, AFailureIsTheNote) {
  on_comparison() = [](const ComparisonRequest&, const std::vector<Contestant>&) {
    Comparison comparison;
    comparison.failure = "CUDA can't allocate: out of memory";
    return comparison;
  };
  const TaskRun run = time();
  EXPECT_THAT(comparisons(), SizeIs(1)) << "it would fail again";
  EXPECT_EQ("CUDA can't allocate: out of memory", run.timing.at(0).note);
  EXPECT_EQ(4096u, run.timing.at(0).n);
}

TEST_F(TimingStageTest, ACourseThatWorksAloneButNotBesideTheSubmissionIsToldSo) {
  on_comparison() = [](const ComparisonRequest&, const std::vector<Contestant>& contestants) {
    Comparison comparison;
    if (contestants[0].trusted) return comparison;
    comparison.failure = "cub of the course failed: out of memory.";
    comparison.is_courses_fault = true;
    return comparison;
  };
  const TaskRun run = time();
  EXPECT_THAT(comparisons(), SizeIs(2));
  EXPECT_THAT(run.timing.at(0).note, HasSubstr("out of memory. Without this submission beside it, it runs"));
  EXPECT_THAT(run.findings, IsEmpty());
}

TEST_F(TimingStageTest, ACourseThatFailsAloneIsAtFaultItself) {
  on_comparison() = [](const ComparisonRequest&, const std::vector<Contestant>&) {
    Comparison comparison;
    comparison.failure = "cub of the course failed: it crashed.";
    comparison.is_courses_fault = true;
    return comparison;
  };
  EXPECT_EQ("cub of the course failed: it crashed.", time().timing.at(0).note);
}

TEST_F(TimingStageTest, AFindingEndsTheTasksTiming) {
  timing().sizes = {4096, 8192};
  on_comparison() = [](const ComparisonRequest&, const std::vector<Contestant>&) {
    Comparison comparison;
    comparison.findings = {{finding_of(Verdict::wrong_answer, "wrong when timed")}};
    return comparison;
  };
  const TaskRun run = time();
  EXPECT_THAT(comparisons(), SizeIs(1));
  ASSERT_THAT(run.findings, SizeIs(1));
  EXPECT_EQ("wrong when timed", run.findings[0].message);
  EXPECT_EQ("excluded from the comparison: see what was found", run.timing.at(0).note);
}

TEST_F(TimingStageTest, AGpuThatFailsForTheSubmissionIsNotItsFault) {
  on_comparison() = [](const ComparisonRequest&, const std::vector<Contestant>&) {
    Comparison comparison;
    comparison.findings = {{finding_of(Verdict::grader_error, "no context could be made")}};
    return comparison;
  };
  const TaskRun run = time();
  EXPECT_THAT(run.findings, IsEmpty());
  EXPECT_EQ("no context could be made", run.timing.at(0).note);
}

TEST_F(TimingStageTest, HiddenTimeIsTold) {
  on_comparison() = [](const ComparisonRequest&, const std::vector<Contestant>&) {
    Comparison comparison = SyntheticComparison{}.make();
    comparison.hidden_ms = {1.5, 0, 0};
    return comparison;
  };
  EXPECT_THAT(time().timing.at(0).note, HasSubstr("1.5 ms of it are work outside"));
}

TEST_F(TimingStageTest, TimeHiddenInOneComparisonOnlyIsBadLuck) {
  int comparisons = 0;
  on_comparison() = [&](const ComparisonRequest&, const std::vector<Contestant>&) {
    Comparison comparison = SyntheticComparison{}.make();
    comparison.hidden_ms = {++comparisons == 1 ? 1.5 : 0, 0, 0};
    return comparison;
  };
  EXPECT_EQ("", time().timing.at(0).note);
  EXPECT_EQ(2, comparisons);
}

TEST_F(TimingStageTest, ItIsEnoughWhenTheTierIsSureAndTheIntervalNarrow) {
  // The reference takes 0.2 ms, and the tier needs 1.3 times that.
  for (const SyntheticComparison& comparison : {SyntheticComparison{.submission_ms = 0.25, .noise = 0.001},
                                                SyntheticComparison{.submission_ms = 0.25, .noise = 0.02},
                                                SyntheticComparison{.submission_ms = 0.26, .noise = 0.001}}) {
    on_comparison() = [&](const ComparisonRequest&, const std::vector<Contestant>&) {
      return comparison.make();
    };
    time();
  }
  EXPECT_THAT(workshop_.comparisons.enough, ElementsAre(true, false, false))
      << "sure; wide; on the threshold";
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
  on_comparison() = [](const ComparisonRequest&, const std::vector<Contestant>&) {
    Comparison comparison;
    comparison.findings = {{finding_of(Verdict::forbidden, "it cheats")}};
    return comparison;
  };
  const TaskResult task = grade();
  EXPECT_EQ(Verdict::forbidden, task.verdict);
  EXPECT_EQ(0, task.score);
}

TEST_F(TimingStageTest, PointsThatCouldNotBeMeasuredWait) {
  on_comparison() = [](const ComparisonRequest&, const std::vector<Contestant>&) {
    Comparison comparison;
    comparison.failure = "the GPU is too small";
    return comparison;
  };
  const TaskResult task = grade();
  EXPECT_EQ(Verdict::pass, task.verdict);
  EXPECT_EQ(3, task.score);
  EXPECT_EQ(2, task.waiting_points);
  EXPECT_EQ("the GPU is too small", task.timing_note);
}

}  // namespace
}  // namespace warpgrade::judge
