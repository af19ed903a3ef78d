#include "judge/timing/calibrate/calibration.hpp"

#include <map>

#include <gtest/gtest.h>

#include "tests/judge/fake_workshop.hpp"
#include "tests/judge/timing/fake_timer.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::judge {
namespace {

/// The exercise "fake" with a timed task "one", a reference and perhaps a cub.cu. A runner is its file's
/// name.
class CalibrationTest : public ::testing::Test {
 protected:
  CalibrationTest() {
    exercise_ = fake_exercise();
    exercise_.unit = "unit";
    exercise_.source = "fake.cu";
    exercise_.folder = course_.path() / "assignments/unit/fake";
    spec::Timing timing;
    timing.op = "sum_i32";
    timing.sizes = {1 << 20, 1 << 22};
    timing.inputs = {"random"};
    timing.tiers = {{.points = 1, .kind = TierKind::reference_ratio, .threshold = 3.0},
                    {.points = 2, .kind = TierKind::reference_ratio, .threshold = 1.5}};
    exercise_.tasks[0].timing = timing;
    course_.write("reference/unit/fake.cu", "");
    options_.reference = course_.path() / "reference";
    options_.runs = 3;
    workshop_.on_build = [](DeviceKind, const BuildRequest& request) {
      return built(request.source.filename().string());
    };
  }

  CalibrationEntry build(const std::vector<CalibrationKernel>& kernels) {
    return build_calibration(exercise_, exercise_.tasks[0], kernels, workshop_, options_);
  }
  /// Comparisons in which each runner takes its own time, doubled at the larger size; the reference's is 1
  /// ms.
  Calibration run(const CalibrationEntry& entry) {
    const auto new_timer = [this] {
      ++timers_;
      return std::make_unique<FakeTimer>([this](const ComparisonRequest& request, const auto& contestants) {
        std::vector<double> ms;
        for (const Contestant& contestant : contestants)
          ms.push_back(ms_[contestant.runner.string()] * (request.work.n > (1 << 20) ? 2 : 1));
        Comparison comparison = quiet_comparison(ms);
        on_comparison_(request, contestants, comparison);
        return comparison;
      });
    };
    return calibrate(entry, new_timer, options_,
                     [this](const std::string& kernel) { compared_.push_back(kernel); });
  }

  support::TemporaryFolder course_;
  spec::Exercise exercise_;
  CalibrationOptions options_;
  FakeWorkshop workshop_;
  std::map<std::string, double> ms_ = {{"fake.cu", 1}, {"cub.cu", 2}, {"slow.cu", 6}};
  std::function<void(const ComparisonRequest&, const std::vector<Contestant>&, Comparison&)> on_comparison_ =
      [](const auto&, const auto&, Comparison&) {};
  int timers_ = 0;
  std::vector<std::string> compared_;
};

TEST_F(CalibrationTest, TheReferenceIsComparedWithItselfAndTheOthersWithIt) {
  const Calibration calibration = run(build({{"slow", "slow.cu"}}));
  EXPECT_EQ((std::vector<std::string>{"2^20 random", "2^22 random"}), calibration.columns);
  ASSERT_EQ(2u, calibration.kernels.size());
  EXPECT_EQ("reference", calibration.kernels[0].name);
  EXPECT_EQ((std::vector<double>{1, 1}), calibration.kernels[0].medians);
  EXPECT_EQ((std::vector<double>{1, 1, 1}), calibration.kernels[0].slowness) << "one for each run";
  EXPECT_EQ((std::vector<double>{6, 6}), calibration.kernels[1].medians);
  EXPECT_EQ(3, timers_) << "each run has processes of its own";
  EXPECT_EQ(12u, compared_.size()) << "runs × kernels × sizes";
}

TEST_F(CalibrationTest, ProposesATierForEachOfTheSpecs) {
  const Calibration calibration = run(build({{"slow", "slow.cu"}}));
  ASSERT_TRUE(calibration.proposal);
  ASSERT_EQ(2u, calibration.proposal->tiers.size());
  EXPECT_EQ(1, calibration.proposal->tiers[0].points);
  EXPECT_EQ(2, calibration.proposal->tiers[1].points);
  EXPECT_GT(calibration.proposal->tiers[0].threshold, calibration.proposal->tiers[1].threshold);
  EXPECT_LT(calibration.proposal->tiers[0].threshold, 6);
}

TEST_F(CalibrationTest, TheWorstSizeOfARunCounts) {
  on_comparison_ = [](const ComparisonRequest& request, const auto& contestants, Comparison& comparison) {
    if (contestants[0].runner != "slow.cu" || request.work.n != (1 << 22)) return;
    for (Repetition& repetition : comparison.repetitions) repetition.samples[0].ms *= 1.5;
  };
  const Calibration calibration = run(build({{"slow", "slow.cu"}}));
  EXPECT_EQ((std::vector<double>{6, 9}), calibration.kernels[1].medians);
  EXPECT_EQ((std::vector<double>{9, 9, 9}), calibration.kernels[1].slowness);
}

TEST_F(CalibrationTest, AKernelFarBehindIsMeasuredOnce) {
  ms_["slow.cu"] = 30;
  const Calibration calibration = run(build({{"slow", "slow.cu"}}));
  EXPECT_EQ((std::vector<double>{30}), calibration.kernels[1].slowness);
  EXPECT_EQ((std::vector<double>{30, 30}), calibration.kernels[1].medians);
  EXPECT_EQ((std::vector<double>{1, 1, 1}), calibration.kernels[0].slowness);
  ASSERT_TRUE(calibration.proposal);
  EXPECT_EQ(2u, calibration.proposal->tiers.size());
}

TEST_F(CalibrationTest, AKernelThatIsExcludedIsLeftOutWithTheReason) {
  on_comparison_ = [](const ComparisonRequest&, const auto& contestants, Comparison& comparison) {
    if (contestants[0].runner == "slow.cu")
      comparison.findings[0].push_back(finding_of(Verdict::timeout, "a call took longer than 5 s"));
  };
  const Calibration calibration = run(build({{"slow", "slow.cu"}}));
  EXPECT_EQ("a call took longer than 5 s", calibration.kernels[1].note);
  EXPECT_EQ(6u + 1u, compared_.size()) << "of its own comparisons one";
  ASSERT_TRUE(calibration.proposal);
  EXPECT_EQ(1u, calibration.proposal->tiers.size()) << "nothing is known but the reference";
}

TEST_F(CalibrationTest, ADisturbedComparisonIsRepeated) {
  int comparisons = 0;
  on_comparison_ = [&comparisons](const ComparisonRequest&, const auto&, Comparison& comparison) {
    if (++comparisons > 1) return;
    for (std::size_t i = 0; i < 10; ++i) comparison.repetitions[i].samples[1].ms = 1000;
  };
  const Calibration calibration = run(build({}));
  EXPECT_EQ("", calibration.kernels[0].note);
  EXPECT_EQ(7, comparisons) << "three runs of two sizes, and one again";
}

TEST_F(CalibrationTest, WithoutAQuietGpuThereIsNoProposal) {
  on_comparison_ = [](const ComparisonRequest&, const auto&, Comparison& comparison) {
    for (std::size_t i = 0; i < 10; ++i) comparison.repetitions[i].samples[1].ms = 1000;
  };
  const Calibration calibration = run(build({{"slow", "slow.cu"}}));
  EXPECT_NE(std::string::npos, calibration.kernels[0].note.find("something else seems to use this GPU"));
  EXPECT_FALSE(calibration.proposal);
}

TEST_F(CalibrationTest, RatiosToCubNeedCub) {
  options_.kind = TierKind::cub_ratio;
  EXPECT_EQ("it has no cub_ratio", run(build({})).kernels[0].note);
  course_.write("assignments/unit/fake/cub.cu", "// tasks: one\n");
  const Calibration calibration = run(build({{"slow", "slow.cu"}}));
  EXPECT_EQ((std::vector<double>{0.5, 0.5}), calibration.kernels[0].medians);
  EXPECT_EQ((std::vector<double>{3, 3}), calibration.kernels[1].medians);
}

TEST_F(CalibrationTest, AKernelThatDoesNotBuildIsLeftOut) {
  workshop_.on_build = [](DeviceKind, const BuildRequest& request) {
    return request.source == "slow.cu" ? failed_build(Verdict::compile_error, "expected ';'")
                                       : built(request.source.filename().string());
  };
  const Calibration calibration = run(build({{"slow", "slow.cu"}}));
  EXPECT_EQ("does not build: expected ';'", calibration.kernels[1].note);
  EXPECT_TRUE(calibration.proposal);
}

TEST_F(CalibrationTest, WithoutAReferenceThereIsNothingToCalibrate) {
  options_.reference = course_.path() / "nowhere";
  EXPECT_THROW(build({}), std::runtime_error);
}

}  // namespace
}  // namespace warpgrade::judge
