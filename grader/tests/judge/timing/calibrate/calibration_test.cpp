#include "judge/timing/calibrate/calibration.hpp"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/judge/timing/fake_timer.hpp"

namespace warpgrade::judge {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A runner is its file's name.
class CalibrationTest : public TimedCourse {
 protected:
  CalibrationTest() {
    timing().sizes = {1 << 20, 1 << 22};
    timing().tiers = {{.points = 1, .kind = TierKind::reference_ratio, .threshold = 3.0},
                      {.points = 2, .kind = TierKind::reference_ratio, .threshold = 1.5}};
    options_.reference = course_.path() / "reference";
    options_.runs = 3;
    workshop_.on_build = [](DeviceKind, const BuildRequest& request) {
      return built(request.source.filename().string());
    };
    comparisons_.on_comparison = [this](const ComparisonRequest& request, const auto& contestants) {
      SyntheticComparison synthetic{.ms = {}, .noise = 0, .repetitions = 20};
      for (const Contestant& contestant : contestants)
        synthetic.ms.push_back(ms_[contestant.runner.string()] * (request.work.n > (1 << 20) ? 2 : 1));
      Comparison comparison = synthetic.make();
      on_comparison_(request, contestants, comparison);
      return comparison;
    };
  }

  CalibrationEntry build(const std::vector<Contender>& kernels) {
    return build_calibration(exercise_, exercise_.tasks[0], kernels, workshop_, options_);
  }
  /// Comparisons in which each runner takes its own time, doubled at the larger size; the reference's is 1
  /// ms.
  Calibration run(const CalibrationEntry& entry) {
    const auto new_timer = [this] {
      ++timers_;
      return std::make_unique<FakeTimer>(comparisons_);
    };
    return calibrate(entry, new_timer, options_,
                     [this](const std::string& kernel) { compared_.push_back(kernel); });
  }

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
      comparison.excluded[0] = finding_of(Verdict::timeout, "a call took longer than 5 s");
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
  const Calibration calibration = run(build({{"slow", "slow.cu"}}));
  EXPECT_EQ((std::vector<double>{0.5, 0.5}), calibration.kernels[0].medians);
  EXPECT_EQ((std::vector<double>{3, 3}), calibration.kernels[1].medians);
  std::filesystem::remove(exercise_.folder / "cub.cu");
  EXPECT_EQ("it has no cub_ratio", run(build({})).kernels[0].note);
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

CalibratedKernel kernel(const std::string& name, std::vector<double> slowness) {
  return {.name = name, .medians = {}, .ms = {}, .slowness = std::move(slowness), .note = ""};
}

TEST(TierEarners, AKernelIsNamedAtItsBestTierBySlowestRun) {
  const auto earners = tier_earners({{.points = 1, .threshold = 6}, {.points = 2, .threshold = 2}},
                                    {kernel("fast", {1.0, 1.9}), kernel("on the line", {1.5, 2.1}),
                                     kernel("slow", {7}), kernel("not measured", {})},
                                    TierKind::reference_ratio);
  ASSERT_EQ(2u, earners.size());
  EXPECT_THAT(earners[0].kernels, ElementsAre("on the line"));
  EXPECT_THAT(earners[1].kernels, ElementsAre("fast"));
}

TEST(TierEarners, ATierThatNobodyEarnsStaysEmpty) {
  const auto earners =
      tier_earners({{.points = 1, .threshold = 6}}, {kernel("slow", {7})}, TierKind::reference_ratio);
  ASSERT_EQ(1u, earners.size());
  EXPECT_THAT(earners[0].kernels, IsEmpty());
}

TEST(TierEarners, AShareOfTheCopyIsReachedFromAbove) {
  const std::vector<spec::TimingTier> tiers = {
      {.points = 1, .kind = TierKind::copy_fraction, .threshold = 0.25},
      {.points = 2, .kind = TierKind::copy_fraction, .threshold = 0.5},
      {.points = 3, .kind = TierKind::cub_ratio, .threshold = 1}};
  const auto earners = tier_earners(tiers, {kernel("a third of the copy", {3})}, TierKind::copy_fraction);
  ASSERT_EQ(2u, earners.size()) << "the tier of another kind is left out";
  EXPECT_THAT(earners[0].kernels, ElementsAre("a third of the copy"));
  EXPECT_THAT(earners[1].kernels, IsEmpty());
}

}  // namespace
}  // namespace warpgrade::judge
