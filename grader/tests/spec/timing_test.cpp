#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/spec/spec_file.hpp"

namespace warpgrade::spec {
namespace {

using ::testing::ElementsAre;
using testing::exercise;
using ::testing::HasSubstr;
using testing::mistakes;
using ::testing::Pair;
using testing::task_of;

const std::string kTiming =
    "[task.timing]\noperator = \"sum_i32\"\nsizes = [16_777_216]\n";  // lines 13 to 15
const std::string kTier = "[[task.timing.tier]]\npoints = 2\nmax_ms = 4\n";

TEST(Timing, TiersAreReadInOrder) {
  const Task task = task_of(exercise(kTiming + "[[task.timing.tier]]\npoints = 2\ncopy_fraction = 0.4\n"
                                               "[[task.timing.tier]]\npoints = 4\nreference_ratio = 1.25\n"));
  ASSERT_TRUE(task.timing);
  EXPECT_EQ("sum_i32", task.timing->op);
  EXPECT_THAT(task.timing->sizes, ElementsAre(std::uint64_t(1) << 24));
  ASSERT_EQ(2u, task.timing->tiers.size());
  EXPECT_EQ(TierKind::copy_fraction, task.timing->tiers[0].kind);
  EXPECT_EQ(0.4, task.timing->tiers[0].threshold);
  EXPECT_EQ(4, task.timing->tiers[1].points);
  EXPECT_EQ(TierKind::reference_ratio, task.timing->tiers[1].kind);
  EXPECT_EQ(1.25, task.timing->tiers[1].threshold);
}

TEST(Timing, ATierHasExactlyOneThreshold) {
  EXPECT_THAT(
      mistakes(exercise(kTiming + "[[task.timing.tier]]\npoints = 2\n"
                                  "[[task.timing.tier]]\npoints = 3\ncub_ratio = 2\nmax_ms = 3\n")),
      ElementsAre("16:1: tier 1 of timing of [[task]] 'blelloch' has no threshold: add one of "
                  "copy_fraction, reference_ratio, cub_ratio, max_ms",
                  "21:10: tier 2 of timing of [[task]] 'blelloch' has 2 thresholds (cub_ratio, max_ms): "
                  "keep one of them"));
}

TEST(Timing, TiersAscendInPoints) {
  EXPECT_THAT(mistakes(exercise(kTiming + "[[task.timing.tier]]\npoints = 2\nmax_ms = 4\n"
                                          "[[task.timing.tier]]\npoints = 2\nmax_ms = 3\n")),
              ElementsAre("19:1: tier 2 of timing of [[task]] 'blelloch' gives no more points than a tier "
                          "before it: order tiers from the fewest points to the most"));
}

TEST(Timing, TiersOfOneKindGetHarder) {
  EXPECT_THAT(mistakes(exercise(kTiming + "[[task.timing.tier]]\npoints = 2\ncopy_fraction = 0.5\n"
                                          "[[task.timing.tier]]\npoints = 3\ncub_ratio = 2\n"
                                          "[[task.timing.tier]]\npoints = 4\ncopy_fraction = 0.4\n"
                                          "[[task.timing.tier]]\npoints = 5\ncub_ratio = 2\n")),
              ElementsAre("22:1: tier 3 of timing of [[task]] 'blelloch' is no harder than a tier before it "
                          "(copy_fraction = 0.4 after 0.5): nobody would get the points of that one",
                          "25:1: tier 4 of timing of [[task]] 'blelloch' is no harder than a tier before it "
                          "(cub_ratio = 2 after 2): nobody would get the points of that one"));
}

TEST(Timing, ThresholdsArePossible) {
  EXPECT_THAT(
      mistakes(exercise(kTiming + "[[task.timing.tier]]\npoints = 2\ncopy_fraction = 1.4\n"
                                  "[[task.timing.tier]]\npoints = 3\nreference_ratio = nan\n")),
      ElementsAre("18:17: copy_fraction is 1.4, but must be above 0 and at most 1: write copy_fraction "
                  "= 0.4",
                  "21:19: reference_ratio is nan, but must be above 0: write reference_ratio = 1.25"));
}

TEST(Timing, NeedsTiersOperatorAndSizes) {
  EXPECT_THAT(
      mistakes(exercise("[task.timing]\nsizes = [0]\n")),
      ElementsAre("13:1: timing of [[task]] 'blelloch' has no operator: add operator = \"sum_i32\"",
                  "13:1: timing of [[task]] 'blelloch' has no tier: add a [[task.timing.tier]] with "
                  "points and a threshold",
                  "14:10: sizes has 0, but a size is at least 1 and at most 4294967296; change or remove "
                  "it"));
}

TEST(Timing, ACardMayHaveTiersOfItsOwn) {
  const Task task = task_of(exercise(kTiming + "calibrated_on = \"NVIDIA T4\"\n"
                                               "[[task.timing.tier]]\npoints = 2\nmax_ms = 4\n"
                                               "[[task.timing.gpu.\"NVIDIA H200\".tier]]\n"
                                               "points = 2\nmax_ms = 0.5\n"));
  EXPECT_EQ(0.5, task.timing->gpu.at("NVIDIA H200").at(0).threshold);
  EXPECT_EQ("NVIDIA T4", task.timing->calibrated_on);
}

TEST(Timing, TheBestTierMustGiveTheSamePointsOnEveryCard) {
  EXPECT_THAT(
      mistakes(exercise(kTiming + "[[task.timing.tier]]\npoints = 2\nmax_ms = 4\n"
                                  "[[task.timing.gpu.\"NVIDIA H200\".tier]]\n"
                                  "points = 3\nmax_ms = 0.5\n")),
      ElementsAre("19:19: the best tier on 'NVIDIA H200' gives 3 points and elsewhere 2: make them equal, "
                  "since what a task is worth must not depend on the card"));
}

TEST(Timing, HasInputsAndParametersLikeCases) {
  const Task task =
      task_of(exercise(kTiming + "inputs = [\"random\", \"skewed\"]\nparameters = { bins = 16 }\n" + kTier));
  EXPECT_THAT(task.timing->inputs, ElementsAre("random", "skewed"));
  EXPECT_THAT(task.timing->parameters, ElementsAre(Pair("bins", 16)));
  EXPECT_EQ(14, task.timing->op_where.line);
  ASSERT_EQ(2u, task.timing->input_where.size());
  EXPECT_EQ(21, task.timing->input_where[1].column);
}

TEST(Timing, UsesRandomInputUnlessToldOtherwise) {
  const Task task = task_of(exercise(kTiming + kTier));
  EXPECT_THAT(task.timing->inputs, ElementsAre("random"));
  EXPECT_THAT(task.timing->parameters, ElementsAre());
  EXPECT_EQ(13, task.timing->input_where.at(0).line);
}

TEST(Timing, SizesThatOnlyTimeTheLaunchAreRefused) {
  EXPECT_THAT(
      mistakes(exercise("[task.timing]\noperator = \"sum_i32\"\nsizes = [1_048_576, 1_048_575]\n" + kTier)),
      ElementsAre("15:21: sizes has 1048575, but below 1048576 elements a launch takes longer than the "
                  "work: time with more, or leave the speed of this task ungraded"));
}

TEST(Timing, ASizeOrInputThatIsListedTwiceIsAMistake) {
  EXPECT_THAT(mistakes(exercise("[task.timing]\noperator = \"sum_i32\"\nsizes = [1_048_576, 1_048_576]\n"
                                "inputs = [\"random\", \"random\"]\n" +
                                kTier)),
              ElementsAre("15:21: sizes lists 1048576 twice; remove one",
                          "16:21: inputs lists random twice; remove one"));
}

TEST(Timing, HintsCanBeFollowed) {
  EXPECT_THAT(mistakes(exercise("[task.timing]\noperator = \"sum_i32\"\n" + kTier)),
              ElementsAre(HasSubstr("sizes = [67_108_864, 268_435_456]")))
      << "not what is refused as too small";
  EXPECT_THAT(mistakes(exercise(kTiming + "input = [\"random\"]\n" + kTier)),
              ElementsAre(HasSubstr("inputs")));
  EXPECT_THAT(mistakes(exercise(kTiming + kTier + "[task.timing.gpu.\"NVIDIA H200\"]\n")),
              ElementsAre(HasSubstr("[[task.timing.gpu.\"NVIDIA H200\".tier]]")));
  EXPECT_THAT(mistakes(exercise(kTiming + kTier + "[task.timing.gpu]\n\"NVIDIA H200\" = 1\n")),
              ElementsAre(HasSubstr("write \"NVIDIA H200\" = {")));
}

TEST(Timing, UnknownKeysAreToldApart) {
  EXPECT_THAT(
      mistakes(exercise(kTiming + "operators = [\"sum_i32\"]\n" + kTier)),
      ElementsAre(
          "16:1: unknown key 'operators' in timing of [[task]] 'blelloch'; did you mean 'operator'?"));
}

}  // namespace
}  // namespace warpgrade::spec
